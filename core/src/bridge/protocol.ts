import { financeApps } from '../device/finance-apps.ts'
import type { Shape, ShapeValue } from './shape.ts'

/**
 * What the web app and the Android wrapper say to each other; docs/BRIDGE.md tells how. Plain data: the fixtures beside
 * it are made from it, and the wrapper reads those.
 */

/** An answer whose JSON is longer than this goes in chunks of at most so many UTF-16 units. */
export const CHUNK_CHARS_MAX = 64 * 1024

/** A photograph of the largest size that the server takes, in base64, and some room. A longer answer is given up. */
export const ANSWER_CHARS_MAX = 12 * 1024 * 1024

/** The photograph itself; the server takes no larger one. */
const PHOTO_BYTES_MAX = 8 * 1024 * 1024

/** `native_upload`: the wrapper sends it to the server and answers how much was kept. `not_upload`: it hands it over. */
export const dataModes = ['not_upload', 'native_upload'] as const
export type DataMode = (typeof dataModes)[number]

/** Two builds: `play` has what Google Play allows a lender, `direct` all of the specification. */
export const wrapperBuilds = ['play', 'direct'] as const

/** What the person can allow, and which build knows it. Nothing else is ever asked for. */
export const nativePermissions = {
  camera: { android: 'android.permission.CAMERA', builds: ['play', 'direct'] },
  location: { android: 'android.permission.ACCESS_COARSE_LOCATION', builds: ['play', 'direct'] },
  sms: { android: 'android.permission.READ_SMS', builds: ['direct'] },
} as const
export type NativePermission = keyof typeof nativePermissions

/** Whose agreement a call needs; it names the version of the text that was agreed to. */
export type BridgeConsent = 'biometric' | 'device' | 'location' | 'sms' | 'apps'

/** Why the wrapper did not do it. It answers `{"error": "…"}` in the place of the data. */
export const nativeErrors = [
  /** No such event, or no such action of it. */
  'unknown_event',
  /** The data or the mode is not as this page says. */
  'invalid_data',
  'no_consent',
  'permission_denied',
  /** The person closed it. */
  'cancelled',
  /** Another one of the kind is open. */
  'busy',
  /** There is nothing yet; asking again later may help. */
  'not_ready',
  /** This build or this phone has no such thing. */
  'unavailable',
  /** The third attempt failed too. */
  'upload_failed',
  'failed',
] as const
export type NativeError = (typeof nativeErrors)[number]

/** Addresses that the wrapper opens in another app. Never `intent:`, `file:`, `content:` or `javascript:`. */
export const uriSchemes = ['https', 'mailto', 'tel', 'whatsapp', 'mercadopago', 'market'] as const

const text = <const Max extends number>(max: Max) => ({ kind: 'text', min: 1, max }) as const
const instant = {
  kind: 'text',
  min: 20,
  max: 30,
  pattern: '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z',
} as const
const version = { kind: 'text', min: 1, max: 20, pattern: '[0-9A-Za-z][0-9A-Za-z.-]*' } as const

const consented = { consent_version: version } as const
const cacheKey = { kind: 'text', min: 1, max: 64, pattern: '[a-z][a-z0-9_-]*' } as const
const uri = { kind: 'text', min: 1, max: 2000, pattern: '[a-z]+:[\\x21-\\x7e]+' } as const
const permission = { name: { kind: 'choice', of: ['camera', 'location', 'sms'] } } as const
const permissionState = {
  granted: { kind: 'flag' },
  /** False when the person must go to the settings of the phone, or when this build does not know the permission. */
  can_ask: { kind: 'flag' },
} as const
const photo = {
  photo: {
    kind: 'record',
    fields: {
      mime_type: { kind: 'choice', of: ['image/jpeg'] },
      base64: { kind: 'text', min: 4, max: Math.ceil(PHOTO_BYTES_MAX / 3) * 4, pattern: '[A-Za-z0-9+/]+={0,2}' },
    },
  },
} as const
const nothing = {} as const
const financePackages = financeApps.map(({ packageName }) => packageName)

/** What the wrapper needs to make a call of its own, given with `native_upload` and never kept. */
const upload = {
  token: { kind: 'text', min: 43, max: 64, pattern: '[A-Za-z0-9_-]+' },
  language: { kind: 'choice', of: ['en', 'es'] },
  app_name: text(40),
  version: text(30),
  version_code: { kind: 'whole', min: 1, max: 1_000_000_000 },
} as const

/** In the place of the answer, when the wrapper has sent the data itself. */
const uploaded = { stored_count: { kind: 'whole', min: 0, max: 1_000_000 } } as const

type Row = {
  readonly summary: string
  readonly data: Shape
  readonly answer: Shape
  readonly consent: BridgeConsent | null
  readonly permission: NativePermission | null
  /** The call of the server that takes the answer: then both data modes exist, `not_upload` being the usual one. */
  readonly uploads: 'user/upload_device' | 'user/upload_sms' | 'user/upload_app' | null
  /** How long the web app waits; null where a person takes her time. */
  readonly answer_seconds_max: number | null
}

const rows = <const Rows extends Readonly<Record<string, Row>>>(table: Rows): Rows => table

