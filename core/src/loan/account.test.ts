import { describe, expect, test } from 'vitest'
import { addDays, civilDay, dueDay, type CivilDay } from '../calendar.ts'
import { centavos, formatPesos, pesos, type Centavos } from '../money.ts'
import { type Account, accountOn, lateMaxOf, type LoanTerms, type Payment } from './account.ts'
import { quote } from './quote.ts'
import { CURRENT_RULES_VERSION } from './rules.ts'

const pricing = {
  feeBasisPoints: 1000,
  tnaBasisPoints: 9000,
  vatBasisPoints: 2100,
  lateOneTimeBasisPoints: 500,
  lateOneTimeUnpaidMin: pesos(1000),
  lateDailyBasisPoints: 400,
  lateMaxBasisPoints: 10_000,
}

/** $ 120.000 for 91 days, paid out on Monday 16/11/2026, due on Monday 15/02/2027. */
const terms: LoanTerms = {
  amount: pesos(120_000),
  termDays: 91,
  payoutDay: civilDay('2026-11-16'),
  dueDay: civilDay('2027-02-15'),
  pricing,
  rulesVersion: CURRENT_RULES_VERSION,
}

const shown = (amount: Centavos): string => formatPesos(amount).replace('$\u00A0', '')
/** '50.000,00' as money. */
const money = (text: string): Centavos => centavos(Number(text.replaceAll(/[.,]/g, '')))
const paying = (...payments: readonly (readonly [string, string])[]): Payment[] =>
  payments.map(([day, amount]) => ({ day: civilDay(day), amount: money(amount) }))

