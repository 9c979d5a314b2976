import { UPLOAD_ATTEMPTS_MAX } from '../constants.ts'
import { bridgeExamples, uploadExample } from './examples.ts'
import { financeApps } from '../device/finance-apps.ts'
import {
  ANSWER_CHARS_MAX,
  bridgeCalls,
  CHUNK_CHARS_MAX,
  dataModes,
  nativeErrors,
  nativePermissions,
  nativeUpload,
  uriSchemes,
  wrapperBuilds,
} from './protocol.ts'
import type { BridgeCall, BridgeMessage, NativeError, NativePermission } from './protocol.ts'

/** The files that the wrapper and its tests read. They are made here; a test compares, `vitest -u` writes them anew. */

const calls = Object.keys(bridgeCalls) as BridgeCall[]

const protocol = {
  chunk_chars_max: CHUNK_CHARS_MAX,
  answer_chars_max: ANSWER_CHARS_MAX,
  upload_attempts_max: UPLOAD_ATTEMPTS_MAX,
  data_modes: dataModes,
  builds: wrapperBuilds,
  permissions: nativePermissions,
  errors: nativeErrors,
  uri_schemes: uriSchemes,
  finance_apps: financeApps.map(({ packageName }) => packageName),
  native_upload: nativeUpload,
  calls: bridgeCalls,
}

type Situation = {
  readonly name: string
  readonly build: (typeof wrapperBuilds)[number]
  readonly granted: readonly NativePermission[]
  /** As it comes from the page: text, which need not be JSON. */
  readonly message: string
} & (
  | {
      /** The call that the wrapper carries out, with the data that it goes by. */ readonly does: BridgeCall
      readonly data: unknown
    }
  | { readonly error: NativeError }
  | { /** No answer at all: there is nobody to answer to. */ readonly ignored: true }
)

const everything = Object.keys(nativePermissions) as NativePermission[]
const usual = { build: 'direct', granted: everything } as const

const messageOf = (call: BridgeCall, data: unknown, rest: Partial<BridgeMessage> = {}): string => {
  const [event = '', action] = call.split('.')
  return JSON.stringify({ event, ...(action !== undefined && { action }), ...rest, data, callbackId: '17300000000001' })
}

const done: Situation[] = calls.map((call) => {
  const { data } = bridgeExamples[call]
  return { ...usual, name: `${call} is done`, message: messageOf(call, data), does: call, data }
})

const withUpload = (call: BridgeCall) => ({ ...bridgeExamples[call].data, upload: uploadExample })

const uploads: Situation[] = calls
  .filter((call) => bridgeCalls[call].uploads !== null)
  .map((call) => ({
    ...usual,
    name: `${call} is uploaded`,
    message: messageOf(call, withUpload(call), { mode: 'native_upload' }),
    does: call,
    data: withUpload(call),
  }))

const withoutConsent: Situation[] = calls
  .filter((call) => bridgeCalls[call].consent !== null)
  .map((call) => {
    const { consent_version: _, ...data } = bridgeExamples[call].data as { consent_version: string }
    return { ...usual, name: `${call} without a consent`, message: messageOf(call, data), error: 'no_consent' }
  })

const withoutPermission: Situation[] = calls.flatMap((call) => {
  const { permission } = bridgeCalls[call]
  if (permission === null) return []
  const granted = everything.filter((name) => name !== permission)
  const message = messageOf(call, bridgeExamples[call].data)
  return [{ name: `${call} without ${permission}`, build: 'direct', granted, message, error: 'permission_denied' }]
})

