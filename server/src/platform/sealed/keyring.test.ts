import { expect, test } from 'vitest'
import { systemRandom } from '../clock.ts'
import { matchFieldKeys } from './field-keys.ts'
import { KNOWN_VALUE, KeysProblem, knownValueData, openKeyring } from './keyring.ts'
import type { KnownKey } from './keyring.ts'
import { createSealer, isIndexOf } from './sealer.ts'

const [first, second, third, mistyped] = Array.from({ length: 4 }, () => systemRandom.bytes(32)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const ring = (current: number, ...keys: Uint8Array[]) => ({
  current: () => current,
  find: (keyId: number) => keys[keyId - 1],
  all: () => keys.map((key, at) => ({ keyId: at + 1, key })),
})
const known = (...keys: Uint8Array[]): KnownKey[] =>
  keys.map((_, at) => ({
    keyId: at + 1,
    knownValue: createSealer(ring(at + 1, ...keys), systemRandom).seal(KNOWN_VALUE, knownValueData),
  }))
const place = { table: 'login_address', column: 'sealed_address', row: ['phone'] }

test.each([
  ['a mistyped key', known(first), { fieldKey: mistyped }, 'wrong'],
  ['a mistyped old key beside a new one', known(first), { fieldKey: second, oldFieldKeys: [mistyped] }, 'wrong'],
  ['only the old key once the new one seals', known(first, second), { fieldKey: first }, 'outdated'],
  [
    'another new key than the one that seals',
    known(first, second),
    { fieldKey: third, oldFieldKeys: [first] },
    'outdated',
  ],
  [
    'only the new key while the old one still seals something',
    known(first, second),
    { fieldKey: second },
    'oldMissing',
  ],
  ['both in the wrong order', known(first, second), { fieldKey: first, oldFieldKeys: [second] }, 'exchanged'],
])('%s is a problem with a line of its own', (_, keys, given, problem) => {
  const matched = matchFieldKeys(keys, given)
  expect(matched).toBeInstanceOf(KeysProblem)
  expect(matched).toMatchObject({ problem })
})

test('a new key waits beside the one that seals, and is known under the number that it will get', () => {
  const opens = ({ keyId, knownValue }: KnownKey, key: Uint8Array): boolean => {
    try {
      createSealer({ current: () => keyId, find: () => key, all: () => [] }, systemRandom).open(
        knownValue,
        knownValueData,
      )
      return true
    } catch {
      return false
    }
  }
  const keyring = openKeyring(known(first), { fieldKey: second, oldFieldKeys: [first] }, opens)
  const sealer = createSealer(keyring, systemRandom)
  expect(sealer.seal('x', place)[0]).toBe(1)
  const other = createSealer(ring(2, first, second), systemRandom)
  expect(sealer.open(other.seal('x', place), place).toString()).toBe('x')
  const index = other.blindIndex('x', 'phone')
  expect(sealer.blindIndex('x', 'phone').versions.some((version) => version.equals(index))).toBe(true)
  keyring.learn(known(first, second))
  expect(sealer.seal('x', place)[0]).toBe(2)
})

test('what was sealed before keys had numbers opens for ever', () => {
  const before = createSealer(first, systemRandom)
  const after = createSealer(ring(3, first, second, third), systemRandom)
  expect(after.open(before.seal('x', place), place).toString()).toBe('x')
  expect(isIndexOf(before.blindIndex('x', 'phone'), after.blindIndex('x', 'phone'))).toBe(true)
})

test('an inherited index is known while the key before is there, and unknown after', () => {
  const stored = createSealer(first, systemRandom).blindIndex('x', 'phone')
  const both = createSealer(ring(2, first, second), systemRandom)
  const inherited = both.inheritIndex(stored)
  expect(both.inheritIndex(stored)).toEqual(inherited)
  expect(isIndexOf(inherited, both.blindIndex('x', 'phone'))).toBe(true)
  const alone = createSealer({ ...ring(2), find: () => second, all: () => [{ keyId: 2, key: second }] }, systemRandom)
  expect(isIndexOf(inherited, alone.blindIndex('x', 'phone'))).toBeUndefined()
  expect(isIndexOf(both.blindIndex('y', 'phone'), alone.blindIndex('x', 'phone'))).toBe(false)
})