/** The rows of a table written as text: each a record by the names in its first line. */
const rowsOf = (table: string): Record<string, string>[] => {
  const [names = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

describe('worked examples: $ 120.000 for 91 days, paid out on 16/11/2026, due on 15/02/2027', () => {
  // TNA 90 %, VAT 21 % of interest; late: 5 % once, 4 % of the unpaid principal a day, together at most 100 %.
  // A day costs 120.000 × 90 % ÷ 365 = 295,89 and VAT of 62,14; a day late 4.800.
  const table = `
    when                        | day        | paid before              | principal  | interest  | VAT      | late once | late daily | payoff     | days late
    on the day of the payout    | 2026-11-16 |                          | 120.000,00 |      0,00 |     0,00 |      0,00 |       0,00 | 120.000,00 |   0
    after a day                 | 2026-11-17 |                          | 120.000,00 |    295,89 |    62,14 |      0,00 |       0,00 | 120.358,03 |   0
    after 30 days               | 2026-12-16 |                          | 120.000,00 |  8.876,71 | 1.864,11 |      0,00 |       0,00 | 130.740,82 |   0
    on the due day              | 2027-02-15 |                          | 120.000,00 | 26.926,03 | 5.654,47 |      0,00 |       0,00 | 152.580,50 |   0
    1 day late                  | 2027-02-16 |                          | 120.000,00 | 26.926,03 | 5.654,47 |  6.000,00 |   4.800,00 | 163.380,50 |   1
    10 days late                | 2027-02-25 |                          | 120.000,00 | 26.926,03 | 5.654,47 |  6.000,00 |  48.000,00 | 206.580,50 |  10
    23 days late                | 2027-03-10 |                          | 120.000,00 | 26.926,03 | 5.654,47 |  6.000,00 | 110.400,00 | 268.980,50 |  23
    24 days, at the ceiling     | 2027-03-11 |                          | 120.000,00 | 26.926,03 | 5.654,47 |  6.000,00 | 114.000,00 | 272.580,50 |  24
    a year late                 | 2028-02-15 |                          | 120.000,00 | 26.926,03 | 5.654,47 |  6.000,00 | 114.000,00 | 272.580,50 | 365
    paid after 30 days          | 2026-12-16 | 2026-12-16 of 130.740,82 |       0,00 |      0,00 |     0,00 |      0,00 |       0,00 |       0,00 |   0
    paid on the due day         | 2027-02-15 | 2027-02-15 of 152.580,50 |       0,00 |      0,00 |     0,00 |      0,00 |       0,00 |       0,00 |   0
    and a month after that      | 2027-03-17 | 2027-02-15 of 152.580,50 |       0,00 |      0,00 |     0,00 |      0,00 |       0,00 |       0,00 |   0
    paid 10 days late           | 2027-02-25 | 2027-02-25 of 206.580,50 |       0,00 |      0,00 |     0,00 |      0,00 |       0,00 |       0,00 |   0
    a part after 30 days        | 2026-12-16 | 2026-12-16 of  50.000,00 |  80.740,82 |      0,00 |     0,00 |      0,00 |       0,00 |  80.740,82 |   0
    the rest on the due day     | 2027-02-15 | 2026-12-16 of  50.000,00 |  80.740,82 | 12.144,31 | 2.550,30 |      0,00 |       0,00 |  95.435,43 |   0
    or the rest 10 days late    | 2027-02-25 | 2026-12-16 of  50.000,00 |  80.740,82 | 12.144,31 | 2.550,30 |  6.000,00 |  32.296,33 | 133.731,76 |  10`

  const paidBefore = (cell: string): Payment[] =>
    cell === '' ? [] : paying([cell.slice(0, 10), cell.replace(/^.* of/, '').trim()])

  test.each(rowsOf(table))('what is owed: $when', (row) => {
    const account = accountOn(terms, paidBefore(row['paid before'] ?? ''), civilDay(row['day'] ?? ''))
    expect({
      ...row,
      principal: shown(account.principal),
      interest: shown(account.interest),
      VAT: shown(account.vat),
      'late once': shown(account.lateOneTime),
      'late daily': shown(account.lateDaily),
      payoff: shown(account.payoff),
      'days late': String(account.overdueDays),
    }).toEqual(row)
  })

  test('the ceiling of late charges is the amount', () => {
    expect(shown(lateMaxOf(terms.amount, pricing))).toBe('120.000,00')
  })
})

describe('where a payment goes, 10 days late', () => {
  const lateTenDays = civilDay('2027-02-25')
  const table = `
    settles                    | paid       | late once | late daily | VAT      | interest  | principal  | credit
    the one-time charge first  |   1.000,00 |  1.000,00 |       0,00 |     0,00 |      0,00 |       0,00 |   0,00
    all of it                  |   6.000,00 |  6.000,00 |       0,00 |     0,00 |      0,00 |       0,00 |   0,00
    then the daily charge      |  54.000,00 |  6.000,00 |  48.000,00 |     0,00 |      0,00 |       0,00 |   0,00
    VAT, and some interest     |  60.000,00 |  6.000,00 |  48.000,00 | 5.654,47 |    345,53 |       0,00 |   0,00
    everything but principal   |  86.580,50 |  6.000,00 |  48.000,00 | 5.654,47 | 26.926,03 |       0,00 |   0,00
    principal last             | 100.000,00 |  6.000,00 |  48.000,00 | 5.654,47 | 26.926,03 |  13.419,50 |   0,00
    the payoff                 | 206.580,50 |  6.000,00 |  48.000,00 | 5.654,47 | 26.926,03 | 120.000,00 |   0,00
    more than that             | 206.681,51 |  6.000,00 |  48.000,00 | 5.654,47 | 26.926,03 | 120.000,00 | 101,01`

  test.each(rowsOf(table))('$paid: $settles', (row) => {
    const account = accountOn(terms, [{ day: lateTenDays, amount: money(row['paid'] ?? '') }], lateTenDays)
    expect({
      ...row,
      paid: shown(account.repaid),
      'late once': shown(account.paid.lateOneTime),
      'late daily': shown(account.paid.lateDaily),
      VAT: shown(account.paid.vat),
      interest: shown(account.paid.interest),
      principal: shown(account.paid.principal),
      credit: shown(account.credit),
    }).toEqual(row)
  })
})

describe('the one-time charge: 5 %, at most what is unpaid on the due day, none below $ 1.000', () => {
  const repayment = money('152.580,50')
  const leaving = (unpaid: string): Payment[] => [{ day: terms.dueDay, amount: centavos(repayment - money(unpaid)) }]
  const dayLate = addDays(terms.dueDay, 1)
  const unpaidAndCharged = `
    unpaid     | charged
          0,01 |     0,00
        999,99 |     0,00
      1.000,00 | 1.000,00
      1.000,01 | 1.000,01
      5.999,99 | 5.999,99
      6.000,00 | 6.000,00
      6.000,01 | 6.000,00
    152.580,49 | 6.000,00`

  test.each(rowsOf(unpaidAndCharged))('$unpaid unpaid: $charged', ({ unpaid = '', charged }) => {
    expect(shown(accountOn(terms, leaving(unpaid), dayLate).accrued.lateOneTime)).toBe(charged)
    expect(shown(accountOn(terms, leaving(unpaid), addDays(dayLate, 300)).accrued.lateOneTime)).toBe(charged)
  })

  test('nothing unpaid: none', () => {
    const paid = accountOn(terms, [{ day: terms.dueDay, amount: repayment }], dayLate)
    expect(paid).toMatchObject({ payoff: 0, clearedDay: terms.dueDay })
    expect(paid.accrued.lateOneTime).toBe(0)
  })

  test('what is paid after the due day does not lower it; what was paid before it does', () => {
    const part = (day: CivilDay): Payment[] => [{ day, amount: money('152.000,00') }]
    expect(shown(accountOn(terms, part(dayLate), dayLate).accrued.lateOneTime)).toBe('6.000,00')
    expect(shown(accountOn(terms, part(terms.dueDay), dayLate).accrued.lateOneTime)).toBe('0,00')
    expect(shown(accountOn(terms, part(civilDay('2026-12-16')), dayLate).accrued.lateOneTime)).toBe('0,00')
  })

  test('it counts what is unpaid on the due day that counts: moved by an extension, that one', () => {
    const extended = { ...terms, dueDay: addDays(terms.dueDay, 7) }
    const paidInTheExtension = [{ day: addDays(terms.dueDay, 5), amount: money('150.000,00') }]
    const day = addDays(terms.dueDay, 8)
    expect(shown(accountOn(extended, paidInTheExtension, day).accrued.lateOneTime)).toBe('2.580,50')
    expect(shown(accountOn(terms, paidInTheExtension, day).accrued.lateOneTime)).toBe('6.000,00')
  })

  test('the ceiling lowers it too, and what it does not take is left for the days', () => {
    const low = { ...terms, pricing: { ...pricing, lateMaxBasisPoints: 400 } }
    expect(accountOn(low, leaving('5.500,00'), dayLate).accrued).toMatchObject({ lateOneTime: 480_000, lateDaily: 0 })
    const { accrued } = accountOn(low, leaving('2.000,00'), addDays(dayLate, 300))
    expect(accrued).toMatchObject({ lateOneTime: 200_000, lateDaily: 280_000 })
  })

  test('the threshold is that of the loan', () => {
    const withMin = (min: string): LoanTerms => ({
      ...terms,
      pricing: { ...pricing, lateOneTimeUnpaidMin: money(min) },
    })
    expect(accountOn(withMin('2.000,00'), leaving('1.999,99'), dayLate).accrued.lateOneTime).toBe(0)
    expect(accountOn(withMin('0,00'), leaving('0,01'), dayLate).accrued.lateOneTime).toBe(1)
  })

  test('a loan of the first rules keeps what was signed: 5 % of the amount for a centavo', () => {
    const signedBefore: LoanTerms = { ...terms, rulesVersion: 1 }
    expect(shown(accountOn(signedBefore, leaving('0,01'), dayLate).accrued.lateOneTime)).toBe('6.000,00')
    expect(accountOn(signedBefore, [{ day: terms.dueDay, amount: repayment }], dayLate).accrued.lateOneTime).toBe(0)
    expect(accountOn({ ...terms, rulesVersion: 2 }, leaving('0,01'), dayLate).accrued.lateOneTime).toBe(0)
  })
})

describe('days', () => {
  const on = (day: string, ...payments: readonly (readonly [string, string])[]): Account =>
    accountOn(terms, paying(...payments), civilDay(day))

  test('a payment counts on its own day, whenever it is heard of', () => {
    const heardLate = on('2027-02-25', ['2027-02-15', '152.580,50'])
    expect(heardLate).toMatchObject({ payoff: 0, clearedDay: '2027-02-15', overdueDays: 0, credit: 0 })
    expect(heardLate.accrued).toMatchObject({ lateOneTime: 0, lateDaily: 0 })
  })

  test('a payment of a later day is not there yet', () => {
    expect(on('2027-02-14', ['2027-02-15', '152.580,50'])).toEqual(on('2027-02-14'))
  })

  test('a centavo left on the due day is late the day after, and costs nothing', () => {
    const account = on('2027-02-16', ['2027-02-15', '152.580,49'])
    // 4 % of a centavo is none.
    expect(account).toMatchObject({ principal: 1, lateOneTime: 0, lateDaily: 0, overdueDays: 1 })
    // In a year 14,6 of one.
    expect(on('2028-02-15', ['2027-02-15', '152.580,49']).payoff).toBe(16)
  })

  test('a partial payment on the due day lowers the principal that the late days count', () => {
    const account = on('2027-02-25', ['2027-02-15', '92.580,50'])
    expect(shown(account.principal)).toBe('60.000,00')
    expect(shown(account.lateDaily)).toBe('24.000,00')
  })

  test('what was paid of the ceiling stays paid: nothing more is charged', () => {
    const account = on('2028-02-15', ['2027-03-11', '120.000,00'])
    expect(account).toMatchObject({ lateOneTime: 0, lateDaily: 0, overdueDays: 365 })
    expect(shown(account.payoff)).toBe('152.580,50')
    expect(account.accrued.lateOneTime + account.accrued.lateDaily).toBe(terms.amount)
  })

  test('a loan cleared late stays cleared, and more money is credit', () => {
    const account = on('2027-06-01', ['2027-02-25', '206.580,50'], ['2027-03-01', '1.000,00'], ['2027-04-01', '500,00'])
    expect(account).toMatchObject({ payoff: 0, clearedDay: '2027-02-25', overdueDays: 0, credit: 150_000 })
    expect(shown(account.repaid)).toBe('208.080,50')
  })

  test('given back on the day it came, it costs nothing', () => {
    expect(on('2026-11-16', ['2026-11-16', '120.000,00'])).toMatchObject({ payoff: 0, clearedDay: '2026-11-16' })
  })
})

describe('a term that ends on a holiday', () => {
  const termEnd = civilDay('2027-03-23')
  const holidays = new Set(['2027-03-23', '2027-03-24', '2027-03-25', '2027-03-26'].map(civilDay))
  const moved: LoanTerms = { ...terms, termDays: 127, dueDay: dueDay(terms.payoutDay, 127, holidays) }
  const payoffOn = (day: CivilDay): Centavos => accountOn(moved, [], day).payoff

  test('is due on the Monday after it, at the price of the term', () => {
    const { repayment, dueDay: quotedDueDay } = quote({ ...moved, holidays })
    expect(moved.dueDay).toBe('2027-03-29')
    expect(quotedDueDay).toBe(moved.dueDay)
    for (let day = termEnd; day <= moved.dueDay; day = addDays(day, 1)) expect(payoffOn(day)).toBe(repayment)
  })

  test('is late on the Tuesday, by one day', () => {
    const tuesday = accountOn(moved, [], civilDay('2027-03-30'))
    expect(tuesday).toMatchObject({ overdueDays: 1, lateOneTime: 600_000, lateDaily: 480_000 })
  })

  test('an extension of 15 days costs nothing either', () => {
    const extended = { ...moved, dueDay: addDays(moved.dueDay, 15) }
    expect(accountOn(extended, [], extended.dueDay).payoff).toBe(payoffOn(termEnd))
    expect(accountOn(extended, [], addDays(extended.dueDay, 1)).overdueDays).toBe(1)
  })
})

describe('at the edges', () => {
  const free = { ...pricing, tnaBasisPoints: 0, lateOneTimeBasisPoints: 0, lateDailyBasisPoints: 0 }
  const lateMonth = addDays(terms.dueDay, 30)

  test('a loan of a centavo', () => {
    // 5 % and 30 × 4 % of a centavo are 0,05 and 1,2 of one; the ceiling is one.
    const account = accountOn({ ...terms, amount: centavos(1) }, [], lateMonth)
    expect(account).toMatchObject({ principal: 1, interest: 0, vat: 0, lateOneTime: 0, lateDaily: 1, payoff: 2 })
  })

  test('a loan that costs nothing never grows, but it can be late', () => {
    const account = accountOn({ ...terms, pricing: free }, [], lateMonth)
    expect(account).toMatchObject({ payoff: terms.amount, overdueDays: 30 })
  })

  test('a ceiling below the one-time charge lowers that too', () => {
    const low = { ...terms, pricing: { ...pricing, lateMaxBasisPoints: 300 } }
    expect(accountOn(low, [], lateMonth)).toMatchObject({ lateOneTime: 360_000, lateDaily: 0 })
  })

  test('a ceiling of nothing: no late charge at all', () => {
    const none = { ...terms, pricing: { ...pricing, lateMaxBasisPoints: 0 } }
    expect(accountOn(none, [], lateMonth)).toMatchObject({ lateOneTime: 0, lateDaily: 0, overdueDays: 30 })
  })

  test('a trillion pesos, ten years late, to the centavo', () => {
    const amount = centavos(100_000_000_000_001)
    const account = accountOn({ ...terms, amount }, [], addDays(terms.dueDay, 3650))
    // By hand: amount × 90 % × 91 ÷ 365 = 22.438.356.164.383,7859…
    expect(account.interest).toBe(22_438_356_164_384)
    expect(account.lateOneTime + account.lateDaily).toBe(amount)
  })

  test('more than can be counted exactly is a bug, not a wrong sum', () => {
    const amount = centavos(Number.MAX_SAFE_INTEGER)
    expect(() => accountOn({ ...terms, amount }, [], terms.dueDay)).toThrow('exact')
  })

  test.each([
    ['no amount', { amount: centavos(0) }, [], terms.dueDay, 'amount above zero'],
    ['no term', { termDays: 0 }, [], terms.dueDay, 'term in days'],
    ['half a day', { termDays: 90.5 }, [], terms.dueDay, 'term in days'],
    ['a due day before the term ends', { dueDay: civilDay('2027-02-14') }, [], terms.dueDay, 'before the term ends'],
    ['a day before the payout', {}, [], civilDay('2026-11-15'), 'no account'],
    ['a payment before the payout', {}, paying(['2026-11-15', '1.000,00']), terms.dueDay, 'paid on 2026-11-15'],
    ['a payment of nothing', {}, paying(['2026-12-15', '0,00']), terms.dueDay, 'payment needs an amount'],
    ['a negative payment', {}, [{ day: terms.dueDay, amount: centavos(-1) }], terms.dueDay, 'payment needs an amount'],
    ['a payment to come that cannot be', {}, paying(['2027-12-15', '0,00']), terms.dueDay, 'payment needs an amount'],
  ] satisfies [string, Partial<LoanTerms>, Payment[], CivilDay, string][])(
    '%s is a bug in what was asked',
    (_, change, payments, day, words) => {
      expect(() => accountOn({ ...terms, ...change }, payments, day)).toThrow(words)
    },
  )
})
