import { describe, expect, test } from 'vitest'
import { addDays, civilDay, type Holidays } from '../calendar.ts'
import { centavos, pesos } from '../money.ts'
import { withdrawalStateOn, withdrawalUntilDay } from './withdrawal.ts'

const holidays: Holidays = new Set([civilDay('2026-11-23')])

test.each([
  { from: '2026-11-16', until: '2026-12-01', why: 'ten business days, a holiday among them' },
  { from: '2026-11-14', until: '2026-11-30', why: 'from a Saturday, the holiday among them' },
  { from: '2026-12-01', until: '2026-12-15', why: 'two weeks without a holiday' },
])('signed on $from: until $until ($why)', ({ from, until }) => {
  expect(withdrawalUntilDay(civilDay(from), holidays)).toBe(until)
})

test('the ten calendar days of Ley 24.240 are over before, whatever the weekday', () => {
  for (let count = 0; count < 7; count += 1) {
    const from = addDays(civilDay('2026-12-01'), count)
    expect(withdrawalUntilDay(from, new Set()) >= addDays(from, 10)).toBe(true)
  }
})

describe('where a withdrawal stands', () => {
  const until = civilDay('2026-12-01')
  const arrival = pesos(90_000)
  const whole: readonly [string, number][] = [['2026-12-01', 9_000_000]]
  type Row = [string, readonly (readonly [day: string, amount: number])[], string, string | null]

  test.each<Row>([
    ['nothing is back yet', [], '2026-11-20', 'waiting'],
    ['nothing is back on the last day', [], '2026-12-01', 'waiting'],
    ['nothing is back the day after', [], '2026-12-02', 'lapsed'],
    ['all is back on the last day', whole, '2026-12-01', 'complete'],
    ['all was back on the last day, seen later', whole, '2027-03-01', 'complete'],
    ['all of it comes tomorrow', whole, '2026-11-30', 'waiting'],
    [
      'in parts',
      [
        ['2026-11-20', 4_000_000],
        ['2026-12-01', 5_000_000],
      ],
      '2026-12-09',
      'complete',
    ],
    [
      'the last part a day late',
      [
        ['2026-11-20', 4_000_000],
        ['2026-12-02', 5_000_000],
      ],
      '2026-12-09',
      'lapsed',
    ],
    ['one centavo short', [['2026-12-01', 8_999_999]], '2026-12-02', 'lapsed'],
    ['one centavo short on the last day', [['2026-12-01', 8_999_999]], '2026-12-01', 'waiting'],
    ['too much', [['2026-12-01', 9_500_000]], '2026-12-02', 'complete'],
    ['all of it a day late', [['2026-12-02', 9_000_000]], '2026-12-02', 'lapsed'],
  ])('a withdrawal: %s', (_, paid, day, state) => {
    const payments = paid.map(([paidDay, amount]) => ({ day: civilDay(paidDay), amount: centavos(amount) }))
    expect(withdrawalStateOn({ arrival, payments, withdrawalUntilDay: until }, civilDay(day))).toBe(state)
  })

  test('nobody has withdrawn', () => {
    const paid = [{ day: until, amount: arrival }]
    expect(withdrawalStateOn({ arrival, payments: paid, withdrawalUntilDay: null }, until)).toBeNull()
  })
})
