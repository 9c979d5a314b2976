import { describe, expect, test } from 'vitest'
import type { NameSource } from './names.ts'
import { namesAlike as eachAlike } from './names.ts'

const namesAlike = (form: { surname: string; givenNames: string }, card: NameSource): boolean =>
  Object.values(eachAlike(form, card)).every(Boolean)

const zone = { truncated: false, misreadPerWord: 1 }
const barcode = { truncated: false, misreadPerWord: 0 }

type Row = [string, string, string, string, string]

describe('alike', () => {
  const rows: Row[] = [
    ['accents folded', 'Muñoz García', 'María Belén', 'MUNOZ GARCIA', 'MARIA BELEN'],
    ['a second name left out in the form', 'Muñoz', 'María', 'MUNOZ', 'MARIA BELEN'],
    ['a second name the card has not', 'Muñoz', 'María Belén', 'MUNOZ', 'MARIA'],
    ['a second surname left out', 'Muñoz', 'María', 'MUNOZ GARCIA', 'MARIA'],
    ['an apostrophe dropped', "D'Angelo", 'Ana', 'DANGELO', 'ANA'],
    ['a hyphen as a space', 'Paz-Soldán', 'Ana', 'PAZ SOLDAN', 'ANA'],
    ['one letter misread in a long word', 'Fernández', 'Ana', 'FERNANDFZ', 'ANA'],
  ]
  test.each(rows)('names are alike: %s', (_, surname, givenNames, cardSurname, cardGiven) => {
    expect(namesAlike({ surname, givenNames }, { surname: cardSurname, givenNames: cardGiven, ...zone })).toBe(true)
  })
})

describe('not alike', () => {
  const rows: Row[] = [
    ['another surname', 'Muñoz', 'María', 'PEREZ', 'MARIA'],
    ['another first name', 'Muñoz', 'María', 'MUNOZ', 'JOSEFA'],
    ['one letter in a short word is another name', 'Paz', 'Ana', 'PAZ', 'ANI'],
    ['a second name that differs', 'Paz', 'Ana Belén', 'PAZ', 'ANA LUCIA'],
    ['surname and name exchanged', 'Paz', 'Ana', 'ANA', 'PAZ'],
    ['no name read', 'Paz', 'Ana', '', ''],
  ]
  test.each(rows)('names differ: %s', (_, surname, givenNames, cardSurname, cardGiven) => {
    expect(namesAlike({ surname, givenNames }, { surname: cardSurname, givenNames: cardGiven, ...zone })).toBe(false)
  })

  test('a letter the barcode has otherwise is no misreading', () => {
    const form = { surname: 'Fernández', givenNames: 'Ana' }
    expect(namesAlike(form, { surname: 'FERNANDES', givenNames: 'ANA', ...barcode })).toBe(false)
  })
})

describe('the zone holds thirty letters', () => {
  const form = { surname: 'Etcheverrigaray', givenNames: 'Maximiliano Gabriel' }
  const rows: [string, string, string, boolean, boolean][] = [
    ['the last name is cut', 'ETCHEVERRIGARAY', 'MAXIMILIANO G', true, true],
    ['the only name is cut', 'ETCHEVERRIGARAY', 'MAXIMILIA', true, true],
    ['the same letters, but not cut', 'ETCHEVERRIGARAY', 'MAXIMILIANO G', false, false],
    ['cut, and another name', 'ETCHEVERRIGARAY', 'GABRIEL', true, false],
    ['the surname alone fills it', 'ETCHEVERRI', '', true, true],
  ]
  test.each(rows)('names cut off: %s', (_, surname, givenNames, truncated, alike) => {
    expect(namesAlike(form, { surname, givenNames, truncated, misreadPerWord: 1 })).toBe(alike)
  })
})
