import { someOf } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { logIn } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { ProfileScreen } from './profile-screen.tsx'

freshPhone()

const home = '/api/app/home'
const membership = '/api/app/membership_info'

const person = { first_name: 'Lucía', contact_masked: '+54 9 ••• 6789' }
const nothing = {
  state: 'not_applied',
  next_action: { kind: 'start_application', step: null, order_id: null },
  active_order: null,
  person,
  quota: null,
  best_coupon: null,
}
const quota = {
  total_centavos: 20_000_000,
  used_centavos: 0,
  frozen_centavos: 0,
  remaining_centavos: 5_000_000,
  available_centavos: 15_000_000,
}
const known = {
  level: 2,
  loans_to_next_level_count: 1,
  levels: [
    { level: 1, name: 'Starting' },
    { level: 2, name: 'Known' },
  ],
}

const logInSomebody = () => logIn({ token: 'a-token', userId: 'user-1', phone: '+5491123456789' })

const linksOf = (container: Element): Record<string, string | null> =>
  Object.fromEntries([...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]))

const forEverybody = {
  'Frequent questions': '#/pages/index/home-components/home-help',
  'How to pay': '#/pages/custom-service/repay_help',
  'Talk to a person': '#/pages/custom-service/custom-service',
  'My data': '#/pages/privacy/privacy',
  'Privacy and terms': '#/pages/policy/policy?type=privacy',
  'Withdraw from contract': '#/pages/consumer/regret',
  'Cancel service': '#/pages/consumer/unsubscribe',
  Settings: '#/pages/settings/settings',
  'Our apps': '#/pages/hola-app-list/hola-app-list',
}

const logInPage = '#/pages/account/get-code-page/get-code-page'

test('a guest finds help, her rights, settings and the way in', async () => {
  const screen = await render(<ProfileScreen />)
  expect(linksOf(screen.container)).toEqual({ 'Log in': logInPage, ...forEverybody })
  expect(await axe(screen.container)).toEqual([])
})

test('the same in Spanish', async () => {
  chooseLocale('es')
  const screen = await render(<ProfileScreen />)
  expect(Object.values(linksOf(screen.container))).toEqual([logInPage, ...Object.values(forEverybody)])
  expect(await axe(screen.container)).toEqual([])
})

test('a user sees who she is, and her membership, coupons and history too', async () => {
  logInSomebody()
  fakeServer({ [home]: succeed(nothing), [membership]: succeed(known) })
  const screen = await render(<ProfileScreen />)
  await expect.element(screen.getByRole('heading', { name: 'Lucía' })).toBeVisible()
  await expect.element(screen.getByText('+54 9 11 2345 6789')).toBeVisible()
  await expect.element(screen.getByText('Known', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Start my application' })).toBeVisible()
  expect(linksOf(screen.container)).toEqual({
    'Start my application': '#/pages/step/step-basic/step-basic',
    'The offer and your limit': '#/pages/index/home-components/home-top',
    'MembershipKnown. 1 more loan on time to the next level': '#/pages/vip/vip',
    Coupons: '#/pages/contract-new/my-coupon',
    'Loan history': '#/pages/my-loan/my-loan',
    ...forEverybody,
  })
  expect(await axe(screen.container)).toEqual([])
})

test('a refusal is known here too: from when she may try again, and the way to the reasons', async () => {
  logInSomebody()
  const refused = { ...nothing, state: 'refused', retry_at: '2026-11-30T15:30:27.000Z' }
  fakeServer({ [home]: succeed(refused), [membership]: succeed(known) })
  const screen = await render(<ProfileScreen />)
  await expect.element(screen.getByRole('heading', { name: 'Review not approved' })).toBeVisible()
  await expect.element(screen.getByText(/From 30\/11\/2026 at 12:31\.$/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See why' }))
    .toHaveAttribute('href', '#/pages/index/review-state/review-state')
  expect(await axe(screen.container)).toEqual([])
})

test('who logs in by e-mail sees as much of the address as she needs to know it', async () => {
  logIn({ token: 'a-token', userId: 'user-1' })
  const contact_masked = 'l•••@hola.example'
  fakeServer({
    [home]: succeed({ ...nothing, person: { first_name: null, contact_masked } }),
    [membership]: succeed(known),
  })
  const screen = await render(<ProfileScreen />)
  await expect.element(screen.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect.element(screen.getByText(contact_masked)).toBeVisible()
})

test.each(someOf('languages of Profile', ['en', 'es'] as const, 1))(
  'the limit with its parts, the level and the coupon to use, in %s',
  async (locale) => {
    chooseLocale(locale)
    logInSomebody()
    fakeServer({
      [home]: succeed({ ...nothing, quota, best_coupon: { title: 'Welcome coupon' } }),
      [membership]: succeed({ ...known, loans_to_next_level_count: null }),
    })
    const screen = await render(<ProfileScreen />)
    const limit = screen.getByRole('region', { name: locale === 'en' ? 'Your limit' : 'Tu límite' })
    await expect.element(limit.getByText('$\u00A0150.000')).toBeVisible()
    await expect.element(limit.getByText('$\u00A0200.000')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: locale === 'en' ? 'Coupons Welcome coupon' : /Welcome coupon/ }))
      .toHaveAttribute('href', '#/pages/contract-new/my-coupon')
    await expect
      .element(
        screen.getByRole('link', { name: locale === 'en' ? /Known, the highest level/ : /Known, el nivel más alto/ }),
      )
      .toBeVisible()
    expect(await axe(screen.container)).toEqual([])
  },
)

test('without a connection everything else stays, and the limit can be asked for again', async () => {
  logInSomebody()
  const server = fakeServer({ [home]: 'offline', [membership]: 'offline' })
  const screen = await render(<ProfileScreen />)
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Membership' })).toBeVisible()
  expect(await axe(screen.container)).toEqual([])
  server.answers[home] = succeed({ ...nothing, quota })
  await again.click()
  await expect.element(screen.getByText('$\u00A0150.000')).toBeVisible()
})

test('the history opens the second list of My loan', async () => {
  logInSomebody()
  fakeServer({ [home]: succeed(nothing), [membership]: succeed(known) })
  const screen = await render(<ProfileScreen />)
  await screen.getByRole('link', { name: 'Loan history' }).click()
  expect(localStorage.getItem('my-loan-index')).toContain('1')
})
