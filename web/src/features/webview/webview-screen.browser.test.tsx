import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWrapper } from '../../bridge/fake-wrapper.ts'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { axe } from '../../lib/test-phone.ts'
import { installRouter } from '../../router/navigation.ts'
import { PageContext } from '../../router/page-context.ts'
import type { Router } from '../../router/router.ts'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { WebviewScreen } from './webview-screen.tsx'

const opened: string[] = []
/** Knows one page and one tab. */
const router = {
  open: async (api: string, url: string) => {
    opened.push(`${api} ${url}`)
    const known = api === 'switchTab' ? url === '/' : url.startsWith('/pages/policy/policy')
    return known ? { eventChannel: undefined } : { refused: 'not found' }
  },
} as unknown as Router
installRouter(router)

const toast = watchToasts()

beforeEach(() => {
  opened.length = 0
  chooseLocale('en')
})

afterEach(() => {
  delete window.androidBridge
})

const show = (url?: string) => {
  const page = {
    id: 1,
    index: 0,
    path: '/pages/webview/webview',
    query: url === undefined ? {} : { url },
    tab: false,
    opener: 'navigateTo',
  } as const
  return render(
    <PageContext value={{ router, page, row: undefined, setTitle: () => undefined }}>
      <WebviewScreen />
      <FeedbackHost />
    </PageContext>,
  )
}

test.each([
  ['#/pages/policy/policy?type=terms', ['redirectTo /pages/policy/policy?type=terms']],
  [`${window.location.origin}/`, ['redirectTo /', 'switchTab /']],
])('a page of ours takes its place: %s', async (url, expected) => {
  await show(url)
  await expect.poll(() => opened).toEqual(expected)
})

test('an address of ours that is no page is refused', async () => {
  const screen = await show('#/pages/nowhere/nowhere')
  await expect.element(screen.getByRole('heading', { name: 'This address cannot be opened' })).toBeVisible()
})

test.each([
  ['en', 'This page is not ours', 'Open outside the app'],
  ['es', 'Esta página no es nuestra', 'Abrir fuera de la app'],
] as const)('another site is named and offered outside, in %s', async (locale, title, open) => {
  chooseLocale(locale)
  const screen = await show('https://www.bcra.gob.ar/x?y=1')
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByText('www.bcra.gob.ar', { exact: true })).toBeVisible()
  const link = screen.getByRole('link', { name: open })
  await expect.element(link).toHaveAttribute('href', 'https://www.bcra.gob.ar/x?y=1')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(screen.container.querySelector('iframe, embed, object')).toBeNull()
  expect(opened).toEqual([])
  expect(await axe(screen.container)).toEqual([])
})

test('in the wrapper the phone opens it, or says that nothing can', async () => {
  const { asked } = fakeWrapper({ 'intentUriOpen.start': { error: 'unavailable' } })
  const screen = await show('https://www.bcra.gob.ar/')
  await screen.getByRole('link', { name: 'Open outside the app' }).click()
  await expect.poll(toast).toBe('This phone has nothing that can do this.')
  expect(asked).toMatchObject([{ event: 'intentUriOpen', action: 'start', data: { uri: 'https://www.bcra.gob.ar/' } }])
})

test.each([[undefined], ['javascript:alert(1)'], ['http://www.bcra.gob.ar/']])(
  'anything else is refused: %s',
  async (url) => {
    const screen = await show(url)
    await expect.element(screen.getByRole('heading', { name: 'This address cannot be opened' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '#/')
    expect(await axe(screen.container)).toEqual([])
  },
)
