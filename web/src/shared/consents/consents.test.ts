import { beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import {
  ASK_AGAIN_MS,
  learnConsents,
  liveConsent,
  mayAsk,
  onConsentsChange,
  rememberConsents,
  rememberSent,
  sayNotNow,
  type Consent,
} from './consents.ts'
import { logIn, logOut } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'

const NOW = Date.parse('2026-11-16T12:00:00.000Z')

const consent = (more: Partial<Consent> = {}): Consent => ({
  kind: 'device',
  version: '2026-11',
  is_on: true,
  given_at: '2026-11-16T12:00:00.000Z',
  expires_at: '2027-11-16T12:00:00.000Z',
  withdrawn_at: null,
  stored_count: 0,
  last_stored_at: null,
  deleted_at: null,
  deleted_count: 0,
  kept_because: null,
  ...more,
})

const off = { is_on: false, expires_at: null } as const

// A server has no tabs beside it.
vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })

beforeEach(() => {
  storage.remove('consents')
  storage.remove('event-list')
  logOut()
  logIn({ token: 'a', userId: 'user-1' })
})

describe('a consent is live', () => {
  test('when the server says so, for whoever gave it, until it runs out', () => {
    expect(liveConsent('device', NOW)).toBeUndefined()
    rememberConsents([consent()])
    expect(liveConsent('device', NOW)).toMatchObject({ version: '2026-11', isSent: false })
    expect(liveConsent('location', NOW)).toBeUndefined()
    expect(liveConsent('device', Date.parse('2027-11-16T12:00:00.000Z'))).toBeUndefined()
    logOut()
    expect(liveConsent('device', NOW)).toBeUndefined()
    logIn({ token: 'b', userId: 'user-2' })
    expect(liveConsent('device', NOW)).toBeUndefined()
    logIn({ token: 'c', userId: 'user-1' })
    expect(liveConsent('device', NOW)).toBeDefined()
  })

  test('no longer when it is taken back; the others stay', () => {
    rememberConsents([consent(), consent({ kind: 'location' })])
    rememberConsents([consent({ ...off, withdrawn_at: '2026-11-16T12:00:00.000Z' })])
    expect(liveConsent('device', NOW)).toBeUndefined()
    expect(liveConsent('location', NOW)).toBeDefined()
  })

  test('what was sent for it stays known, whatever an older answer says, until it is given anew', () => {
    rememberConsents([consent()])
    rememberSent('device')
    rememberConsents([consent()])
    expect(liveConsent('device', NOW)).toMatchObject({ isSent: true })
    rememberConsents([consent({ expires_at: '2027-12-01T12:00:00.000Z' })])
    expect(liveConsent('device', NOW)).toMatchObject({ isSent: false })
  })

  test('and whoever watches hears of it', () => {
    const heard = vi.fn<() => void>()
    const stop = onConsentsChange(heard)
    rememberConsents([consent()])
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    rememberConsents([consent()])
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('events of the screens', () => {
  const events = [{ key: 'photos', time: 1 }] as const

  test.each([
    ['stay with their owner', () => rememberConsents([consent({ kind: 'behaviour' })]), true],
    ['go with the consent', () => rememberConsents([consent({ kind: 'behaviour', ...off })]), false],
    [
      'are not sent in the name of somebody else',
      () => {
        logIn({ token: 'b', userId: 'user-2' })
        rememberConsents([consent({ kind: 'behaviour' })])
      },
      false,
    ],
  ])('the events stay or go: %s', (_, act, stay) => {
    rememberConsents([consent({ kind: 'behaviour' })])
    storage.set('event-list', events)
    act()
    expect(storage.get('event-list') !== undefined).toBe(stay)
  })
})

describe('asking', () => {
  test('the question is open at first', () => {
    expect(mayAsk('device', NOW)).toBe(true)
  })

  test.each([
    ['at once', 0, false],
    ['a day before a month is over', ASK_AGAIN_MS - 24 * 60 * 60 * 1000, false],
    ['a month later', ASK_AGAIN_MS, true],
    ['with a clock that was set back', -1000, false],
  ])('after "not now", %s: %s', (_, passed, may) => {
    sayNotNow('device', NOW)
    expect(mayAsk('device', NOW + passed)).toBe(may)
    expect(mayAsk('location', NOW + passed)).toBe(true)
  })

  test('nobody is asked for what she has given, nor soon for what she took back, here or elsewhere', () => {
    rememberConsents([consent(), consent({ kind: 'location', ...off, withdrawn_at: '2026-11-10T12:00:00.000Z' })])
    expect(mayAsk('device', NOW)).toBe(false)
    expect(mayAsk('location', NOW)).toBe(false)
    expect(mayAsk('location', Date.parse('2026-12-10T12:00:00.000Z'))).toBe(true)
  })

  test('the server is asked once in a visit, and again when it did not answer', async () => {
    const call = vi.spyOn(api, 'call')
    call.mockRejectedValueOnce(new Error('offline'))
    await expect(learnConsents()).rejects.toThrow('offline')
    call.mockResolvedValueOnce({ consents: [consent()] } as never)
    await Promise.all([learnConsents(), learnConsents()])
    await learnConsents()
    expect(call).toHaveBeenCalledTimes(2)
    expect(liveConsent('device', NOW)).toBeDefined()
  })
})
