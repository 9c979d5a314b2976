import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemRandom } from '../clock.ts'
import { createSealer } from './sealer.ts'

const sealer = createSealer(
  Uint8Array.from({ length: 32 }, (_, index) => index * 7),
  systemRandom,
)
const otherSealer = createSealer(
  Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 1),
  systemRandom,
)
const place = { table: 'application_step', column: 'sealed', row: ['user', 'basic'] }

test('what was sealed opens in its place, byte for byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (value) => {
      expect(sealer.open(sealer.seal(value, place), place)).toEqual(Buffer.from(value))
    }),
  )
})

test('text comes back as its UTF-8', () => {
  expect(sealer.open(sealer.seal('Lucía Ñ', place), place).toString()).toBe('Lucía Ñ')
})

test('the value cannot be seen in what is stored, and two seals of it differ', () => {
  const first = sealer.seal('30111222', place)
  expect(first.includes('30111222')).toBe(false)
  expect(sealer.seal('30111222', place).equals(first)).toBe(false)
})

test.each([
  ['another table', { ...place, table: 'login_address' }],
  ['another column', { ...place, column: 'other' }],
  ['another row', { ...place, row: ['somebody', 'basic'] }],
  ['a row that reads the same when joined', { ...place, row: ['userbasic'] }],
])('a value moved to %s does not open', (_, elsewhere) => {
  expect(() => sealer.open(sealer.seal('30111222', place), elsewhere)).toThrow()
})

test('a value with any byte changed, or cut short, does not open', () => {
  const sealed = sealer.seal('30111222', place)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => sealer.open(changed, place), `byte ${index}`).toThrow()
    expect(() => sealer.open(sealed.subarray(0, index), place), `${index} bytes`).toThrow()
  }
})

test('a value sealed under another master key does not open', () => {
  expect(() => sealer.open(otherSealer.seal('30111222', place), place)).toThrow()
})

test('a blind index is the same for the same value and purpose, and for nothing else', () => {
  const index = sealer.blindIndex('+5491123456789', 'phone')
  expect(sealer.blindIndex('+5491123456789', 'phone')).toEqual(index)
  expect(sealer.blindIndex('+5491123456780', 'phone')).not.toEqual(index)
  expect(sealer.blindIndex('+5491123456789', 'mail')).not.toEqual(index)
  expect(otherSealer.blindIndex('+5491123456789', 'phone')).not.toEqual(index)
})
