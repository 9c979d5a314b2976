import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { checkPhone, formatPhoneInternational, formatPhoneTyped, whatsappCloudTo } from './phone.ts'
import vectors from './test-vectors.json' with { type: 'json' }

const storedAs = (typed: string, area?: string): string | null => {
  const phone = checkPhone(typed, area)
  return phone.ok ? phone.value : null
}

/** Google's numbering plan of Argentina: is this national number one that a mobile can have? */
const planHas = (national: string): boolean => {
  const phone = parsePhoneNumberFromString(`+549${national}`)
  return phone?.number === `+549${national}` && phone.isValid() && phone.getType() === 'MOBILE'
}

/** The rule of the domain, by the library: what reads as a landline of ten digits is read again as a mobile. */
const byLibrary = (typed: string): string | null => {
  const first = parsePhoneNumberFromString(typed, 'AR')
  const isLandline = first?.getType() === 'FIXED_LINE' && first.nationalNumber.length === 10
  const phone = isLandline ? parsePhoneNumberFromString(`+549${first.nationalNumber}`) : first
  return phone?.isValid() && phone.getType() === 'MOBILE' && phone.number.startsWith('+549') ? phone.number : null
}

const rows = vectors.phone.map((row) => ({ area: undefined, ...row }))

describe('every vector', () => {
  test.each(rows)('$input (area $area) is $e164', ({ input, area, e164, intl, whatsappCloudTo: to }) => {
    const stored = storedAs(input, area)
    expect(stored).toBe(e164)
    expect(stored && formatPhoneInternational(stored)).toBe(intl)
    expect(stored && whatsappCloudTo(stored)).toBe(to)
  })
})

describe('what is wrong has a name', () => {
  test.each([
    ['nothing', '', 'required_enter'],
    ['spaces', '  ', 'required_enter'],
    ['no area code', '15 2345-6789', 'area_code_missing'],
    ['no area code, six digits', '423456', 'area_code_missing'],
    ['a number of another country', '+1 415 555 2671', 'not_argentine'],
    ['a number of another country dialled with 00', '00 598 99 123 456', 'not_argentine'],
    ['a digit too few', '11 2345-678', 'not_a_mobile'],
    ['a digit too many', '11 2345-67890', 'not_a_mobile'],
    ['an area that does not exist', '2000 42-3456', 'not_a_mobile'],
    ['a block that is given to nobody', '+54 9 2966 12-3456', 'not_a_mobile'],
    ['a number that begins with 15 after the 0: two digits are missing', '011 15 26-0416', 'not_a_mobile'],
    ['letters', '11 2345-ABCD', 'not_a_mobile'],
    ['a line break', '11 2345\n6789', 'not_a_mobile'],
    ['digits of another script', '١١٢٣٤٥٦٧٨٩', 'not_a_mobile'],
    ['only signs', '+()', 'not_a_mobile'],
  ])('a phone is refused: %s', (_, typed, problem) => {
    expect(checkPhone(typed)).toEqual({ ok: false, problem })
  })

  test('the area that completes a number has to fit it', () => {
    expect(checkPhone('423456', '11')).toEqual({ ok: false, problem: 'not_a_mobile' })
    expect(checkPhone('123456', '2966')).toEqual({ ok: false, problem: 'not_a_mobile' })
  })
})

describe('the ways a number comes in', () => {
  test.each([
    ['with the dots of a form', '11.2345.6789', '+5491123456789'],
    ['with brackets', '(011) 15-2345-6789', '+5491123456789'],
    ['dialled from abroad', '0054 9 11 2345 6789', '+5491123456789'],
    ['pasted from an address book with marks of direction', '\u202A+54 9 11 2345‑6789\u202C', '+5491123456789'],
    ['with spaces that do not break', '+54\u00A09\u00A0351\u00A0555\u00A01234', '+5493515551234'],
    ['with both the 9 and the 15', '+54 9 11 15 2345-6789', '+5491123456789'],
    ['a town that shares a block of its city', '03435 15 41-2345', '+5493435412345'],
    ['only the number, the area known', '2345-6789', '+5491123456789', '11'],
    ['the area known and typed as well', '351 555 1234', '+5493515551234', '11'],
  ])('a phone is stored in one form: %s', (_, typed, e164, area?: string) => {
    expect(storedAs(typed, area)).toBe(e164)
  })
})

