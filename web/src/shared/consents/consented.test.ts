import { UPLOAD_ATTEMPTS_MAX } from '@hola/core/constants.ts'
import type { contract } from '@hola/core/contract/contract.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Router } from '../../router/router.ts'
import type { Consent } from './consents.ts'

// A phone that tells nothing but what a plain browser tells.
const events = { addEventListener: () => undefined, removeEventListener: () => undefined }
vi.stubGlobal('window', { ...events, location: { href: 'https://hola.example/' } })
vi.stubGlobal('document', { ...events, hidden: false })
vi.stubGlobal('navigator', { language: 'es-AR', userAgent: 'Chrome' })

const router: Pick<Router, 'snapshot' | 'subscribe'> = {
  snapshot: () => ({ stack: [] as never }) as never,
  subscribe: () => () => undefined,
}

const device: Consent = {
  kind: 'device',
  version: '2026-11',
  is_on: true,
  given_at: '2026-11-16T12:00:00.000Z',
  expires_at: '2999-11-16T12:00:00.000Z',
  withdrawn_at: null,
  stored_count: 0,
  last_stored_at: null,
  deleted_at: null,
  deleted_count: 0,
  kept_because: null,
}

let asked: (keyof typeof contract)[]
let state: Consent
let uploadArrives: boolean

/** The app as it is opened: nothing of an earlier visit is in its memory, one consent is in its storage. */
const openApp = async () => {
  vi.resetModules()
  const { ApiError } = await import('../../lib/api-client.ts')
  const { api } = await import('../../lib/api.ts')
  const { storage } = await import('../../lib/storage.ts')
  const { logIn } = await import('../../lib/session.ts')
  vi.spyOn(api, 'call').mockImplementation(async (path) => {
    asked.push(path)
    if (path === 'privacy/state') return { consents: [state] } as never
    if (!uploadArrives) throw new ApiError('silent', '')
    return {} as never
  })
  storage.set('consents', {
    userId: 'user-1',
    live: { device: { version: '2026-11', expiresAt: '2999-11-16T12:00:00.000Z', isSent: false } },
    notNow: {},
  })
  logIn({ token: 'a', userId: 'user-1' })
  return {
    ...(await import('./consents.ts')),
    ...(await import('./consented.ts')),
    ...(await import('../device-data/device-data.ts')),
  }
}

beforeEach(() => {
  asked = []
  state = device
  uploadArrives = false
})

const uploads = (): number => asked.filter((path) => path === 'user/upload_device').length

test('an upload answered 301 while the consent reads "on" is tried three times a visit', async () => {
  const { startConsented, learnConsentsAgain, onConsentsChange } = await openApp()
  let learned = 0
  onConsentsChange(() => (learned += 1))
  startConsented(router as Router)
  await expect.poll(uploads).toBe(UPLOAD_ATTEMPTS_MAX)
  // Every 301 made it ask for the consents again, and every answer said that this one is on.
  for (let again = 0; again < 5; again += 1) {
    const before = learned
    learnConsentsAgain()
    await expect.poll(() => learned).toBeGreaterThan(before)
  }
  expect(uploads()).toBe(UPLOAD_ATTEMPTS_MAX)
})

test('a consent that was given anew has its own three attempts, and what arrives is sent once', async () => {
  const { startConsented, beginConsented, rememberConsents } = await openApp()
  startConsented(router as Router)
  await expect.poll(uploads).toBe(UPLOAD_ATTEMPTS_MAX)
  uploadArrives = true
  state = { ...device, expires_at: '2999-12-01T12:00:00.000Z' }
  rememberConsents([state])
  expect(await beginConsented(router as Router, 'device')).toBe('begun')
  await beginConsented(router as Router, 'device')
  expect(uploads()).toBe(UPLOAD_ATTEMPTS_MAX + 1)
})

test('what was taken back on another device is not read: the consents are learned first', async () => {
  state = { ...device, is_on: false, expires_at: null, withdrawn_at: '2026-11-16T13:00:00.000Z' }
  const { startConsented, liveConsent } = await openApp()
  startConsented(router as Router)
  await expect.poll(() => liveConsent('device')).toBeUndefined()
  expect(asked).toEqual(['privacy/state'])
})

test('an upload that nothing else prepared learns the consents before it reads', async () => {
  uploadArrives = true
  const { upload } = await openApp()
  expect(await upload('device')).toBe(true)
  expect(asked).toEqual(['privacy/state', 'user/upload_device'])
})
