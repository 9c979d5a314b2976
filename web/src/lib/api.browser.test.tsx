import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { hideToast } from '@hola/ui/overlay/feedback.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { api } from './api.ts'
import { fakeServer, succeed } from './fake-server.ts'
import { logIn, logOut, session } from './session.ts'

beforeEach(() => {
  localStorage.clear()
  logOut()
  hideToast()
  chooseLocale('en')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const toast = watchToasts()

const headersOf = async (): Promise<Record<string, string>> => {
  const { asked } = fakeServer({ '/api/app/home': succeed({}) })
  await api.call('app/home', {})
  return Object.fromEntries(asked[0]?.headers ?? [])
}

describe('every call carries who asks, in which language and from which version', () => {
  test('a guest', async () => {
    expect(await headersOf()).toEqual({
      'content-type': 'application/json',
      language: 'en',
      'app-name': 'Hola',
      version: '2.3.0.101505',
      'version-code': '1',
    })
  })

  test('a user sends her token', async () => {
    logIn({ token: 'a-token', userId: 'user-1' })
    expect(await headersOf()).toMatchObject({ token: 'a-token' })
  })

  test.each([
    ['es', 'es'],
    ['vi', 'en'],
  ] as const)('interface in %s asks for %s', async (locale, language) => {
    chooseLocale(locale)
    expect(await headersOf()).toMatchObject({ language })
  })

  test("the wrapper's version wins", async () => {
    localStorage.setItem('app-info', '{"versionName":"3.1.4","versionCode":31}')
    expect(await headersOf()).toMatchObject({ version: '3.1.4.101505', 'version-code': '31' })
  })
})

describe('what the person sees and what happens to her session', () => {
  test('the end of a session logs out and says so', async () => {
    logIn({ token: 'a-token', userId: 'user-1' })
    fakeServer({ '/api/app/home': { code: '10001', msg: 'Your session has ended.' } })
    await expect(api.call('app/home', {})).rejects.toMatchObject({ kind: 'logged_out' })
    expect(session().isLogged).toBe(false)
    expect(localStorage.getItem('token')).toBeNull()
    expect(toast()).toBe('Your session has ended.')
  })

  test.each([
    ['en', 'No connection. Check your internet and try again.'],
    ['es', 'Sin conexión. Revisá tu internet y volvé a intentar.'],
  ] as const)('a lost connection is told in her language: %s', async (locale, text) => {
    chooseLocale(locale)
    fakeServer({ '/api/app/home': 'offline' })
    await expect(api.call('app/home', {})).rejects.toMatchObject({ kind: 'network' })
    expect(toast()).toBe(text)
  })

  test('code 301 is silent', async () => {
    fakeServer({ '/api/app/home': { code: '301', msg: 'not yet' } })
    await expect(api.call('app/home', {})).rejects.toMatchObject({ kind: 'silent' })
    expect(toast()).toBeUndefined()
  })
})
