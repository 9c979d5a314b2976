import { someOf } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { AppListScreen } from './app-list-screen.tsx'

const list = '/api/app/get_app_list'

const apps = [
  { app_id: 'saving', name: 'Hola Saving', description: 'Puts money aside.', url: 'https://hola.example/saving' },
  { app_id: 'shop', name: 'Hola Shop', description: 'In our shops.', url: null },
]

freshPhone()

test.each([
  ['en', 'This is our only app', 'Go to Home'],
  ['es', 'Esta es nuestra única aplicación', 'Ir al inicio'],
] as const)('none yet says so and leads back, in %s', async (locale, title, home) => {
  chooseLocale(locale)
  fakeServer({ [list]: succeed({ apps: [] }) })
  const screen = await render(<AppListScreen />)
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: home })).toHaveAttribute('href', '#/')
  expect(await axe(screen.container)).toEqual([])
})

test.each(someOf('languages of the other apps', ['en', 'es'] as const, 1))(
  'each with its words, and where to get it beside this one, in %s',
  async (locale) => {
    chooseLocale(locale)
    fakeServer({ [list]: succeed({ apps }) })
    const screen = await render(<AppListScreen />)
    const saving = screen.getByRole('region', { name: 'Hola Saving' })
    await expect.element(saving.getByText('Puts money aside.')).toBeVisible()
    const link = saving.getByRole('link', { name: /Hola Saving/ })
    await expect.element(link).toHaveAttribute('href', 'https://hola.example/saving')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect
      .element(link)
      .toHaveAccessibleDescription(locale === 'en' ? 'Opens in a new window' : 'Se abre en otra ventana')
    const shop = screen.getByRole('region', { name: 'Hola Shop' })
    await expect.element(shop).toBeVisible()
    expect(shop.getByRole('link').elements()).toEqual([])
    expect(await axe(screen.container)).toEqual([])
  },
)

test('without a connection it says so and tries again', async () => {
  const server = fakeServer({ [list]: 'offline' })
  const screen = await render(<AppListScreen />)
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  server.answers[list] = succeed({ apps: [] })
  await again.click()
  await expect.element(screen.getByRole('heading', { name: 'This is our only app' })).toBeVisible()
})
