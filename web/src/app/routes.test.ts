import { describe, expect, test } from 'vitest'
import { navigateTo, redirectTo, reLaunch, switchTab } from '../router/navigation.ts'
import { loadLaterPages } from './later-pages.ts'
import { routes } from './routes.ts'

/** Specification section 2 and decisions section 5: G is open to a guest, U needs a log-in. */
const specified: readonly [path: string, access: 'G' | 'U'][] = [
  ['pages/index/index', 'G'],
  ['pages/my-loan/my-loan', 'G'],
  ['pages/profile/profile', 'G'],
  ['pages/step/step-basic/step-basic', 'U'],
  ['pages/step/step-social/step-social', 'U'],
  ['pages/step/step-withdrawal/step-withdrawal', 'U'],
  ['pages/step/step-withdrawal/step-withdrawal-new', 'U'],
  ['pages/landing/landing-application-submited/landing-application-submited', 'U'],
  ['pages/account/get-code-page/get-code-page', 'G'],
  ['pages/account/login-page/login-page', 'G'],
  ['pages/index/review-state/review-state', 'U'],
  ['pages/index/init-state/init-state', 'G'],
  ['pages/index/api-state/api-state', 'G'],
  ['pages/demo/live-push/live-push', 'G'],
  ['pages/upload/upload-id-card/upload-id-card', 'U'],
  ['pages/webview/webview', 'G'],
  ['pages/product/product', 'G'],
  ['pages/sign/sign', 'U'],
  ['pages/sign/auto-sign', 'U'],
  ['pages/landing/landing-sign-success/landing-sign-success', 'U'],
  ['pages/order-detail/order-detail', 'U'],
  ['pages/settings/settings', 'G'],
  ['pages/settings/page_native_test', 'G'],
  ['pages/policy/policy', 'G'],
  ['pages/hola-app-list/hola-app-list', 'G'],
  ['pages/custom-service/custom-service', 'G'],
  ['pages/custom-service/repay_help', 'G'],
  ['pages/contract-new/contract-new', 'U'],
  ['pages/contract-new/my-coupon', 'U'],
  ['pages/loan/loan-info-choose/loan-info-choose', 'U'],
  ['pages/loan/loan-information/loan-information', 'U'],
  ['pages/index/home-components/home-help', 'G'],
  ['pages/index/home-components/home-top', 'G'],
  ['pages/vip/vip', 'U'],
  ['pages/privacy/privacy', 'G'],
  ['pages/consumer/regret', 'G'],
  ['pages/consumer/unsubscribe', 'G'],
  ['pages/repay/repay', 'U'],
]

describe('the route table', () => {
  test('has the pages of the specification and four more, each with its access', () => {
    const listed = routes.map((row) => {
      const path = (row.alias ?? row.path).slice(1)
      return [path, row.access === 'guest' ? 'G' : 'U']
    })
    expect(listed).toEqual(specified)
  })

  test('has three tabs; Home is the entry with its old address as alias and no navigation bar', () => {
    expect(routes.filter(({ kind }) => kind === 'tab').map(({ path }) => path)).toEqual([
      '/',
      '/pages/my-loan/my-loan',
      '/pages/profile/profile',
    ])
    expect(routes.filter(({ navBar }) => !navBar).map(({ path }) => path)).toEqual(['/'])
    expect(routes[0]?.alias).toBe('/pages/index/index')
  })

  test('has one page to pull for a refresh, Home', () => {
    const refreshing = routes.filter((row) => 'pullToRefresh' in row && row.pullToRefresh)
    expect(refreshing.map(({ path }) => path)).toEqual(['/'])
  })

  test('has the titles of the tabs at once and those of all pages with the list of screens', async () => {
    const untitled = () => routes.filter(({ title }) => title() === '')
    expect(untitled().map(({ kind }) => kind)).toEqual(routes.slice(3).map(() => 'page'))
    await loadLaterPages()
    expect(untitled()).toEqual([])
  })
})

test('what the run-time would refuse does not compile', () => {
  const calls = (): unknown[] => [
    navigateTo('/pages/sign/sign'),
    navigateTo('/pages/sign/sign?id=7'),
    navigateTo('./auto-sign'),
    redirectTo('/pages/settings/page_native_test'),
    switchTab('/'),
    switchTab('/pages/index/index'),
    switchTab('/pages/profile/profile?x=1'),
    reLaunch('/pages/my-loan/my-loan?index=1'),
    reLaunch('/pages/vip/vip'),

    // @ts-expect-error: a plain page is not a tab
    switchTab('/pages/sign/sign'),
    // @ts-expect-error: the same with a query
    switchTab('/pages/sign/sign?id=7'),
    // @ts-expect-error: a tab is not opened by navigateTo
    navigateTo('/pages/my-loan/my-loan'),
    // @ts-expect-error: nor Home
    navigateTo('/'),
    // @ts-expect-error: nor Home by its alias
    navigateTo('/pages/index/index?x=1'),
    // @ts-expect-error: nor by redirectTo
    redirectTo('/pages/profile/profile'),
    // @ts-expect-error: an unknown page
    navigateTo('/pages/nope/nope'),
    // @ts-expect-error: an unknown page
    reLaunch('/pages/nope/nope?x=1'),
    // @ts-expect-error: a path without its slash would be looked for in the folder of the current page
    navigateTo('pages/sign/sign'),
    // @ts-expect-error: no url
    navigateTo(''),
    // @ts-expect-error: a longer path that begins like a known one
    navigateTo('/pages/sign/sign/more'),
  ]
  expect(calls).toBeTypeOf('function')
})