/** Every call, by `event` or `event.action`. The names of the records are those of the server's calls. */
export const bridgeCalls = rows({
  liveness: {
    summary: 'Takes a selfie with the front camera, now; never one of the gallery.',
    data: consented,
    answer: photo,
    consent: 'biometric',
    permission: 'camera',
    uploads: null,
    answer_seconds_max: null,
  },
  takePhoto: {
    summary: 'Takes a photograph of a side of the ID card, or of the face, with the camera of the phone.',
    data: { ...consented, kind: { kind: 'choice', of: ['id_front', 'id_back', 'selfie'] } },
    answer: photo,
    consent: 'biometric',
    permission: 'camera',
    uploads: null,
    answer_seconds_max: null,
  },
  deviceInfo: {
    summary: 'What kind of phone this is. No identifier of the phone, of its line or of the person.',
    data: consented,
    answer: {
      manufacturer: text(60),
      model: text(60),
      os_version: text(30),
      app_version: text(30),
      locale: text(35),
      time_zone: text(60),
    },
    consent: 'device',
    permission: null,
    uploads: 'user/upload_device',
    answer_seconds_max: 30,
  },
  smsInfo: {
    summary: 'Which services wrote, when and about what, newest first. Never a person’s message, never a text.',
    data: consented,
    answer: {
      sms_list: {
        kind: 'list',
        max: 500,
        of: {
          kind: 'record',
          fields: {
            sender: text(20),
            received_at: instant,
            kind: { kind: 'choice', of: ['income', 'payment', 'transfer', 'loan', 'overdue', 'other'] },
            amount_centavos: { kind: 'whole', min: 0, max: 10_000_000_000_000, nullable: true },
          },
        },
      },
    },
    consent: 'sms',
    permission: 'sms',
    uploads: 'user/upload_sms',
    answer_seconds_max: 60,
  },
  installAppInfo: {
    summary: 'Which finance apps of a fixed list are installed. Never the whole inventory.',
    data: consented,
    answer: { packages: { kind: 'list', max: financePackages.length, of: { kind: 'choice', of: financePackages } } },
    consent: 'apps',
    permission: null,
    uploads: 'user/upload_app',
    answer_seconds_max: 30,
  },
  selfAppInfo: {
    summary: 'Which wrapper this is.',
    data: nothing,
    answer: {
      package_name: text(120),
      version_name: { kind: 'text', min: 5, max: 20, pattern: '\\d+\\.\\d+\\.\\d+' },
      version_code: { kind: 'whole', min: 1, max: 1_000_000_000 },
      build: { kind: 'choice', of: wrapperBuilds },
    },
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  pickerContact: {
    summary: 'The system’s own picker: the one contact that the person chooses, and nothing else of the list.',
    data: nothing,
    answer: { name: { kind: 'text', min: 0, max: 200 }, phone: text(40) },
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: null,
  },
  afEvent: {
    summary: 'Counts that something happened. A name alone: no person, no device, no advertising id.',
    data: { name: { kind: 'choice', of: ['register', 'log_in'] } },
    answer: nothing,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'location.start': {
    summary: 'Begins to follow the approximate place, while the app is visible.',
    data: consented,
    answer: nothing,
    consent: 'location',
    permission: 'location',
    uploads: null,
    answer_seconds_max: 30,
  },
  'location.stop': {
    summary: 'Stops, and forgets the last place.',
    data: nothing,
    answer: nothing,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'location.data': {
    summary: 'The last place, in hundredths of a degree (about a kilometre); not_ready before there is one.',
    data: consented,
    answer: {
      latitude_centidegrees: { kind: 'whole', min: -9_000, max: 9_000 },
      longitude_centidegrees: { kind: 'whole', min: -18_000, max: 18_000 },
      taken_at: instant,
    },
    consent: 'location',
    permission: 'location',
    uploads: null,
    answer_seconds_max: 10,
  },
  'permission.check': {
    summary: 'Whether the person has allowed it. Asks nothing.',
    data: permission,
    answer: permissionState,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'permission.request': {
    summary: 'Shows what it is for, and only then the question of the system.',
    data: permission,
    answer: permissionState,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: null,
  },
  'localCache.get': {
    summary: 'A text that was kept on this phone, or null.',
    data: { key: cacheKey },
    answer: { value: { kind: 'text', min: 0, max: 65_536, nullable: true } },
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'localCache.set': {
    summary: 'Keeps a text on this phone until it is cleared.',
    data: { key: cacheKey, value: { kind: 'text', min: 0, max: 65_536 } },
    answer: nothing,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'localCache.clear': {
    summary: 'Forgets all that was kept. Logging out sends it.',
    data: nothing,
    answer: nothing,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'intentUriOpen.check_support': {
    summary: 'Whether some app of this phone opens the address.',
    data: { uri },
    answer: { supported: { kind: 'flag' } },
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
  'intentUriOpen.start': {
    summary: 'Opens the address in another app; unavailable when there is none.',
    data: { uri },
    answer: nothing,
    consent: null,
    permission: null,
    uploads: null,
    answer_seconds_max: 10,
  },
})

export type BridgeCall = keyof typeof bridgeCalls

export type BridgeData<Call extends BridgeCall> = ShapeValue<(typeof bridgeCalls)[Call]['data']>
export type BridgeAnswer<Call extends BridgeCall> = ShapeValue<(typeof bridgeCalls)[Call]['answer']>

/** The calls that exist in both data modes. */
export type UploadableCall = {
  [Call in BridgeCall]: (typeof bridgeCalls)[Call]['uploads'] extends null ? never : Call
}[BridgeCall]

/** With `native_upload` these stand in the data as `upload`, and the answer is `uploaded`. */
export const nativeUpload = { upload: { kind: 'record', fields: upload }, uploaded } as const
export type UploadCredentials = ShapeValue<typeof upload>
export type Uploaded = ShapeValue<typeof uploaded>

/** A message to the wrapper. Without an id no answer is wanted. */
export type BridgeMessage = {
  readonly event: string
  readonly action?: string
  readonly mode?: DataMode
  readonly data?: unknown
  readonly callbackId?: string
}
