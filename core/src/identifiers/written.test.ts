import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLocality, checkPostalCode, checkStreet, checkStreetNumber } from './address.ts'
import { checkMail } from './mail.ts'
import { checkPersonName, isNameOf } from './person-name.ts'

const hostile = [
  ['an emoji', 'Ana 😀'],
  ['an emoji made of a digit and two marks', '1\uFE0F\u20E3'],
  ['a variation selector after a letter', 'Ana\uFE0F'],
  ['a control character', 'An\u0007a'],
  ['a line break', 'Ana\nMaría'],
  ['a zero-width space', 'An\u200Ba'],
  ['a mark that turns the direction', 'An\u202Ea'],
  ['half a character', 'An\uD83D'],
  ['script', '<script>alert(1)</script>'],
  ['an entity', 'Ana&#x3C;'],
] as const

describe('a person’s name', () => {
  test.each([
    ['plain', 'Lucía', 'Lucía'],
    ['with ñ and diaeresis', 'Núñez Agüero', 'Núñez Agüero'],
    ['with an apostrophe, whichever the keyboard has', 'D’Angelo', "D'Angelo"],
    ['with a hyphen', 'Pérez-Gil', 'Pérez-Gil'],
    ['with spaces around and between', '  Ana   María ', 'Ana María'],
    ['with an accent in a piece of its own', 'Jose\u0301', 'José'],
    ['in another script', 'Łukasz Иванов', 'Łukasz Иванов'],
    ['of two letters', 'Li', 'Li'],
    ['as long as it may be', 'a'.repeat(60), 'a'.repeat(60)],
  ])('a name is taken: %s', (_, typed, value) => {
    expect(checkPersonName(typed)).toEqual({ ok: true, value })
  })

  test.each([
    ['nothing', '  ', 'required_enter'],
    ['one letter', 'A', 'too_short'],
    ['too long', 'a'.repeat(61), 'too_long'],
    ['a digit', 'Ana 2', 'name_characters'],
    ['a tower of accents', `Z${'\u0301'.repeat(60)}a`, 'name_characters'],
    ['no letter at the beginning', '-Ana', 'name_characters'],
    ['only an apostrophe', "''", 'name_characters'],
  ])('refused: %s', (_, typed, problem) => {
    expect(checkPersonName(typed)).toEqual({ ok: false, problem })
  })

  test.each(hostile)('refused: %s', (_, typed) => {
    expect(checkPersonName(typed)).toEqual({ ok: false, problem: 'name_characters' })
  })

  test.each([
    ['the same', 'Lucía Romero', true],
    ['as a bank writes it', 'ROMERO LUCIA', true],
    ['with the middle name', 'Lucía Belén Romero', true],
    ['with both last names', 'Lucía Romero Paz', true],
    ['only the first name', 'Lucía', false],
    ['only the last name', 'Romero', false],
    ['somebody of the family', 'Marta Romero', false],
    ['with a name that is not hers', 'Lucía Romero Gómez', false],
    ['nothing', '', false],
  ])('a full name is hers: %s', (_, fullName, expected) => {
    expect(isNameOf(fullName, 'Lucía Belén', 'Romero Paz')).toBe(expected)
  })
})

