import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { run } from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../lib/fake-server.ts'
import { hideToast } from '@hola/ui/overlay/feedback.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { SpecimensCard } from './specimens-card.tsx'

const specimens = '/sandbox/api/specimens'
// The smallest JPEG there is would do; the card only shows what it is given.
const made = succeed({ front_base64: 'RlJPTlQ=', back_base64: 'QkFDSw==', selfie_base64: 'U0VMRg==' })

const toast = watchToasts()

beforeEach(() => {
  hideToast()
  chooseLocale('en')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const fill = async () => {
  const screen = await render(<SpecimensCard />)
  await expect.element(screen.getByLabelText('First name')).not.toBeVisible()
  await screen.getByText('Details for the photos').click()
  await screen.getByLabelText('First name').fill('Ana')
  await screen.getByLabelText('Last name').fill('Paz')
  await screen.getByLabelText('ID card number (DNI)').fill('30.123.456')
  await screen.getByLabelText('Date of birth').fill('1983-08-14')
  return screen
}

test('makes three photos for the person typed in, each to be seen and downloaded', async () => {
  const server = fakeServer({ [specimens]: made })
  const screen = await fill()
  await screen.getByRole('button', { name: 'Make the photos' }).click()
  for (const [name, file] of [
    ['Front', 'dni-front-30123456.jpg'],
    ['Back', 'dni-back-30123456.jpg'],
    ['Selfie', 'selfie-30123456.jpg'],
  ] as const) {
    await expect
      .element(screen.getByRole('img', { name: `Specimen: ${name}. Wrong with it: Nothing` }))
      .toBeInTheDocument()
    const link = screen.getByRole('link', { name: `Download: ${name}` })
    await expect.element(link).toHaveAttribute('download', file)
    expect(link.element().getAttribute('href')).toMatch(/^data:image\/jpeg;base64,/)
  }
  expect(server.asked[0]?.body).toEqual({
    first_name: 'Ana',
    last_name: 'Paz',
    dni: '30123456',
    birth_day: '1983-08-14',
    gender: 'f',
    variant: 'ok',
  })
  expect((await run(screen.container)).violations.map(({ id }) => id)).toEqual([])
})

test.each([
  ['Another DNI', 'other_dni'],
  ['Another face', 'other_face'],
  ['Blurred', 'blurred'],
  ['Expired', 'expired'],
])('makes wrong ones: %s', async (name, variant) => {
  const server = fakeServer({ [specimens]: made })
  const screen = await fill()
  await screen.getByRole('radio', { name }).click()
  await screen.getByRole('radio', { name: 'X', exact: true }).click()
  await screen.getByRole('button', { name: 'Make the photos' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'Download: Selfie' }))
    .toHaveAttribute('download', `selfie-30123456-${variant}.jpg`)
  expect(server.asked[0]?.body).toMatchObject({ gender: 'x', variant })
})

test('what the server says against it is shown', async () => {
  fakeServer({ [specimens]: { code: '40000', msg: 'Please check "dni"' } })
  const screen = await fill()
  await screen.getByRole('button', { name: 'Make the photos' }).click()
  await expect.poll(toast).toBe('Please check "dni"')
})
