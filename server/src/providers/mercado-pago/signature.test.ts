import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned, manifestOf, signedAtOf } from './signature.ts'

const secret = 'a-secret-of-webhooks'
const sign = (manifest: string, by = secret): string => createHmac('sha256', by).update(manifest).digest('hex')

const parts = { dataId: '1108917506-01GGTH', requestId: '2066ca19-c6f1-498a-be75-1923005edd06' }
const manifest = 'id:1108917506-01GGTH;request-id:2066ca19-c6f1-498a-be75-1923005edd06;ts:1731769203;'

test.each([
  ['both', parts, manifest],
  ['no id', { ...parts, dataId: undefined }, 'request-id:2066ca19-c6f1-498a-be75-1923005edd06;ts:1731769203;'],
  ['no request id', { ...parts, requestId: undefined }, 'id:1108917506-01GGTH;ts:1731769203;'],
])('what is signed, with %s', (_, given, expected) => {
  expect(manifestOf(given, '1731769203')).toBe(expected)
})

test.each([
  ['as it comes', parts, `ts=1731769203,v1=${sign(manifest)}`],
  ['with the id in small letters', parts, `ts=1731769203,v1=${sign(manifest.replace('GGTH', 'ggth'))}`],
  ['in milliseconds', parts, `ts=1731769203915,v1=${sign(manifest.replace('1731769203;', '1731769203915;'))}`],
  ['with a space', parts, `ts=1731769203, v1=${sign(manifest)}`],
  ['with its parts the other way round', parts, `v1=${sign(manifest)},ts=1731769203`],
  ['with a part of tomorrow', parts, `ts=1731769203,v1=${sign(manifest)},v2=abc`],
])('%s: theirs', (_, given, signature) => {
  expect(isSigned(secret, { ...given, signature })).toBe(true)
})

test.each([
  ['seconds', 'ts=1731769203,v1=', '2024-11-16T15:00:03.000Z'],
  ['milliseconds', 'ts=1731769203915, v1=', '2024-11-16T15:00:03.915Z'],
])('when it was signed, in %s', (_, start, expected) => {
  expect(signedAtOf(`${start}${'a'.repeat(64)}`)?.toISOString()).toBe(expected)
})

test.each([undefined, '', 'ts=,v1=', 'ts=1731769203'])('%s does not say when it was signed', (signature) => {
  expect(signedAtOf(signature)).toBeUndefined()
})

const good = `ts=1731769203,v1=${sign(manifest)}`
test.each([
  ['none', parts, undefined],
  ['an empty one', parts, ''],
  ['another secret', parts, `ts=1731769203,v1=${sign(manifest, 'another-secret')}`],
  ['another id', { ...parts, dataId: '1108917507-01GGTH' }, good],
  ['another request id', { ...parts, requestId: 'x' }, good],
  ['no id where one was signed', { ...parts, dataId: undefined }, good],
  ['another time', parts, good.replace('203', '204')],
  ['half of it', parts, good.slice(0, -2)],
  ['no hexadecimal', parts, `ts=1731769203,v1=${'z'.repeat(64)}`],
  ['only the time', parts, 'ts=1731769203'],
  ['two times', parts, `${good},ts=1731769204`],
  ['two signatures', parts, `${good},v1=${'a'.repeat(64)}`],
])('%s: nobody’s', (_, given, signature) => {
  expect(isSigned(secret, { ...given, signature })).toBe(false)
})

test('without a secret nothing is signed', () => {
  expect(isSigned('', { ...parts, signature: `ts=1,v1=${sign(manifest, '')}` })).toBe(false)
})
