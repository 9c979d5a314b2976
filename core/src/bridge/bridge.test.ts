import { describe, expect, test } from 'vitest'
import { contract } from '../contract/contract.ts'
import { bridgeExamples } from './examples.ts'
import { financeApps } from '../device/finance-apps.ts'
import { bridgeFixtures } from './fixtures.ts'
import { bridgeCalls, nativePermissions } from './protocol.ts'
import type { BridgeCall } from './protocol.ts'
import { readShape } from './read-shape.ts'
import type { Shape } from './shape.ts'

const calls = Object.keys(bridgeCalls) as BridgeCall[]

test.each(Object.entries(bridgeFixtures))('fixtures/%s is what the protocol says', async (file, text) => {
  await expect(text).toMatchFileSnapshot(`./fixtures/${file}`)
})

describe('the table', () => {
  test('has every event of the specification', () => {
    expect([...new Set(calls.map((call) => call.split('.')[0]))].toSorted()).toEqual(
      [
        'liveness',
        'deviceInfo',
        'selfAppInfo',
        'smsInfo',
        'installAppInfo',
        'pickerContact',
        'afEvent',
        'takePhoto',
        'location',
        'permission',
        'localCache',
        'intentUriOpen',
      ].toSorted(),
    )
  })

  test.each(calls)('%s: the examples are of its shapes', (call) => {
    const row: { data: Shape; answer: Shape } = bridgeCalls[call]
    expect(readShape(row.data, bridgeExamples[call].data)).toEqual(bridgeExamples[call].data)
    expect(readShape(row.answer, bridgeExamples[call].answer)).toEqual(bridgeExamples[call].answer)
  })

  test.each(calls)('%s: whoever must have agreed names the version of what was agreed to', (call) => {
    expect(Object.hasOwn(bridgeCalls[call].data, 'consent_version')).toBe(bridgeCalls[call].consent !== null)
  })

  test('only the permissions of the list can be asked for', () => {
    expect(bridgeCalls['permission.request'].data.name.of).toEqual(Object.keys(nativePermissions))
    expect(Object.values(nativePermissions).map(({ android }) => android)).toEqual([
      'android.permission.CAMERA',
      'android.permission.ACCESS_COARSE_LOCATION',
      'android.permission.READ_SMS',
    ])
  })

  test('what can be uploaded is what the server takes, field by field', () => {
    const bodies = {
      'user/upload_device': { data: bridgeExamples.deviceInfo.answer },
      'user/upload_sms': bridgeExamples.smsInfo.answer,
      'user/upload_app': { data: bridgeExamples.installAppInfo.answer.packages },
    }
    for (const [path, body] of Object.entries(bodies))
      expect(contract[path as keyof typeof bodies].body.safeParse(body).success).toBe(true)
    expect(
      contract['user/upload_app'].body.safeParse({ data: financeApps.map(({ packageName }) => packageName) }).success,
    ).toBe(true)
  })
})

describe('reading a value by its shape', () => {
  const shape = {
    name: { kind: 'text', min: 1, max: 3, pattern: '[a-z]+' },
    count: { kind: 'whole', min: 0, max: 9 },
    on: { kind: 'flag' },
    size: { kind: 'choice', of: ['s', 'm'] },
    list: { kind: 'list', max: 2, of: { kind: 'whole', min: 0, max: 9, nullable: true } },
    inner: { kind: 'record', fields: { note: { kind: 'text', min: 0, max: 3, optional: true } } },
  } as const satisfies Shape
  const good = { name: 'ab', count: 3, on: false, size: 'm', list: [1, null], inner: {} }

  test('keeps what the shape names and leaves the rest behind', () => {
    const more = { ...good, body: 'text of a message', inner: { note: 'a', imei: '35' } }
    expect(readShape(shape, more)).toEqual({ ...good, inner: { note: 'a' } })
  })

  test.each([
    ['a text', 'text'],
    ['null', null],
    ['a list', [good]],
    ['a missing field', { ...good, on: undefined }],
    ['a field of the prototype alone', Object.create(good)],
    ['a null that may not be', { ...good, name: null }],
    ['an empty text', { ...good, name: '' }],
    ['a long text', { ...good, name: 'abcd' }],
    ['a text beside the pattern', { ...good, name: 'a1' }],
    ['a text with a line after it', { ...good, name: 'ab\n' }],
    ['a number as text', { ...good, count: '3' }],
    ['half a number', { ...good, count: 2.5 }],
    ['a number beyond', { ...good, count: 10 }],
    ['not a number', { ...good, count: Number.NaN }],
    ['a flag as number', { ...good, on: 0 }],
    ['an unknown choice', { ...good, size: 'xl' }],
    ['a long list', { ...good, list: [1, 2, 3] }],
    ['a list with one wrong item', { ...good, list: [1, '2'] }],
    ['a record that is a list', { ...good, inner: [] }],
    ['a wrong field within', { ...good, inner: { note: 7 } }],
  ])('refuses %s', (_, value) => {
    expect(readShape(shape, value)).toBeUndefined()
  })
})