describe('measured against Google’s numbering plan', () => {
  // The plan decides by the first five digits; the rest of a number is free. Wherever it has given numbers at all, some
  // of them begin with 4: where we know no area, that one stands for its ten neighbours.
  const fours = ['11', '2', '3'].flatMap((start) =>
    Array.from(
      { length: 10 ** (4 - start.length) },
      (_, index) => start + String(index).padStart(4 - start.length, '0'),
    ),
  )
  const digits = [...'0123456789']
  const numberOf = (beginning: string): string => `${beginning}34567`
  const ours = fours.filter((four) => digits.some((digit) => storedAs(numberOf(four + digit)) !== null))
  const nationals = [
    ...ours.flatMap((four) => digits.map((digit) => numberOf(four + digit))),
    ...fours.filter((four) => !ours.includes(four)).map((four) => numberOf(`${four}4`)),
  ]

  test('every beginning of a national number is valid here exactly when it is there', () => {
    const different = nationals.filter((national) => (storedAs(`+549${national}`) !== null) !== planHas(national))
    expect(different).toEqual([])
    expect(nationals.filter((national) => storedAs(national) !== null)).toHaveLength(2748)
  })

  test('no area code begins with another digit than 1, 2 or 3', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[04-9]\d{9}$/), (national) => {
        expect(storedAs(`+549${national}`)).toBe(null)
        expect(planHas(national)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('area and number are parted as there, but for one block that two towns share', () => {
    const different = nationals.filter((national) => {
      const e164 = storedAs(national)
      const theirs = e164 && parsePhoneNumberFromString(e164)?.formatInternational().replace('-', ' ')
      return e164 !== null && formatPhoneInternational(e164) !== theirs
    })
    expect(different).toEqual(['3435434567'])
  })

  const areas = fc.oneof(fc.constant('11'), fc.stringMatching(/^[23]\d{2,3}$/))
  const written = fc
    .tuple(areas, fc.stringMatching(/^\d{8}$/))
    .map(([area, digits]) => ({ area, number: digits.slice(0, 10 - area.length) }))

  test.each<[string, (area: string, number: string) => string]>([
    ['area and number', (area, number) => `${area} ${number}`],
    ['with 0', (area, number) => `0${area} ${number}`],
    ['with 15', (area, number) => `${area} 15 ${number}`],
    ['with 0 and 15', (area, number) => `(0${area}) 15-${number}`],
    ['with 9', (area, number) => `9 ${area} ${number}`],
    ['with 54', (area, number) => `54${area}${number}`],
    ['with 549', (area, number) => `549${area}${number}`],
    ['with +54', (area, number) => `+54 ${area} ${number}`],
    ['with +54 and 15', (area, number) => `+54 ${area} 15 ${number}`],
    ['with +54 9', (area, number) => `+54 9 ${area} ${number}`],
    ['with 0054 9', (area, number) => `0054 9 ${area} ${number}`],
    ['the number alone with 15', (_, number) => `15 ${number}`],
  ])('random numbers written %s are read as there', (_, write) => {
    fc.assert(
      fc.property(written, ({ area, number }) => {
        const typed = write(area, number)
        expect([typed, storedAs(typed)]).toEqual([typed, byLibrary(typed)])
      }),
      { numRuns: 400 },
    )
  })

  test('with both the 9 and the 15 we read what the library refuses: it can only mean one number', () => {
    expect(byLibrary('+54 9 11 15 2345-6789')).toBe(null)
    fc.assert(
      fc.property(written, ({ area, number }) => {
        const both = storedAs(`+54 9 ${area} 15 ${number}`)
        fc.pre(both !== null)
        expect(both).toBe(byLibrary(`+54 9 ${area} ${number}`))
      }),
    )
  })
})

test('what is stored reads back as itself in every format', () => {
  fc.assert(
    fc.property(fc.constantFrom('11', '351', '3435', '2966', '3888'), fc.stringMatching(/^4\d{7}$/), (area, digits) => {
      const e164 = storedAs((area + digits).slice(0, 10))
      fc.pre(e164 !== null)
      expect(e164).toMatch(/^\+549\d{10}$/)
      for (const shown of [e164, formatPhoneInternational(e164), formatPhoneTyped(e164)]) {
        expect(storedAs(shown)).toBe(e164)
      }
    }),
    { numRuns: 200 },
  )
})

test('any text gives a value, never an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(typeof checkPhone(text).ok).toBe('boolean')
    }),
  )
})
