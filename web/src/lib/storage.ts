import type { BodyOf } from '@hola/core/contract/contract.ts'
import type { BehaviourEvent } from '@hola/core/device/behaviour.ts'
import type { DeviceDataKind } from '@hola/core/device/limits.ts'

/** What the wrapper, or else the web app itself, knows about its version. */
export type AppInfo = { readonly versionName: string; readonly versionCode: number }

/** What was typed into the forms and not saved yet; draft.ts keeps it. */
export type Drafts = {
  readonly version: number
  readonly userId: string
  readonly forms: Readonly<
    Record<string, { readonly savedAt: string | null; readonly typedAt: string; readonly values: unknown }>
  >
}

/** A code that is on its way, so that a reload on the page that asks for it loses nothing. */
export type SentCode = {
  readonly channel: 'phone' | 'mail'
  readonly address: string
  readonly sentTo: string
  /** Milliseconds of this device's clock. */
  readonly resendAt: number
  /** How long the wait for another was when it began, where it is not the usual one. */
  readonly waitMs?: number
  readonly expiresAt: number
  /** To ask whether it could be delivered; not known of a code that another device has asked for. */
  readonly deliveryId?: string
  readonly digits: number
  readonly privacyVersion: string
  readonly termsVersion: string
}

/** The same for the code that signs. */
export type SentSignCode = Pick<SentCode, 'channel' | 'sentTo' | 'resendAt' | 'expiresAt' | 'deliveryId'> & {
  readonly userId: string
}

/** Requests to sign that were sent and not answered, letter by letter, by the id of who signs. */
export type UnansweredApplies = Readonly<Record<string, BodyOf<'loan/apply'>>>

/** The last signature on this device: by it other tabs learn that theirs is done. */
export type LastSigned = { readonly userId: string; readonly applyId: string; readonly orderId: string }

/** Requests to pay or to extend that were sent and not answered, letter by letter, by the ids of user and order. */
export type UnansweredRepays = Readonly<Record<string, BodyOf<'deal/repay_request'>>>

/** What this device knows of the consents, and which questions were answered with "not now"; consents.ts keeps it. */
export type KnownConsents = {
  /** Whose the live ones are. */
  readonly userId?: string
  readonly live: {
    readonly [Kind in DeviceDataKind]?: {
      readonly version: string
      readonly expiresAt: string
      /** Whether anything has been stored under it: what is sent once is not sent again. */
      readonly isSent: boolean
    }
  }
  /** Milliseconds of this device's clock. Nobody else on the phone is asked either: not asking is the safe side. */
  readonly notNow: { readonly [Kind in DeviceDataKind]?: number }
}

/** Answers of the server to show without a connection, with when they came (milliseconds of this device's clock). */
export type LastKnown = {
  readonly owner: string
  readonly answers: Readonly<Record<string, { readonly data: unknown; readonly readAt: number }>>
}

/** Everything that is kept on this device, by its key in local storage. */
type Stored = {
  token: string
  'user-id': string
  phone: string
  /** By it the server knows this browser from an earlier log-in, for the limits on codes alone. It opens nothing. */
  'browser-token': string
  'app-info': AppInfo
  'my-loan-index': number
  'event-list': readonly BehaviourEvent[]
  consents: KnownConsents
  draft: Drafts
  'login-code': SentCode
  'sign-code': SentSignCode
  'unanswered-apply': UnansweredApplies
  'last-signed': LastSigned
  'unanswered-repay': UnansweredRepays
  'last-known': LastKnown
}

export type StorageKey = keyof Stored

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const text = {
  print: (value: string): string => value,
  parse: (stored: string): string | undefined => (stored === '' ? undefined : stored),
}

const json = <Value>(isValue: (value: unknown) => value is Value) => ({
  print: (value: Value): string => JSON.stringify(value),
  parse: (stored: string): Value | undefined => {
    try {
      const value: unknown = JSON.parse(stored)
      return isValue(value) ? value : undefined
    } catch {
      return undefined
    }
  },
})

