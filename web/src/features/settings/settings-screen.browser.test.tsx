import { beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn, session } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const options = '/api/app/get_login_option'

freshPhone()
beforeEach(() => {
  fakeServer({ [options]: succeed({ is_sandbox: true }) })
})

const open = () =>
  render(
    <>
      <SettingsScreen />
      <FeedbackHost />
    </>,
  )

test('the language can be changed, and each names itself', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  await screen.getByRole('radio', { name: 'Español' }).click()
  await expect.element(screen.getByRole('group', { name: 'Idioma' })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Español' })).toBeChecked()
  await screen.getByRole('radio', { name: 'Tiếng Việt' }).click()
  await expect.element(screen.getByRole('group', { name: 'Ngôn ngữ' })).toBeVisible()
  expect(localStorage.getItem('language')).toBe('vi')
  expect(await axe(screen.container)).toEqual([])
})

test('a borrower sees the versions, and nothing that only testers need', async () => {
  fakeServer({ [options]: succeed({ is_sandbox: false }) })
  const screen = await open()
  for (const version of ['2.3.0 (1)', '101505'])
    await expect.element(screen.getByText(version, { exact: true })).toBeVisible()
  await expect.poll(() => queryClient.getQueryState(['app/get_login_option', 'en'])?.status).toBe('success')
  for (const words of ['1.0.5', 'For testers', 'Device test'])
    await expect.element(screen.getByText(words, { exact: true })).not.toBeInTheDocument()
})

test.each([
  ['in the sandbox', true, false],
  ['inside the wrapper', false, true],
])('%s what testers need stands under a heading of its own', async (_, isSandbox, isWrapped) => {
  fakeServer({ [options]: succeed({ is_sandbox: isSandbox }) })
  if (isWrapped) vi.stubGlobal('androidBridge', { postMessage: () => undefined })
  const screen = await open()
  const testers = screen.getByRole('region', { name: 'For testers' })
  await expect.element(testers).toBeVisible()
  await expect.element(screen.getByText('1.0.5', { exact: true })).toBeVisible()
  expect([...testers.element().querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/settings/page_native_test',
    '#/pages/demo/live-push/live-push',
    '#/pages/index/api-state/api-state',
  ])
  expect(await axe(screen.container)).toEqual([])
})

test('a guest has nothing to log out of', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Log out' })).not.toBeInTheDocument()
})

describe('signing out', () => {
  beforeEach(() => {
    logIn({ token: 'a-token', userId: 'user-1' })
    localStorage.setItem('draft', '{"version":1,"userId":"user-1","forms":{"basic":{}}}')
  })

  test('asks first, and going back changes nothing', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Log out' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Do you want to log out?' })).toBeVisible()
    await screen.getByRole('button', { name: 'Go back' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Do you want to log out?' })).not.toBeInTheDocument()
    expect(session().isLogged).toBe(true)
  })

  test.each([
    ['the server revokes the token', succeed({})],
    ['also without a network', 'offline' as const],
  ])('when confirmed it forgets the person on this device and what she typed: %s', async (_, answer) => {
    const server = fakeServer({ '/api/user/logout': answer, [options]: succeed({ is_sandbox: false }) })
    const screen = await open()
    await screen.getByRole('button', { name: 'Log out' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect.element(screen.getByText('You have logged out.')).toBeVisible()
    expect(session().isLogged).toBe(false)
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('draft')).toBeNull()
    const loggedOut = server.asked.filter(({ path }) => path === '/api/user/logout')
    expect(loggedOut.map(({ headers }) => headers.get('token'))).toEqual(['a-token'])
    await expect.element(screen.getByRole('button', { name: 'Log out' })).not.toBeInTheDocument()
  })
})

test('what we write about can be turned off one by one; a guest sees nothing of it', async () => {
  const guest = await open()
  expect(guest.getByRole('switch').elements()).toEqual([])
  await guest.unmount()
  logIn({ token: 'a-token', userId: 'user-1' })
  let off: readonly string[] = []
  const server = fakeServer({
    '/api/user/message_choice': ({ body }) => {
      off = (body as { off?: string[] }).off ?? off
      const topics = ['decision', 'money', 'payment', 'due', 'level']
      return succeed({ topics: topics.map((topic) => ({ topic, is_on: !off.includes(topic) })) })
    },
  })
  const screen = await open()
  const level = screen.getByRole('switch', { name: 'A new level' })
  await expect.element(level).toBeChecked()
  await level.click()
  await expect.element(level).not.toBeChecked()
  await screen.getByRole('switch', { name: 'Due days' }).click()
  await expect.poll(() => off).toEqual(['due', 'level'])
  await level.click()
  await expect.poll(() => off).toEqual(['due'])
  expect(server.asked.filter(({ path }) => path === '/api/user/message_choice')).toHaveLength(4)
  expect(await axe(screen.container)).toEqual([])
})
