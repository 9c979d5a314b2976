import { expect, test } from 'vitest'
import { routes } from '../web/src/app/routes.ts'

// The pages of the product, as its specification lists them, with who may open each. Spelling as written there.
const pages: Record<string, 'guest' | 'user'> = {
  'pages/index/index': 'guest',
  'pages/my-loan/my-loan': 'guest',
  'pages/profile/profile': 'guest',
  'pages/step/step-basic/step-basic': 'user',
  'pages/step/step-social/step-social': 'user',
  'pages/step/step-withdrawal/step-withdrawal': 'user',
  'pages/step/step-withdrawal/step-withdrawal-new': 'user',
  'pages/landing/landing-application-submited/landing-application-submited': 'user',
  'pages/account/get-code-page/get-code-page': 'guest',
  'pages/account/login-page/login-page': 'guest',
  'pages/index/review-state/review-state': 'user',
  'pages/index/init-state/init-state': 'guest',
  'pages/index/api-state/api-state': 'guest',
  'pages/demo/live-push/live-push': 'guest',
  'pages/upload/upload-id-card/upload-id-card': 'user',
  'pages/webview/webview': 'guest',
  'pages/product/product': 'guest',
  'pages/sign/sign': 'user',
  'pages/sign/auto-sign': 'user',
  'pages/landing/landing-sign-success/landing-sign-success': 'user',
  'pages/order-detail/order-detail': 'user',
  'pages/settings/settings': 'guest',
  'pages/settings/page_native_test': 'guest',
  'pages/policy/policy': 'guest',
  'pages/hola-app-list/hola-app-list': 'guest',
  'pages/custom-service/custom-service': 'guest',
  'pages/custom-service/repay_help': 'guest',
  'pages/contract-new/contract-new': 'user',
  'pages/contract-new/my-coupon': 'user',
  'pages/loan/loan-info-choose/loan-info-choose': 'user',
  'pages/loan/loan-information/loan-information': 'user',
  'pages/index/home-components/home-help': 'guest',
  'pages/index/home-components/home-top': 'guest',
  'pages/vip/vip': 'user',
  // Added by our own decisions.
  'pages/privacy/privacy': 'guest',
  'pages/consumer/regret': 'guest',
  'pages/consumer/unsubscribe': 'guest',
  'pages/repay/repay': 'user',
}
const tabs = ['pages/index/index', 'pages/my-loan/my-loan', 'pages/profile/profile']

const named = routes.map((row) => ({ row, page: ('alias' in row && row.alias ? row.alias : row.path).slice(1) }))

test('the route table holds the pages of the specification, no more and no fewer', () => {
  expect(named.map(({ page }) => page).toSorted()).toEqual(Object.keys(pages).toSorted())
})

test('each page is open to whom the specification says', () => {
  expect(Object.fromEntries(named.map(({ row, page }) => [page, row.access]))).toEqual(pages)
})

test('the three tabs, in their order, are the only tab pages', () => {
  expect(named.filter(({ row }) => row.kind === 'tab').map(({ page }) => page)).toEqual(tabs)
})

test('the entry page is / with its alias, hides the nav bar, and is the only one with pull-to-refresh', () => {
  expect(named.filter(({ row }) => row.path === '/').map(({ page }) => page)).toEqual(['pages/index/index'])
  expect(named.filter(({ row }) => !row.navBar).map(({ page }) => page)).toEqual(['pages/index/index'])
  const refreshing = named.filter(({ row }) => 'pullToRefresh' in row && row.pullToRefresh)
  expect(refreshing.map(({ page }) => page)).toEqual(['pages/index/index'])
})
