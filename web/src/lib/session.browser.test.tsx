import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { logIn, logOut, onSessionChange, session, startSession, useSession } from './session.ts'

startSession()

const person = { token: 'a-token', userId: 'user-1', phone: '+5491123456789' }

/** What the browser tells this tab when another one has changed the storage. */
const fromOtherTab = (change: () => void, key: string | null): void => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => {
  localStorage.clear()
  logOut()
})

afterEach(() => {
  delete window.androidBridge
})

describe('the login flag', () => {
  test('is false for a guest', () => {
    expect(session()).toEqual({ isLogged: false, userId: undefined, phone: undefined })
  })

  test('is true on launch when a token is stored', async () => {
    localStorage.setItem('token', 'a-token')
    vi.resetModules()
    const launched = await import('./session.ts')
    expect(launched.session().isLogged).toBe(false)
    launched.startSession()
    expect(launched.session().isLogged).toBe(true)
  })

  test('logging in stores token, user id and phone', () => {
    logIn(person)
    expect(session()).toEqual({ isLogged: true, userId: 'user-1', phone: '+5491123456789' })
    expect({ ...localStorage }).toEqual({ token: 'a-token', 'user-id': 'user-1', phone: '+5491123456789' })
  })

  test('logging in by mail forgets the phone of whoever was here before', () => {
    localStorage.setItem('phone', '+5491100000000')
    logIn({ token: 'a-token', userId: 'user-1' })
    expect(localStorage.getItem('phone')).toBeNull()
  })

  test('components follow it', async () => {
    const Flag = () => <p>{useSession().isLogged ? 'logged in' : 'guest'}</p>
    const screen = await render(<Flag />)
    await expect.element(screen.getByText('guest')).toBeVisible()
    logIn(person)
    await expect.element(screen.getByText('logged in')).toBeVisible()
  })
})

describe('logging out', () => {
  test('removes token, user id, phone and my-loan index, and keeps what belongs to the device', () => {
    logIn(person)
    localStorage.setItem('my-loan-index', '1')
    localStorage.setItem('app-info', '{"versionName":"9.9.9","versionCode":9}')
    localStorage.setItem('event-list', '[{"key":"open","time":1}]')
    localStorage.setItem('language', 'es')
    logOut()
    expect(session().isLogged).toBe(false)
    expect(Object.keys({ ...localStorage }).sort()).toEqual(['app-info', 'event-list', 'language'])
  })

  test('outside the wrapper nothing breaks', () => {
    logIn(person)
    expect(logOut).not.toThrow()
  })

  test('inside the wrapper the native cache is cleared', () => {
    const postMessage = vi.fn<(json: string) => void>()
    window.androidBridge = { postMessage }
    logIn(person)
    logOut()
    expect(postMessage.mock.calls).toEqual([['{"event":"localCache","action":"clear"}']])
  })

  test('a wrapper that fails does not keep anybody logged in', () => {
    window.androidBridge = {
      postMessage: () => {
        throw new Error('native side is gone')
      },
    }
    logIn(person)
    expect(logOut).not.toThrow()
    expect(session().isLogged).toBe(false)
  })
})

describe('two tabs stay in step', () => {
  test('a log-out in one is a log-out in the other', () => {
    logIn(person)
    fromOtherTab(() => localStorage.removeItem('token'), 'token')
    expect(session().isLogged).toBe(false)
  })

  test('clearing the whole storage is one too', () => {
    logIn(person)
    fromOtherTab(() => localStorage.clear(), null)
    expect(session().isLogged).toBe(false)
  })

  test('another person is another session, though somebody is logged in throughout', () => {
    logIn(person)
    const changed = vi.fn<() => void>()
    const stop = onSessionChange(changed)
    fromOtherTab(() => {
      localStorage.setItem('user-id', 'user-2')
      localStorage.setItem('token', 'another-token')
    }, 'token')
    stop()
    expect(session().userId).toBe('user-2')
    expect(changed).toHaveBeenCalledTimes(1)
  })
})
