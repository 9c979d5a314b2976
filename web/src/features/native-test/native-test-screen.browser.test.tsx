import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { bridgeExamples } from '@hola/core/bridge/examples.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWrapper } from '../../bridge/fake-wrapper.ts'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { logIn, logOut } from '../../lib/session.ts'
import { axe } from '../../lib/test-phone.ts'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { checkGroups, quietChecks } from './checks.ts'
import { NativeTestScreen } from './native-test-screen.tsx'

const toast = watchToasts()

beforeEach(() => {
  localStorage.clear()
  logOut()
  chooseLocale('en')
})

afterEach(() => {
  delete window.androidBridge
})

const open = () =>
  render(
    <>
      <NativeTestScreen />
      <FeedbackHost />
    </>,
  )

test('every event of the wrapper can be tried', () => {
  const checks = checkGroups.flatMap(({ checks }) => checks)
  expect(checks.toSorted()).toEqual([...Object.keys(bridgeExamples), 'unknown'].toSorted())
})

test.each([
  ['en', /This page runs in a browser/, 'Run selfAppInfo', 'Not sent'],
  ['es', /Esta página corre en un navegador/, 'Probar selfAppInfo', 'No se envió'],
] as const)('in a browser it says so, and shows what a send throws, in %s', async (locale, where, button, verdict) => {
  chooseLocale(locale)
  const screen = await open()
  await expect.element(screen.getByText(where)).toBeVisible()
  await screen.getByRole('button', { name: button }).click()
  await expect.element(screen.getByText(verdict)).toBeVisible()
  await expect.element(screen.getByText('androidBridge unsupport', { exact: true })).toBeVisible()
  expect(await axe(screen.container)).toEqual([])
})

test('in the wrapper it shows what was asked and what came back, and a photo as one', async () => {
  const { asked } = fakeWrapper()
  const screen = await open()
  await expect.element(screen.getByText('This page runs in the Android app.')).toBeVisible()
  await screen.getByRole('button', { name: 'Run takePhoto' }).click()
  await expect.element(screen.getByText('Answered')).toBeVisible()
  await expect.element(screen.getByText(/"kind": "id_front"/)).toBeVisible()
  await expect.element(screen.getByText(/… \(188\)/)).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'The photo that was taken' })).toBeInTheDocument()
  // No text has this version, so nobody can keep what was photographed by it.
  expect(asked).toMatchObject([{ event: 'takePhoto', data: { consent_version: 'device-test' } }])
  expect(await axe(screen.container)).toEqual([])
})

test('device data is asked for without a consent when none was given, and the refusal is told', async () => {
  const { asked } = fakeWrapper({ smsInfo: { error: 'no_consent' } })
  const screen = await open()
  await screen.getByRole('button', { name: 'Run smsInfo' }).click()
  await expect.element(screen.getByText('You have not agreed to this, so nothing was read.')).toBeVisible()
  await expect.element(screen.getByText('no_consent', { exact: true })).toBeVisible()
  expect(asked[0]).toMatchObject({ event: 'smsInfo', mode: 'not_upload', data: {} })
})

test('what is not understood is shown as it came', async () => {
  fakeWrapper({ selfAppInfo: '<html>' })
  const screen = await open()
  await screen.getByRole('button', { name: 'Run selfAppInfo' }).click()
  await expect.element(screen.getByText('invalid_answer', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('<html>', { exact: true })).toBeVisible()
})

test('data can be left to the app to send, in the name of whoever is logged in', async () => {
  logIn({ token: 'a'.repeat(43), userId: 'user-1' })
  const { asked } = fakeWrapper({ deviceInfo: { stored_count: 1 } })
  const screen = await open()
  await screen.getByRole('radio', { name: /Sent by the app/ }).click()
  await screen.getByRole('button', { name: 'Run deviceInfo' }).click()
  await expect.element(screen.getByText(/"stored_count": 1/)).toBeVisible()
  expect(asked[0]).toMatchObject({
    mode: 'native_upload',
    data: { upload: { token: 'a'.repeat(43), language: 'en', app_name: 'Hola', version_code: 1 } },
  })
})

test('the quiet checks run one after the other and open nothing', async () => {
  const { asked } = fakeWrapper()
  const screen = await open()
  await screen.getByRole('button', { name: 'Run the quiet checks' }).click()
  await expect.poll(toast).toBe(`Checks that ran: ${quietChecks.length}.`)
  expect(asked.map(({ event, action }) => [event, action].join(' ').trim())).toEqual([
    'selfAppInfo',
    'permission check',
    'localCache set',
    'localCache get',
    'intentUriOpen check_support',
    'nobodyKnowsThis',
  ])
})
