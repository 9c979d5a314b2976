import type { RetOf } from '@hola/core/contract/contract.ts'
import { deviceDataKinds, type DeviceDataKind } from '@hola/core/device/limits.ts'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { onOtherTabChange, storage, type KnownConsents } from '../../lib/storage.ts'

// What this device knows of the consents of whoever uses it. The server decides: without a live consent it stores
// nothing. This is the same rule on the phone, so that nothing is read or sent in vain.

export type Consent = RetOf<'privacy/state'>['consents'][number]
export type ConsentKind = Consent['kind']

/** After "not now", or after a consent was taken back, nobody is asked the same for so long. */
export const ASK_AGAIN_MS = 30 * 24 * 60 * 60 * 1000

const known = (): KnownConsents => storage.get('consents') ?? { live: {}, notNow: {} }

const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Calls back when a consent was given, taken back or learned of, here or in another tab. */
export const onConsentsChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  const stop = onOtherTabChange('consents', listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** The consent of whoever is logged in, if she has given it and it has not run out. */
export const liveConsent = (
  kind: DeviceDataKind,
  now = Date.now(),
): { readonly version: string; readonly expiresAt: string; readonly isSent: boolean } | undefined => {
  const { userId: owner, live } = known()
  const { userId } = session()
  const consent = live[kind]
  return userId !== undefined && userId === owner && consent && Date.parse(consent.expiresAt) > now
    ? consent
    : undefined
}

/** What the server has said in this visit, and about whom. What is kept on the phone may be older than a withdrawal. */
let told: { readonly userId: string; readonly kinds: ReadonlySet<ConsentKind> } | undefined

/** Whether data of this kind may be read now: the consent is live, and the server has said so since the app was opened. */
export const mayRead = (kind: DeviceDataKind): boolean =>
  told?.userId === session().userId && told?.kinds.has(kind) === true && liveConsent(kind) !== undefined

/** Whether the question may be put: it is open, and it was not answered with "not now" a short while ago. */
export const mayAsk = (kind: DeviceDataKind, now = Date.now()): boolean => {
  const saidNo = known().notNow[kind]
  return !liveConsent(kind, now) && (saidNo === undefined || now - saidNo >= ASK_AGAIN_MS)
}

export const sayNotNow = (kind: ConsentKind, now = Date.now()): void => {
  if (kind === 'biometric') return
  const before = known()
  storage.set('consents', { ...before, notNow: { ...before.notNow, [kind]: now } })
}

const isDeviceData = (kind: ConsentKind): kind is DeviceDataKind => deviceDataKinds.some((each) => each === kind)

/** Takes what the server says about some kinds; what this device knew about the others stays. */
export const rememberConsents = (consents: readonly Consent[]): void => {
  const { userId } = session()
  if (userId === undefined) return
  const before = known()
  const isOther = before.userId !== userId
  // What somebody else did on this phone is not sent in the name of this person.
  if (isOther) storage.remove('event-list')
  const live = isOther ? {} : { ...before.live }
  const notNow = { ...before.notNow }
  for (const { kind, version, is_on, expires_at, withdrawn_at, last_stored_at } of consents) {
    if (!isDeviceData(kind)) continue
    const was = live[kind]
    delete live[kind]
    if (is_on && expires_at !== null) {
      // An answer that was on its way while something was sent does not know of it.
      const isSent = last_stored_at !== null || (was?.expiresAt === expires_at && was.isSent)
      live[kind] = { version, expiresAt: expires_at, isSent }
    }
    if (!live[kind] && withdrawn_at !== null) notNow[kind] = Math.max(notNow[kind] ?? 0, Date.parse(withdrawn_at))
    if (kind === 'behaviour' && !live[kind]) storage.remove('event-list')
  }
  storage.set('consents', { userId, live, notNow })
  const heard = told?.userId === userId ? told.kinds : []
  told = { userId, kinds: new Set([...heard, ...consents.map(({ kind }) => kind)]) }
  tell()
}

const sentListeners = new Set<() => void>()

/** Calls back when something of this device has been stored. */
export const onSent = (listener: () => void): (() => void) => {
  sentListeners.add(listener)
  return () => sentListeners.delete(listener)
}

export const rememberSent = (kind: DeviceDataKind): void => {
  const before = known()
  const consent = before.live[kind]
  if (consent) storage.set('consents', { ...before, live: { ...before.live, [kind]: { ...consent, isSent: true } } })
  for (const listener of sentListeners) listener()
}

let learned: { readonly userId: string; readonly done: Promise<void> } | undefined

/** Asks the server once in a visit which consents there are: they may have been given on another device. */
export const learnConsents = (): Promise<void> => {
  const { userId } = session()
  if (userId === undefined) return Promise.resolve()
  if (learned?.userId === userId) return learned.done
  const done = api.call('privacy/state', {}, { quiet: true }).then(({ consents }) => rememberConsents(consents))
  learned = { userId, done }
  done.catch(() => (learned = undefined))
  return done
}

/** The server knows no consent that this device believed in: what is true is asked again. */
export const learnConsentsAgain = (): void => {
  learned = undefined
  learnConsents().catch(() => undefined)
}

export const giveConsent = async (kind: ConsentKind, version: string): Promise<Consent> => {
  const { consent } = await api.call('privacy/consent', { give: true, kind, version }, { quiet: true })
  rememberConsents([consent])
  return consent
}

export const withdrawConsent = async (kind: ConsentKind): Promise<Consent> => {
  const { consent } = await api.call('privacy/consent', { give: false, kind }, { quiet: true })
  rememberConsents([consent])
  return consent
}

/** The account is gone: nothing of it stays on this device. */
export const forgetConsents = (): void => {
  storage.remove('consents')
  storage.remove('event-list')
  tell()
}
