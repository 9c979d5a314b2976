import { expect, test } from 'vitest'
import { addDays, civilDay } from '../calendar.ts'
import type { RulesVersion } from '../loan/rules.ts'
import { centavos } from '../money.ts'
import { amountsOf, balancesOn, type LoanFacts, loanOn } from './ledger.ts'

/** A small generator of our own: what it makes must never change, whatever a library does. */
const numbers = (seed: number): ((limit: number) => number) => {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const loanBy = (below: (limit: number) => number): { facts: LoanFacts; days: number } => {
  const payoutDay = addDays(civilDay('2026-11-16'), below(700))
  const termDays = [62, 91, 120, 15 + below(200)][below(4)] ?? 91
  const amount = centavos((4 + below(97)) * 500_000 + below(3) * below(99_999))
  const fee = centavos(Math.floor(amount / 10))
  const dueDay = addDays(payoutDay, termDays + below(9))
  const payments = Array.from({ length: below(5) }, () => ({
    day: addDays(payoutDay, below(termDays + 60)),
    amount: centavos(1 + below(amount)),
  }))
  const facts: LoanFacts = {
    terms: {
      amount,
      termDays,
      payoutDay,
      dueDay,
      pricing: {
        feeBasisPoints: 1000,
        tnaBasisPoints: below(30_000),
        vatBasisPoints: 2100,
        lateOneTimeBasisPoints: below(1000),
        lateOneTimeUnpaidMin: centavos(below(300_000)),
        lateDailyBasisPoints: below(500),
        lateMaxBasisPoints: below(15_000),
      },
      rulesVersion: (1 + below(3)) as RulesVersion,
    },
    fee,
    arrival: centavos(amount - fee),
    payments,
    refunded: centavos(below(4) === 0 ? below(200_000) : 0),
    withdrawalUntilDay: below(5) === 0 ? addDays(payoutDay, 15) : null,
    waivers: [],
    plan: null,
    writtenOffDay: null,
  }
  return { facts, days: below(termDays + 90) }
}

/** FNV-1a: enough to notice that a single centavo of all these books is another. */
const digestOf = (text: string): string => {
  let hash = 0xcbf2_9ce4_8422_2325n
  for (let index = 0; index < text.length; index += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100_0000_01b3n)
  return hash.toString(16)
}

/** The accounts that there were before waivers, write-offs and plans. */
const FIRST_ACCOUNTS = 12

// Taken from the books as they were before any of those acts existed. Another digest means that loans which nobody touched
// have other books, so that what was booked for them can no longer be verified.
test('a loan without a waiver, a write-off or a plan has the books it always had', () => {
  const below = numbers(20_261_116)
  const said = Array.from({ length: 4_000 }, () => {
    const { facts, days } = loanBy(below)
    const day = addDays(facts.terms.payoutDay, days)
    const amounts = amountsOf(balancesOn(facts, day))
    expect(amounts.slice(FIRST_ACCOUNTS).every((amount) => amount === 0)).toBe(true)
    const { payoff, credit, overdueDays, clearedDay } = loanOn(facts, day)
    return [...amounts.slice(0, FIRST_ACCOUNTS), payoff, credit, overdueDays, clearedDay].join(' ')
  })
  expect(digestOf(said.join('\n'))).toBe('355f09f381cdb466')
})
