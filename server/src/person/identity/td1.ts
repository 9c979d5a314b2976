import { dayOf } from './person.ts'
import type { Day, Person, Sex } from './person.ts'
import { foldName } from './names.ts'

// The machine-readable zone of a card, ICAO 9303 part 5: three lines of thirty.
const lineLength = 30

// A row of identical fillers is where a reader loses count; more than this is another text.
const mostLostFillers = 8

export type MrzReading = Person & {
  readonly expiry: Day
  readonly nationality: string
  /** The third line is full, so names may be cut. */
  readonly namesTruncated: boolean
}

export const checkDigit = (text: string): number => {
  const weights = [7, 3, 1]
  let sum = 0
  for (const [index, character] of [...text].entries()) {
    sum += valueOf(character) * (weights[index % 3] ?? 0)
  }
  return sum % 10
}

const valueOf = (character: string): number => {
  if (character === '<') return 0
  return parseInt(character, 36)
}

/**
 * Reads the three lines, or null unless every check digit is right. The lines may come as a reader saw them: with a
 * letter for a digit where only a digit can stand, and with fillers too many or too few.
 */
export const parseTd1 = (lines: readonly string[]): MrzReading | null => {
  const [first, second, third] = lines.map((line) => line.toUpperCase().replaceAll(/[^A-Z0-9<]/g, ''))
  if (lines.length !== 3 || first === undefined || second === undefined || third === undefined) return null
  for (const upper of ofRightLength(first)) {
    for (const middle of ofRightLength(second)) {
      const reading = parseExact(upper, middle, third)
      if (reading) return reading
    }
  }
  return null
}

const parseExact = (first: string, second: string, third: string): MrzReading | null => {
  const upper = letters(first.slice(0, 5)) + digits(first.slice(5, 15)) + first.slice(15)
  const middle =
    digits(second.slice(0, 7)) +
    second.slice(7, 8) +
    digits(second.slice(8, 15)) +
    letters(second.slice(15, 18)) +
    second.slice(18, 29) +
    digits(second.slice(29))

  const card = /^I.ARG(\d{7,8})<{1,2}\d/.exec(upper)
  const dates = /^(\d{6})\d([MFX<])(\d{6})\d([A-Z]{1,3}<{0,2})[A-Z0-9<]{11}\d$/.exec(middle)
  if (!card || !dates) return null

  const allRight =
    isChecked(upper.slice(5, 15)) &&
    isChecked(middle.slice(0, 7)) &&
    isChecked(middle.slice(8, 15)) &&
    isChecked(upper.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29) + middle.slice(29))
  if (!allRight) return null

  const [, dni = ''] = card
  const [, birthDigits = '', sexLetter = '', expiryDigits = '', nationality = ''] = dates
  const expiry = dayOfDigits(expiryDigits, 2000)
  if (expiry === null) return null
  // A card runs fifteen years, and a holder of up to 84 was therefore born less than a century before it ends: the
  // latest century that puts the birth before the end is the right one, and no clock is needed to know it.
  const thisCentury = dayOfDigits(birthDigits, 2000)
  const birth = thisCentury !== null && thisCentury < expiry ? thisCentury : dayOfDigits(birthDigits, 1900)
  if (birth === null) return null

  // Names have no check digit: a third line read badly must not undo two lines that were proved right.
  const names = letters(third).slice(0, lineLength)
  const [surname = '', given = ''] = names.split('<<')
  return {
    dni,
    birth,
    sex: sexLetter === 'F' || sexLetter === 'M' ? sexLetter : 'X',
    expiry,
    nationality: nationality.replaceAll('<', ''),
    surname: spaced(surname),
    givenNames: spaced(given),
    // Two fillers at the end may be the ones between surname and given names that found no room.
    namesTruncated: names.replace(/<+$/, '').length >= lineLength - 2,
  }
}

const isChecked = (textAndDigit: string): boolean =>
  checkDigit(textAndDigit.slice(0, -1)) === Number(textAndDigit.slice(-1))

const dayOfDigits = (yymmdd: string, century: number): Day | null =>
  dayOf(century + Number(yymmdd.slice(0, 2)), Number(yymmdd.slice(2, 4)), Number(yymmdd.slice(4, 6)))

const spaced = (text: string): string => text.replaceAll(/<+/g, ' ').trim()

const digitFor: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}
const letterFor: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' }

// A place that can hold only a digit holds the digit its letter looks like; the check digits then judge the guess.
const digits = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => digitFor[letter] ?? letter)

const letters = (text: string): string => text.replaceAll(/\d/g, (digit) => letterFor[digit] ?? digit)

/** The line itself, or, where fillers were lost or doubled, the line with each of its rows of fillers made to fit. */
const ofRightLength = (line: string): string[] => {
  const missing = lineLength - line.length
  if (missing === 0) return [line]
  if (Math.abs(missing) > mostLostFillers) return []
  return [...line.matchAll(/<+/g)]
    .filter((run) => run[0].length + missing >= 1)
    .toSorted((a, b) => b[0].length - a[0].length)
    .map((run) => {
      const end = run.index + run[0].length
      return line.slice(0, run.index) + '<'.repeat(run[0].length + missing) + line.slice(end)
    })
}

/** The three lines of a card, for specimens. */
export const composeTd1 = (person: Person, expiry: Day): [string, string, string] => {
  const number = person.dni.padEnd(9, '<')
  const upper = `IDARG${number}${checkDigit(number)}`.padEnd(lineLength, '<')
  const birth = yymmdd(person.birth)
  const end = yymmdd(expiry)
  const dates = `${birth}${checkDigit(birth)}${letterOfSex(person.sex)}${end}${checkDigit(end)}ARG`.padEnd(29, '<')
  const checked = upper.slice(5) + dates.slice(0, 7) + dates.slice(8, 15) + dates.slice(18)
  const names = `${foldName(person.surname).join('<')}<<${foldName(person.givenNames).join('<')}`
  return [upper, `${dates}${checkDigit(checked)}`, names.slice(0, lineLength).padEnd(lineLength, '<')]
}

const yymmdd = (day: Day): string => day.slice(2).replaceAll('-', '')

const letterOfSex = (sex: Sex): string => (sex === 'X' ? '<' : sex)