const isEventList = (value: unknown): value is readonly BehaviourEvent[] =>
  Array.isArray(value) &&
  value.every((event) => isRecord(event) && typeof event['key'] === 'string' && typeof event['time'] === 'number')

/** Bodies that wait for an answer, each with the id by which the server knows it. */
const requests = <Bodies extends UnansweredApplies | UnansweredRepays>(id: string) =>
  json(
    (value): value is Bodies =>
      isRecord(value) && Object.values(value).every((body) => isRecord(body) && typeof body[id] === 'string'),
  )

/** Anybody can edit local storage: what does not have the right shape counts as absent. */
const codecs: {
  readonly [Key in StorageKey]: {
    readonly print: (value: Stored[Key]) => string
    readonly parse: (stored: string) => Stored[Key] | undefined
  }
} = {
  token: text,
  'user-id': text,
  phone: text,
  'browser-token': {
    print: (value) => value,
    parse: (stored) => (/^[\w-]{43}$/.test(stored) ? stored : undefined),
  },
  'app-info': json(
    (value): value is AppInfo =>
      isRecord(value) && typeof value['versionName'] === 'string' && Number.isInteger(value['versionCode']),
  ),
  'my-loan-index': json((value): value is number => Number.isInteger(value)),
  'event-list': json(isEventList),
  consents: json(
    (value): value is KnownConsents => isRecord(value) && isRecord(value['live']) && isRecord(value['notNow']),
  ),
  draft: json((value): value is Drafts => isRecord(value) && isRecord(value['forms'])),
  'login-code': json(
    (value): value is SentCode =>
      isRecord(value) && typeof value['address'] === 'string' && typeof value['resendAt'] === 'number',
  ),
  'sign-code': json(
    (value): value is SentSignCode =>
      isRecord(value) && typeof value['userId'] === 'string' && typeof value['resendAt'] === 'number',
  ),
  'unanswered-apply': requests<UnansweredApplies>('apply_id'),
  'last-signed': json(
    (value): value is LastSigned =>
      isRecord(value) && typeof value['applyId'] === 'string' && typeof value['orderId'] === 'string',
  ),
  'unanswered-repay': requests<UnansweredRepays>('request_id'),
  'last-known': json((value): value is LastKnown => isRecord(value) && isRecord(value['answers'])),
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type DeviceStorage = {
  readonly get: <Key extends StorageKey>(key: Key) => Stored[Key] | undefined
  readonly set: <Key extends StorageKey>(key: Key, value: Stored[Key]) => void
  readonly remove: (key: StorageKey) => void
}

/**
 * A browser may forbid local storage, or have no room left. Then values live in memory as long as the page: somebody
 * who has just logged in stays logged in, and nothing throws.
 */
export const createStorage = (shelf: () => Shelf): DeviceStorage => {
  /** `undefined` marks a key that was removed here while the shelf could not be reached. */
  const inMemory = new Map<StorageKey, string | undefined>()

  const read = (key: StorageKey): string | undefined => {
    if (inMemory.has(key)) return inMemory.get(key)
    try {
      return shelf().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  }

  return {
    get(key) {
      const stored = read(key)
      return stored === undefined ? undefined : codecs[key].parse(stored)
    },
    set(key, value) {
      const printed = codecs[key].print(value)
      try {
        shelf().setItem(key, printed)
        inMemory.delete(key)
      } catch {
        inMemory.set(key, printed)
      }
    },
    remove(key) {
      try {
        shelf().removeItem(key)
        inMemory.delete(key)
      } catch {
        inMemory.set(key, undefined)
      }
    },
  }
}

/** Asked for at every use: merely naming `localStorage` throws where it is blocked. */
export const storage = createStorage(() => localStorage)

/** Calls back when another tab has changed a key. Returns how to stop. */
export const onOtherTabChange = (key: StorageKey, listener: () => void): (() => void) => {
  const heard = (event: StorageEvent): void => {
    // `key` is null when the other tab cleared everything.
    if (event.key === key || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
