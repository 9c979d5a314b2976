import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAccount, isCvu, readAccount } from './account.ts'
import vectors from './test-vectors.json' with { type: 'json' }

const problemOf = (typed: string): string | null => {
  const account = checkAccount(typed)
  return account.ok ? null : account.problem
}

/** The check digits as the central bank's circular has them, by the plain weights. */
const withChecks = (first: string, second: string): string => {
  const check = (digits: string, weights: readonly number[]): string => {
    const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0)
    return String((10 - (sum % 10)) % 10)
  }
  return first + check(first, [7, 1, 3, 9, 7, 1, 3]) + second + check(second, [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3])
}

const numbers = fc
  .tuple(fc.stringMatching(/^\d{7}$/), fc.stringMatching(/^\d{13}$/))
  .map(([first, second]) => withChecks(first, second))
  .filter((number) => !/^0+$/.test(number))

describe('every vector', () => {
  test.each(vectors.cbu.valid)('CBU $cbu is of the bank $bank', ({ cbu, bank }) => {
    expect(checkAccount(cbu)).toEqual({ ok: true, value: { kind: 'cbu', text: cbu, bankCode: bank } })
  })

  test.each(vectors.cvu.valid)('CVU $cvu is of the company $psp', ({ cvu, psp }) => {
    expect(checkAccount(cvu)).toEqual({ ok: true, value: { kind: 'cvu', text: cvu, pspPrefix: `000${psp}` } })
  })

  test.each([...vectors.cbu.invalid, ...vectors.cvu.invalid])('$v is refused: $why', ({ v }) => {
    expect(checkAccount(v).ok).toBe(false)
  })

  test.each(vectors.alias.valid)('alias %s', (alias) => {
    expect(checkAccount(alias)).toEqual({ ok: true, value: { kind: 'alias', text: alias.toLowerCase() } })
  })

  test.each(vectors.alias.invalid)('alias $v is refused: $why', ({ v }) => {
    expect(checkAccount(v).ok).toBe(false)
  })
})

describe('what is wrong has a name', () => {
  test.each([
    ['nothing', ' ', 'required_enter'],
    ['the first check digit', '0110012000000000000017', 'cbu_check_digit'],
    ['the second check digit', '0110012900000000000018', 'cbu_check_digit'],
    ['a digit too few', '011001290000000000001', 'account_length'],
    ['a digit too many', '01100129000000000000170', 'account_length'],
    ['only two digits', '01', 'account_length'],
    ['zeros', '0000000000000000000000', 'not_an_account'],
    ['an alias too short', 'corto', 'alias_length'],
    ['an alias too long', 'esto.es.demasiado.largo', 'alias_length'],
    ['a space in an alias', 'con espacio', 'alias_characters'],
    ['an ñ in an alias', 'mañana.sol', 'alias_characters'],
    ['an underscore in an alias', 'guion_bajo', 'alias_characters'],
    ['a line break', 'mi.ali\nas', 'alias_characters'],
    ['script', '<script>', 'alias_characters'],
  ])('an account is refused: %s', (_, typed, problem) => {
    expect(problemOf(typed)).toBe(problem)
  })
})

describe('the ways it is typed', () => {
  test.each([
    ['in two blocks', '01100129 00000000000017', '0110012900000000000017'],
    ['with hyphens', '0110012-9 0000000000001-7', '0110012900000000000017'],
    ['an alias in capitals, with spaces around', ' MATE.TANGO.SOL ', 'mate.tango.sol'],
    ['an alias of digits and a dot', '2024.123', '2024.123'],
  ])('an account is read: %s', (_, typed, text) => {
    expect(checkAccount(typed)).toMatchObject({ ok: true, value: { text } })
  })
})

describe('while it is being typed', () => {
  const nothing = { bankCode: null, pspPrefix: null, problem: null }

  test.each([
    ['nothing yet', '', { ...nothing, kind: 'nothing', text: '', missing: 0 }],
    ['two digits may become either', '00', { ...nothing, kind: 'number', text: '00', missing: 20 }],
    ['three name the bank', '011', { ...nothing, kind: 'cbu', text: '011', bankCode: '011', missing: 19 }],
    ['three zeros are a CVU', '000', { ...nothing, kind: 'cvu', text: '000', missing: 19 }],
    ['six hint at nothing yet', '000000', { ...nothing, kind: 'cvu', text: '000000', missing: 16 }],
    [
      'seven hint at the company',
      '0000003',
      { ...nothing, kind: 'cvu', text: '0000003', pspPrefix: '0000003', missing: 15 },
    ],
    [
      'the eighth closes the first block: right so far',
      '01100129',
      { ...nothing, kind: 'cbu', text: '01100129', bankCode: '011', missing: 14 },
    ],
    [
      'the eighth closes the first block: wrong, and no further digit will help',
      '01100120',
      { ...nothing, kind: 'cbu', text: '01100120', bankCode: '011', missing: 14, problem: 'cbu_check_digit' },
    ],
    ['zeros may go on', '00000000', { ...nothing, kind: 'cvu', text: '00000000', pspPrefix: '0000000', missing: 14 }],
    ['a letter makes it an alias', '0110a', { ...nothing, kind: 'alias', text: '0110a', missing: 1 }],
    ['an alias that is long enough', 'mi.alias', { ...nothing, kind: 'alias', text: 'mi.alias', missing: 0 }],
  ])('a part of an account is read: %s', (_, typed, reading) => {
    expect(readAccount(typed)).toEqual(reading)
  })

  test('a right number never shows a problem on its way, and misses what is left to type', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 22 }), (number, typed) => {
        expect(readAccount(number.slice(0, typed))).toMatchObject({ problem: null, missing: 22 - typed })
      }),
    )
  })
})

describe('any number', () => {
  test('with right check digits is accepted, also of a bank that no list knows', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const account = checkAccount(number)
        expect(account).toMatchObject({ ok: true, value: { kind: isCvu(number) ? 'cvu' : 'cbu', text: number } })
      }),
    )
  })

  test('with one wrong digit is refused', () => {
    fc.assert(
      fc.property(numbers, fc.nat(21), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1)
        expect(checkAccount(wrong).ok).toBe(false)
      }),
    )
  })
})

test('any text gives a value, never an exception, and what is stored reads back as itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-zA-Z0-9.-]{1,22}$/)), (text) => {
      const account = checkAccount(text)
      expect(account.ok ? checkAccount(account.value.text) : account).toEqual(account)
    }),
  )
})
