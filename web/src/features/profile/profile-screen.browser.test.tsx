import '../../ui/tokens.css'
import '../../ui/base.css'
import { run } from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '../../i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn, logOut } from '../../lib/session.ts'
import { ProfileScreen } from './profile-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  logOut()
  queryClient.clear()
  chooseLocale('en')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const axe = async (element: Element): Promise<string[]> =>
  (await run(element, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id)

const home = '/api/app/home'

const linksOf = (container: Element): Record<string, string | null> =>
  Object.fromEntries([...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]))

const forEverybody = {
  'Frequent questions': '#/pages/index/home-components/home-help',
  'Talk to a person': '#/pages/custom-service/custom-service',
  'My data': '#/pages/privacy/privacy',
  'Privacy and terms': '#/pages/policy/policy?type=privacy',
  'Withdraw from contract': '#/pages/consumer/regret',
  'Cancel service': '#/pages/consumer/unsubscribe',
  Settings: '#/pages/settings/settings',
}

test('a guest finds help, her rights, settings and the way in', async () => {
  const screen = await render(<ProfileScreen />)
  expect(linksOf(screen.container)).toEqual({
    'Log in': '#/pages/account/get-code-page/get-code-page',
    ...forEverybody,
  })
  expect(await axe(screen.container)).toEqual([])
})

test('a user sees who she is, and her coupons, membership and history too', async () => {
  logIn({ token: 'a-token', userId: 'user-1', phone: '+5491123456789' })
  fakeServer({ [home]: succeed({ quota: null, best_coupon: null }) })
  const screen = await render(<ProfileScreen />)
  await expect.element(screen.getByText('+5491123456789')).toBeVisible()
  expect(linksOf(screen.container)).toEqual({
    Coupons: '#/pages/contract-new/my-coupon',
    Membership: '#/pages/vip/vip',
    'Loan history': '#/pages/my-loan/my-loan',
    ...forEverybody,
  })
  expect(await axe(screen.container)).toEqual([])
})

test('once there is a limit, a user sees what is available of it, and the coupon she can use', async () => {
  logIn({ token: 'a-token', userId: 'user-1', phone: '+5491123456789' })
  fakeServer({
    [home]: succeed({
      quota: { total_centavos: 20_000_000, available_centavos: 15_000_000 },
      best_coupon: { title: 'Welcome coupon' },
    }),
  })
  const screen = await render(<ProfileScreen />)
  await expect
    .element(screen.getByRole('link', { name: 'Your limit $\u00A0150.000 available of $\u00A0200.000' }))
    .toHaveAttribute('href', '#/')
  await expect.element(screen.getByRole('link', { name: 'Coupons Welcome coupon' })).toBeVisible()
  expect(await axe(screen.container)).toEqual([])
})
