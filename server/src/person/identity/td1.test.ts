import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from './person.ts'
import type { Person } from './person.ts'
import { checkDigit, composeTd1, parseTd1 } from './td1.ts'

const person: Person = {
  dni: '30123456',
  surname: 'Muñoz García',
  givenNames: 'María Belén',
  sex: 'F',
  birth: '1990-02-01',
}
const expiry = '2038-11-15'
const right = composeTd1(person, expiry)

describe('check digits', () => {
  // The first three are printed in ICAO 9303 itself.
  const rows: [string, number][] = [
    ['L898902C<', 3],
    ['690806', 1],
    ['940623', 6],
    ['D23145890', 7],
    ['<<<<<<<<<', 0],
  ]
  test.each(rows)('%s → %i', (text, digit) => {
    expect(checkDigit(text)).toBe(digit)
  })

  test('the whole specimen of ICAO 9303 part 5 proves its composite digit', () => {
    const upper = 'I<UTOD231458907<<<<<<<<<<<<<<<'
    const lower = '7408122F1204159UTO<<<<<<<<<<<6'
    expect(checkDigit(upper.slice(5) + lower.slice(0, 7) + lower.slice(8, 15) + lower.slice(18, 29))).toBe(6)
  })
})

describe('a zone read', () => {
  test('gives the person and the end of the card', () => {
    expect(parseTd1(right)).toEqual({
      dni: '30123456',
      surname: 'MUNOZ GARCIA',
      givenNames: 'MARIA BELEN',
      sex: 'F',
      birth: '1990-02-01',
      expiry: '2038-11-15',
      nationality: 'ARG',
      namesTruncated: false,
    })
  })

  const zones: [string, Partial<Person>, Record<string, unknown>][] = [
    ['a number of seven digits', { dni: '5123456' }, { dni: '5123456' }],
    ['sex X, written as a filler', { sex: 'X' }, { sex: 'X' }],
    ['a birth in the last century', { birth: '1951-12-31' }, { birth: '1951-12-31' }],
    ['a birth in this century', { birth: '2008-02-29' }, { birth: '2008-02-29' }],
    ['an apostrophe and a hyphen', { surname: "D'Angelo-Paz" }, { surname: 'DANGELO PAZ', namesTruncated: false }],
    [
      'a surname that leaves no room',
      { surname: 'Fernández Etcheverrigaray Paz' },
      { givenNames: '', namesTruncated: true },
    ],
    [
      'names that fill the line',
      { surname: 'Etcheverrigaray', givenNames: 'Maximiliano Gabriel' },
      { namesTruncated: true },
    ],
  ]
  test.each(zones)('a zone is read: %s', (_, change, expected) => {
    expect(parseTd1(composeTd1({ ...person, ...change }, expiry))).toMatchObject(expected)
  })

  const repaired: [string, (lines: string[]) => string[]][] = [
    [
      'letters where only digits stand',
      ([a = '', b = '', c = '']) => [a.replaceAll('0', 'O').replaceAll('1', 'I'), b, c],
    ],
    ['digits in the country', ([a = '', b = '', c = '']) => [a.replace('IDARG', '1DARG'), b, c]],
    ['fillers lost at the end', ([a = '', b = '', c = '']) => [a.slice(0, -3), b, c]],
    ['fillers doubled in the middle', ([a = '', b = '', c = '']) => [a, b.replace('<<<', '<<<<<'), c]],
    ['fillers lost in the middle', ([a = '', b = '', c = '']) => [a, b.replace('<<<', '<'), c]],
    ['small letters and spaces', (lines) => lines.map((line) => ` ${line.toLowerCase()} `)],
  ]
  test.each(repaired)('is repaired: %s', (_, spoil) => {
    expect(parseTd1(spoil([...right]))).toMatchObject({ dni: '30123456', birth: '1990-02-01', expiry })
  })
})

describe('a zone is not read', () => {
  const [a, b, c] = right
  const rows: [string, string[]][] = [
    ['nothing', []],
    ['two lines', [a, b]],
    ['four lines', [a, b, c, c]],
    ['another country', [a.replace('ARG', 'BRA'), b, c]],
    ['a passport', [a.replace('ID', 'P<'), b, c]],
    ['a number that is no DNI', composeTd1({ ...person, dni: '301234' }, expiry)],
    ['a wrong composite digit', [a, b.slice(0, 29) + ((Number(b[29]) + 1) % 10), c]],
    ['day 31 of February', composeTd1({ ...person, birth: '1990-02-31' }, expiry)],
    ['garbage', ['<<<<<', 'QWERTY', '']],
  ]
  test.each(rows)('a zone is refused: %s', (_, lines) => {
    expect(parseTd1(lines)).toBeNull()
  })
})

const days = fc
  .tuple(fc.integer({ min: 1951, max: 2008 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => dayOf(year, month, day) ?? '')
const people: fc.Arbitrary<Person> = fc.record({
  dni: fc.integer({ min: 1_000_000, max: 99_999_999 }).map(String),
  surname: fc.stringMatching(/^[A-Z]{2,12}( [A-Z]{2,12})?$/),
  givenNames: fc.stringMatching(/^[A-Z]{2,12}( [A-Z]{2,12})?$/),
  sex: fc.constantFrom('F', 'M', 'X'),
  birth: days,
})

test('every person comes back from the zone written for them', () => {
  fc.assert(
    fc.property(people, (anyone) => {
      const { dni, birth, sex } = anyone
      expect(parseTd1(composeTd1(anyone, expiry))).toMatchObject({ dni, birth, sex, expiry })
    }),
  )
})

test('one wrong digit in the number or a date is never read as another person', () => {
  fc.assert(
    fc.property(people, fc.integer({ min: 5, max: 27 }), fc.integer({ min: 1, max: 9 }), (anyone, place, shift) => {
      const [upper, lower, names] = composeTd1(anyone, expiry)
      const both = upper.slice(0, 15) + lower.slice(0, 15)
      const digit = both[place] ?? ''
      fc.pre(/\d/.test(digit))
      const spoiled = both.slice(0, place) + ((Number(digit) + shift) % 10) + both.slice(place + 1)
      expect(parseTd1([spoiled.slice(0, 15) + upper.slice(15), spoiled.slice(15) + lower.slice(15), names])).toBeNull()
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 5 }), (lines) => {
      expect(parseTd1(lines)).toBeNull()
    }),
  )
})