describe('an address', () => {
  test.each([
    ['a street', checkStreet, ' Av.  9 de Julio ', 'Av. 9 de Julio'],
    ['a street that is a number', checkStreet, '7', '7'],
    ['a street with its crossing', checkStreet, 'Calle 50 e/ 7 y 8 (fondo)', 'Calle 50 e/ 7 y 8 (fondo)'],
    ['a house number', checkStreetNumber, '1234 2° B', '1234 2° B'],
    ['a house without one', checkStreetNumber, 'S/N', 'S/N'],
    ['a place', checkLocality, 'Paraje El Ñandú', 'Paraje El Ñandú'],
    ['a postal code', checkPostalCode, ' 1425 ', '1425'],
    ['a postal code of eight', checkPostalCode, 'c1425abc', 'C1425ABC'],
    ['a postal code of eight, spaced', checkPostalCode, 'C 1425 ABC', 'C1425ABC'],
  ])('an address is taken: %s', (_, check, typed, value) => {
    expect(check(typed)).toEqual({ ok: true, value })
  })

  test.each([
    ['no street', checkStreet, '', 'required_enter'],
    ['only signs', checkStreet, '.,-', 'text_characters'],
    ['a street too long', checkStreet, 'a'.repeat(81), 'too_long'],
    ['a house number too long', checkStreetNumber, '12345678901', 'too_long'],
    ['a place too long', checkLocality, 'a'.repeat(61), 'too_long'],
    ['no postal code', checkPostalCode, ' ', 'required_enter'],
    ['a postal code of three digits', checkPostalCode, '142', 'not_a_postal_code'],
    ['a postal code of five digits', checkPostalCode, '14250', 'not_a_postal_code'],
    ['half a postal code of eight', checkPostalCode, 'C1425', 'not_a_postal_code'],
  ])('refused: %s', (_, check, typed, problem) => {
    expect(check(typed)).toEqual({ ok: false, problem })
  })

  test.each(hostile)('refused in a street: %s', (_, typed) => {
    expect(checkStreet(typed)).toEqual({ ok: false, problem: 'text_characters' })
  })
})

describe('an e-mail address', () => {
  test.each([
    ['plain', 'nombre@correo.com', 'nombre@correo.com'],
    ['in capitals, with spaces around', ' Nombre.Apellido@Correo.COM.AR ', 'nombre.apellido@correo.com.ar'],
    ['with a plus', 'a+b@c-d.org', 'a+b@c-d.org'],
  ])('an e-mail address is taken: %s', (_, typed, value) => {
    expect(checkMail(typed)).toEqual({ ok: true, value })
  })

  test.each([
    ['nothing', '', 'required_enter'],
    ['no @', 'nombre.correo.com', 'not_a_mail'],
    ['two @', 'a@b@c.com', 'not_a_mail'],
    ['no domain ending', 'a@localhost', 'not_a_mail'],
    ['two dots', 'a..b@c.com', 'not_a_mail'],
    ['a dot at the end', 'a.@c.com', 'not_a_mail'],
    ['a hyphen at the end of a label', 'a@c-.com', 'not_a_mail'],
    ['a line break, to add a header', 'a@c.com\nbcc: b@c.com', 'not_a_mail'],
    ['two addresses', 'a@c.com,b@c.com', 'not_a_mail'],
    ['a name around it', 'Ana <a@c.com>', 'not_a_mail'],
    ['too long before the @', `${'a'.repeat(65)}@c.com`, 'not_a_mail'],
    ['too long', `a@${'b'.repeat(60)}.${`${'c'.repeat(60)}.`.repeat(4)}com`, 'not_a_mail'],
  ])('refused: %s', (_, typed, problem) => {
    expect(checkMail(typed)).toEqual({ ok: false, problem })
  })
})

test.each([
  ['a name', (text: string) => checkPersonName(text)],
  ['a street', checkStreet],
  ['a postal code', checkPostalCode],
  ['an e-mail address', checkMail],
])('any text read as %s gives a value, and what is stored reads back as itself', (_, check) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
      const read = check(text)
      expect(read.ok ? check(read.value) : read).toEqual(read)
    }),
    { numRuns: 500 },
  )
})

test('no text takes long to read, however it repeats', () => {
  const long = [' ', 'a', "a'", 'a.', '-', 'á', 'a\u0301', '1'].map((piece) => `${piece.repeat(20_000)}!`)
  const started = Date.now()
  for (const text of long) {
    for (const check of [checkPersonName, checkStreet, checkMail, checkPostalCode]) expect(check(text).ok).toBe(false)
  }
  expect(Date.now() - started).toBeLessThan(1000)
})
