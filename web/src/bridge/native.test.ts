import { bridgeExamples, uploadExample } from '@hola/core/bridge/examples.ts'
import { bridgeCalls } from '@hola/core/bridge/protocol.ts'
import type { BridgeCall, BridgeMessage } from '@hola/core/bridge/protocol.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as functions from './native.ts'

let native: typeof functions
/** What the wrapper of the test does with a message. */
let handle: (message: BridgeMessage) => void
let posted: BridgeMessage[]

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  posted = []
  vi.stubGlobal('window', {
    androidBridge: {
      postMessage: (json: string) => {
        const message = JSON.parse(json) as BridgeMessage
        posted.push(message)
        handle(message)
      },
    },
  })
  vi.spyOn(console, 'debug').mockReturnValue()
  native = await import('./native.ts')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answerWith = (data: unknown): void => {
  handle = ({ callbackId }) => window.onNativeMessage?.(JSON.stringify({ callbackId, data }))
}

const ways: { readonly [Call in BridgeCall]: () => Promise<unknown> } = {
  liveness: () => native.liveness('2026-12'),
  takePhoto: () => native.takePhoto('id_front', '2026-12'),
  deviceInfo: () => native.deviceInfo('2026-12'),
  smsInfo: () => native.smsInfo('2026-12'),
  installAppInfo: () => native.installAppInfo('2026-12'),
  selfAppInfo: () => native.selfAppInfo(),
  pickerContact: () => native.pickerContact(),
  afEvent: () => native.afEvent('register'),
  'location.start': () => native.location.start('2026-12'),
  'location.stop': () => native.location.stop(),
  'location.data': () => native.location.read('2026-12'),
  'permission.check': () => native.permission.check('location'),
  'permission.request': () => native.permission.request('camera'),
  'localCache.get': () => native.localCache.get('note'),
  'localCache.set': () => native.localCache.set('note', 'ñandú 🧉'),
  'localCache.clear': () => native.localCache.clear(),
  'intentUriOpen.check_support': () => native.intentUriOpen.checkSupport('mercadopago://home'),
  'intentUriOpen.start': () => native.intentUriOpen.start('https://wa.me/5491100000000'),
}

const calls = Object.keys(bridgeCalls) as BridgeCall[]

describe.each(calls)('the bridge call %s', (call) => {
  const { data, answer } = bridgeExamples[call]
  const [event, action] = call.split('.')

  test('sends its message and answers with what the wrapper says', async () => {
    answerWith(answer)
    expect(await ways[call]()).toEqual(answer)
    const { callbackId, ...message } = posted[0] ?? {}
    expect(callbackId).toMatch(/^\d{14,}$/)
    expect(message).toEqual({ event, ...(action !== undefined && { action }), data })
  })

  test('takes the same answer in chunks', async () => {
    handle = ({ callbackId }) => {
      for (const unit of [...JSON.stringify(answer), undefined])
        window.onNativeChunk?.(JSON.stringify({ callbackId, data: unit }))
    }
    expect(await ways[call]()).toEqual(answer)
  })

  test('says why when the wrapper refuses', async () => {
    answerWith({ error: 'permission_denied' })
    expect(await ways[call]()).toEqual({ refused: 'permission_denied' })
  })

  test('outside the wrapper says so', async () => {
    delete window.androidBridge
    expect(await ways[call]()).toEqual({ refused: 'outside' })
  })

  test('gives up after its time, or waits for a person', async () => {
    handle = () => undefined
    const ended = vi.fn<(answer: unknown) => void>()
    void ways[call]().then(ended)
    const seconds: number | null = bridgeCalls[call].answer_seconds_max
    await vi.advanceTimersByTimeAsync((seconds ?? 3600) * 1000)
    expect(ended.mock.calls).toEqual(seconds === null ? [] : [[{ refused: 'no_answer' }]])
  })
})

describe('what a wrapper may not say', () => {
  const sms = { sender: 'BANCO', received_at: '2026-12-01T12:30:00Z', kind: 'income', amount_centavos: 1 }
  const hostile: [string, () => Promise<unknown>, unknown][] = [
    ['nothing', ways.deviceInfo, undefined],
    ['null', ways.deviceInfo, null],
    ['a number', ways.deviceInfo, 7],
    ['text that is no JSON', ways.deviceInfo, '<html>'],
    ['a list', ways.deviceInfo, [bridgeExamples.deviceInfo.answer]],
    ['a field less', ways.deviceInfo, { ...bridgeExamples.deviceInfo.answer, model: undefined }],
    ['a field of another type', ways.deviceInfo, { ...bridgeExamples.deviceInfo.answer, model: { toString: 'x' } }],
    ['a text without end', ways.deviceInfo, { ...bridgeExamples.deviceInfo.answer, model: 'x'.repeat(1000) }],
    ['"true" for true', ways['permission.check'], { granted: 'true', can_ask: true }],
    [
      'a place off the earth',
      ways['location.data'],
      { ...bridgeExamples['location.data'].answer, latitude_centidegrees: 9001 },
    ],
    ['an app that is not on the list', ways.installAppInfo, { packages: ['com.whatsapp'] }],
    ['half a centavo', ways.smsInfo, { sms_list: [{ ...sms, amount_centavos: 0.5 }] }],
    ['more messages than there can be', ways.smsInfo, { sms_list: Array.from({ length: 501 }, () => sms) }],
    ['a photo that is a page', ways.takePhoto, { photo: { mime_type: 'text/html', base64: 'PGI+' } }],
    [
      'a photo that is no base64',
      ways.takePhoto,
      { photo: { mime_type: 'image/jpeg', base64: 'javascript:alert(1)' } },
    ],
  ]
  test.each(hostile)('%s: refused as an answer', async (_, way, data) => {
    answerWith(data)
    expect(await way()).toEqual({ refused: 'invalid_answer' })
  })

  test.each([
    ['a text', 'because'],
    ['a record', {}],
    ['a name of every object', 'toString'],
  ])('a reason that is not on the list counts as a failure: %s', async (_, error) => {
    answerWith({ error })
    expect(await native.selfAppInfo()).toEqual({ refused: 'failed' })
  })

  test('more than was asked for is left behind', async () => {
    answerWith({ sms_list: [{ ...sms, body: 'Hola Ana' }], imei: '35' })
    expect(await native.smsInfo('2026-12')).toEqual({ sms_list: [sms] })
  })

  test('an end without chunks is no answer', async () => {
    handle = ({ callbackId }) => window.onNativeChunk?.(JSON.stringify({ callbackId }))
    expect(await native.selfAppInfo()).toEqual({ refused: 'invalid_answer' })
  })

  test('a handler that throws has failed', async () => {
    handle = () => {
      throw new Error('native side is gone')
    }
    expect(await native.selfAppInfo()).toEqual({ refused: 'failed' })
  })
})

test.each(['deviceInfo', 'smsInfo', 'installAppInfo'] as const)(
  '%s can be uploaded by the wrapper, which then answers how much was kept',
  async (call) => {
    answerWith({ stored_count: 2, sms_list: [] })
    expect(await native.nativeUpload[call]('2026-12', uploadExample)).toEqual({ stored_count: 2 })
    expect(posted[0]).toMatchObject({
      event: call,
      mode: 'native_upload',
      data: { consent_version: '2026-12', upload: uploadExample },
    })
  },
)
