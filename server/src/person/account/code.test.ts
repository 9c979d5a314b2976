import { describe, expect, test } from 'vitest'
import { wireLanguages } from '@hola/core/language.ts'
import { systemRandom } from '../../platform/clock.ts'
import { keyOf, maskAddress } from './address.ts'
import { drawCode, hashCode, isCode, isSameHash } from './code.ts'
import { createSealer } from '../../platform/sealed/sealer.ts'
import { codeMessage } from './code-message.ts'
import { networksOf } from './network.ts'

const randomOf = (...numbers: number[]) => {
  const left = [...numbers]
  return {
    ...systemRandom,
    bytes: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(left.shift() ?? 0)
      return bytes
    },
  }
}

describe('a code', () => {
  test.each([
    ['keeps its zeros in front', [7], '000007'],
    ['takes the last six digits', [3_000_123_456], '123456'],
    ['is drawn again where the last round of codes is not whole', [4_294_967_295, 4_294_000_000, 42], '000042'],
  ])('a code %s', (_, numbers, code) => {
    expect(drawCode(randomOf(...numbers))).toBe(code)
  })

  test('that was sent before CODE_PEPPER was replaced is right while the old one is known', () => {
    const [before, after] = [systemRandom.bytes(32), systemRandom.bytes(32)]
    const address = keyOf(createSealer(systemRandom.bytes(32), systemRandom), {
      kind: 'phone',
      value: '+5491123456789',
    })
    const key = { ...address, codeId: systemRandom.uuid(), purpose: 'login' as const }
    const sent = hashCode(before, key, '123456')
    expect(isCode({ codePepper: after, oldCodePeppers: [before] }, key, '123456', sent)).toBe(true)
    expect(isCode({ codePepper: after, oldCodePeppers: [before] }, key, '123457', sent)).toBe(false)
    expect(isCode({ codePepper: after }, key, '123456', sent)).toBe(false)
  })

  test('is six digits, and every first digit is about as likely', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (let count = 0; count < 20_000; count += 1) {
      const code = drawCode(systemRandom)
      expect(code).toMatch(/^\d{6}$/)
      const first = Number(code[0])
      counts[first] = (counts[first] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(300)
  })

  const key = { kind: 'phone', addressIndex: Buffer.alloc(32, 1), codeId: 'a', purpose: 'login' } as const
  const pepper = new Uint8Array(32).fill(9)
  const hash = hashCode(pepper, key, '123456')

  test.each([
    ['another code', hashCode(pepper, key, '123457')],
    ['another pepper', hashCode(new Uint8Array(32), key, '123456')],
    ['another address', hashCode(pepper, { ...key, addressIndex: Buffer.alloc(32, 2) }, '123456')],
    ['another kind of address', hashCode(pepper, { ...key, kind: 'mail' }, '123456')],
    ['another message', hashCode(pepper, { ...key, codeId: 'b' }, '123456')],
    ['another purpose', hashCode(pepper, { ...key, purpose: 'sign' }, '123456')],
    ['something shorter', hash.subarray(1)],
  ])('is not the same under %s', (_, other) => {
    expect(isSameHash(hash, other)).toBe(false)
  })

  test('is the same under the same', () => {
    expect(isSameHash(hash, hashCode(pepper, { ...key }, '123456'))).toBe(true)
  })
})

describe('the message with the code', () => {
  const options = {
    code: '004217',
    deliveryId: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11',
    publicUrl: 'https://prestamos.hola.example:8443',
  }
  const phone = { kind: 'phone', value: '+5491123456789' } as const
  const mail = { kind: 'mail', value: 'ana@correo.example' } as const
  // The letters of one SMS of 160; whatever else stands in it makes it cost three.
  const gsm = /^[@£$¥èéùìòÇØøÅå_ÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\n\r]*$/

  for (const purpose of ['login', 'sign'] as const)
    for (const language of wireLanguages) {
      test(`to ${purpose} in ${language} fits one SMS, and a browser offers it on our pages alone`, () => {
        const { text, to, channel, code } = codeMessage(phone, { ...options, purpose, language })
        expect({ to, channel, code }).toEqual({ to: '+5491123456789', channel: 'phone', code: '004217' })
        expect(text).toMatch(gsm)
        expect(text.length).toBeLessThanOrEqual(160)
        expect(text.split('\n').at(-1)).toBe('@prestamos.hola.example #004217')
        expect(text.match(/004217/g)).toHaveLength(2)
      })

      test(`by e-mail to ${purpose} in ${language} has a subject without the code`, () => {
        const { text, subject } = codeMessage(mail, { ...options, purpose, language })
        expect(subject).not.toContain('004217')
        expect(text.match(/004217/g)).toHaveLength(1)
        expect(text).not.toMatch(/[!¡]/)
      })
    }

  test('is in the language of the person and says what the code is for', () => {
    const texts = (['login', 'sign'] as const).flatMap((purpose) =>
      wireLanguages.flatMap((language) =>
        [phone, mail].map((address) => codeMessage(address, { ...options, purpose, language }).text),
      ),
    )
    expect(new Set(texts).size).toBe(8)
  })
})

test.each([
  [{ kind: 'phone', value: '+5491123456789' }, '+54 9 ••• 6789'],
  [{ kind: 'mail', value: 'ana.perez@correo.example' }, 'a•••@correo.example'],
  [{ kind: 'mail', value: 'a@b.ar' }, 'a•••@b.ar'],
] as const)('%o is shown as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})

test.each([
  ['203.0.113.9', '203.0.113.9', null, null],
  ['::ffff:203.0.113.9', '203.0.113.9', null, null],
  ['::FFFF:cb00:7109', '203.0.113.9', null, null],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9', null, null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:DB8:1:2ff::1', '2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
  ['unknown', 'unknown', null, null],
])('%s counts as the network %s', (address, network, block56, block48) => {
  expect(networksOf(address)).toEqual({ network, block56, block48 })
})
