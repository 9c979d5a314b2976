import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { MyCouponScreen } from './my-coupon-screen.tsx'

const coupons = '/api/coupon/my_coupon'
const orderId = '0197a000-0000-7000-8000-000000000001'

const idOf = (number: number): string => `0197a000-0000-7000-8000-00000000000${number}`
const welcome = {
  coupon_id: idOf(1),
  kind: 'fee_reduction',
  title: 'Welcome coupon',
  state: 'usable',
  expires_at: '2026-12-16T02:59:59.000Z',
  used_at: null,
  order_id: null,
  fee_reduction_centavos: 200_000,
}
const days = {
  coupon_id: idOf(2),
  kind: 'interest_free_extension',
  title: 'More time',
  state: 'usable',
  expires_at: '2026-12-20T02:59:59.000Z',
  used_at: null,
  order_id: null,
  extension_days: 15,
}
const used = { ...welcome, coupon_id: idOf(3), state: 'used', used_at: '2026-10-02T12:00:00.000Z', order_id: orderId }
const expired = { ...welcome, coupon_id: idOf(4), state: 'expired', expires_at: '2026-09-01T12:00:00.000Z' }

freshPhone(somebody)

test.each([
  ['en', ['To use', 'Used', 'Expired']],
  ['es', ['Para usar', 'Usados', 'Vencidos']],
] as const)('usable, used and expired under their headings in %s', async (locale, headings) => {
  chooseLocale(locale)
  fakeServer({ [coupons]: succeed({ coupons: [expired, welcome, used, days] }) })
  const screen = await render(<MyCouponScreen />)
  await expect.element(screen.getByRole('heading', { name: headings[0] })).toBeVisible()
  expect([...screen.container.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual(headings)
  expect(await axe(screen.container)).toEqual([])
})

test('each says what it gives and until when; a used one leads to its loan', async () => {
  fakeServer({ [coupons]: succeed({ coupons: [welcome, days, used, expired] }) })
  const screen = await render(<MyCouponScreen />)
  const toUse = screen.getByRole('region', { name: 'To use' })
  await expect.element(toUse.getByText('$\u00A02.000 off the fees')).toBeVisible()
  await expect.element(toUse.getByText('Valid until 15/12/2026 at 23:59')).toBeVisible()
  await expect.element(toUse.getByText('15 more days to pay, free of interest')).toBeVisible()
  await expect.element(screen.getByText('Expired on 01/09/2026')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: /Used on 02\/10\/2026/ }))
    .toHaveAttribute('href', `#/pages/order-detail/order-detail?order_id=${orderId}`)
})

test('none at all says how to get one', async () => {
  fakeServer({ [coupons]: succeed({ coupons: [] }) })
  const screen = await render(<MyCouponScreen />)
  await expect.element(screen.getByRole('heading', { name: 'You have no coupons yet' })).toBeVisible()
  expect(await axe(screen.container)).toEqual([])
})

test('none to use says so above the old ones', async () => {
  fakeServer({ [coupons]: succeed({ coupons: [expired] }) })
  const screen = await render(<MyCouponScreen />)
  await expect.element(screen.getByText('None to use at the moment.')).toBeVisible()
})

test('without a connection it says so and tries again', async () => {
  const server = fakeServer({ [coupons]: 'offline' })
  const screen = await render(<MyCouponScreen />)
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  server.answers[coupons] = succeed({ coupons: [welcome] })
  await again.click()
  await expect.element(screen.getByText('Welcome coupon')).toBeVisible()
})