const refused: Situation[] = (
  [
    ['an event that nobody knows', '{"event":"contacts","callbackId":"c1"}', 'unknown_event'],
    ['an event whose name is in every object', '{"event":"constructor","callbackId":"c1"}', 'unknown_event'],
    ['no event', '{"callbackId":"c1"}', 'unknown_event'],
    ['an event that is no text', '{"event":7,"callbackId":"c1"}', 'unknown_event'],
    ['an action that nobody knows', '{"event":"location","action":"watch","callbackId":"c1"}', 'unknown_event'],
    ['an action that is missing', '{"event":"location","callbackId":"c1"}', 'unknown_event'],
    ['an action too many', '{"event":"selfAppInfo","action":"get","callbackId":"c1"}', 'unknown_event'],
    ['a call written in one', '{"event":"location.stop","callbackId":"c1"}', 'unknown_event'],
    ['data that is no record', '{"event":"afEvent","data":["register"],"callbackId":"c1"}', 'invalid_data'],
    ['data that is missing', '{"event":"afEvent","callbackId":"c1"}', 'invalid_data'],
    ['a name that is not in the list', messageOf('afEvent', { name: 'salary' }), 'invalid_data'],
    ['a permission that we never ask for', messageOf('permission.request', { name: 'contacts' }), 'invalid_data'],
    ['a number where a text belongs', messageOf('localCache.set', { key: 'note', value: 7 }), 'invalid_data'],
    ['a key that is too long', messageOf('localCache.get', { key: 'k'.repeat(65) }), 'invalid_data'],
    ['a key that is a path', messageOf('localCache.get', { key: '../databases' }), 'invalid_data'],
    ['an empty consent', messageOf('deviceInfo', { consent_version: '' }), 'no_consent'],
    ['a consent that is no text', messageOf('deviceInfo', { consent_version: true }), 'no_consent'],
    [
      'a mode that nobody knows',
      messageOf('deviceInfo', bridgeExamples.deviceInfo.data, { mode: 'upload' as 'not_upload' }),
      'invalid_data',
    ],
    ['a mode where there is none', messageOf('selfAppInfo', {}, { mode: 'native_upload' }), 'invalid_data'],
    [
      'an upload without a token',
      messageOf('deviceInfo', bridgeExamples.deviceInfo.data, { mode: 'native_upload' }),
      'invalid_data',
    ],
    ...[
      'intent://x#Intent;end',
      'file:///sdcard/x',
      'content://sms',
      'javascript:alert(1)',
      'http://example.com/',
      'sms:30303',
    ].map(
      (uri) =>
        [`an address that is never opened: ${uri}`, messageOf('intentUriOpen.start', { uri }), 'invalid_data'] as const,
    ),
  ] as const
).map(([name, message, error]) => ({ ...usual, name, message, error }))

const ignored: Situation[] = [
  ['text that is no JSON', 'androidBridge'],
  ['JSON that is no record', '["selfAppInfo"]'],
  ['nothing', ''],
  ['an unknown event that wants no answer', '{"event":"contacts"}'],
].map(([name = '', message = '']) => ({ ...usual, name, message, ignored: true }))

const others: Situation[] = [
  {
    ...usual,
    name: 'what the table does not name is left behind',
    message: messageOf('permission.check', { name: 'location', and: 'more' }),
    does: 'permission.check',
    data: { name: 'location' },
  },
  {
    ...usual,
    name: 'not_upload said in so many words',
    message: messageOf('deviceInfo', bridgeExamples.deviceInfo.data, { mode: 'not_upload' }),
    does: 'deviceInfo',
    data: bridgeExamples.deviceInfo.data,
  },
  {
    ...usual,
    name: 'a log-out clears the cache, wants no answer and sends no data',
    message: '{"event":"localCache","action":"clear"}',
    does: 'localCache.clear',
    data: {},
  },
  {
    build: 'play',
    granted: ['camera', 'location'],
    name: 'the play build has no SMS, whatever was agreed',
    message: messageOf('smsInfo', bridgeExamples.smsInfo.data),
    error: 'unavailable',
  },
]

const messages = [...done, ...uploads, ...withoutConsent, ...withoutPermission, ...refused, ...ignored, ...others]

/** How the JSON of an answer is cut: by UTF-16 units, so also through a pair; it is joined before anybody reads it. */
const cut = (json: string, charsMax: number): string[] => {
  if (json.length <= charsMax) return []
  return Array.from({ length: Math.ceil(json.length / charsMax) }, (_, at) =>
    json.slice(at * charsMax, (at + 1) * charsMax),
  )
}

const chunks = [
  { name: 'short enough to go in one piece', json: '{"a":12}', chars_max: 8 },
  { name: 'one too long', json: '{"a":123}', chars_max: 8 },
  { name: 'an even number of pieces', json: '{"a":12345678901}', chars_max: 8 },
  { name: 'through a pair of surrogates', json: '{"a":"1🧉2"}', chars_max: 8 },
  { name: 'through an escape', json: '{"a":"1\\u00f12"}', chars_max: 8 },
].map((row) => ({ ...row, chunks: cut(row.json, row.chars_max) }))

/** Text as it stands in the script that hands it to the page: ASCII alone, so that no line end and no half pair is lost. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const scripts = [
  'plain',
  'a "quote" and a \\',
  'line\nend',
  'ñandú 🧉',
  '\u2028\u2029',
  '\ud83e',
  '</script>',
  '\u0000',
].map((text) => ({ text, literal: literal(text) }))

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const bridgeFixtures = {
  'protocol.json': json(protocol),
  'messages.json': json(messages),
  'answers.json': json(calls.map((call) => ({ call, answer: bridgeExamples[call].answer }))),
  'delivery.json': json({ chunks, scripts }),
}
