import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { fakeMembership } from './fake-membership.ts'
import { VipScreen } from './vip-screen.tsx'

const membership = '/api/app/membership_info'

freshPhone(somebody)

test.each([
  ['en', 'Level 2 of 4', '1 more loan paid on time takes you to “Trusted”.', 'What each level gives', 'How it works'],
  [
    'es',
    'Nivel 2 de 4',
    'Con 1 préstamo más pagado a tiempo llegás a «Trusted».',
    'Qué da cada nivel',
    'Cómo funciona',
  ],
] as const)('her level and the way to the next, in %s', async (locale, place, next, levels, how) => {
  chooseLocale(locale)
  fakeServer({ [membership]: succeed(fakeMembership()) })
  const screen = await render(<VipScreen />)
  await expect.element(screen.getByRole('heading', { name: 'Known' })).toBeVisible()
  await expect.element(screen.getByText(place)).toBeVisible()
  await expect.element(screen.getByText(next)).toBeVisible()
  await expect.element(screen.getByRole('region', { name: levels })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: how })).toBeVisible()
  expect(await axe(screen.container)).toEqual([])
})

test('each level says what it gives and how far it is', async () => {
  fakeServer({ [membership]: succeed(fakeMembership()) })
  const screen = await render(<VipScreen />)
  const levels = screen.getByRole('region', { name: 'What each level gives' })
  await expect.element(levels).toBeVisible()
  const items = [...levels.element().querySelectorAll('li')].map(({ innerText }) => innerText.replaceAll('\u00A0', ' '))
  const gives = [
    [/Starting/, /10 % of the loan/, /75 % of your limit/],
    [/Known/, /9 % of the loan/, /85 % of your limit/, /You are here/],
    [/Trusted/, /8 % of the loan/, /95 % of your limit/, /1 more loan on time/],
    [/Full trust/, /7 % of the loan/, /100 % of your limit/, /4 more loans on time/],
  ]
  expect(items).toHaveLength(gives.length)
  for (const [index, words] of gives.entries()) for (const word of words) expect(items[index]).toMatch(word)
  expect(levels.element().querySelector('[aria-current="step"]')?.textContent).toContain('Known')
})

test.each([
  [
    'nothing paid on time yet',
    { level: 1, loans_cleared_on_time_count: 0, loans_to_next_level_count: 1 },
    'No loan paid on time yet',
  ],
  [
    'one',
    { level: 2, loans_cleared_on_time_count: 1, loans_to_next_level_count: 2 },
    '2 more loans paid on time take you to “Trusted”.',
  ],
  [
    'at the top',
    { level: 4, loans_cleared_on_time_count: 7, loans_to_next_level_count: null },
    'You are at the highest level.',
  ],
])('the level is shown: %s', async (_, more, words) => {
  fakeServer({ [membership]: succeed(fakeMembership(more)) })
  const screen = await render(<VipScreen />)
  await expect.element(screen.getByText(words)).toBeVisible()
})

test('the coupon that a loan on time brings is a tap away', async () => {
  fakeServer({ [membership]: succeed(fakeMembership()) })
  const screen = await render(<VipScreen />)
  await expect
    .element(screen.getByRole('link', { name: /And brings a coupon/ }))
    .toHaveAttribute('href', '#/pages/contract-new/my-coupon')
})

test('without a connection it says so and tries again', async () => {
  const server = fakeServer({ [membership]: 'offline' })
  const screen = await render(<VipScreen />)
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  server.answers[membership] = succeed(fakeMembership())
  await again.click()
  await expect.element(screen.getByText('Level 2 of 4')).toBeVisible()
})
