import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import { sha256Of } from '../../shared/documents/pdf.ts'
import type { Statement } from './verify-statement.ts'

type Entry = Statement['entries'][number]

export type FakeEntry = Pick<Entry, 'cause'> & { day: string; changes: Readonly<Record<string, number>> }

const linesOf = (amounts: Readonly<Record<string, number>>): Entry['changes'] =>
  Object.entries(amounts)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount_centavos: centavos(amount) }))

/** Books that fit, made the way the server makes them. */
export const fakeStatement = async (orderId: string, made: readonly FakeEntry[] = movements): Promise<Statement> => {
  const entries: Entry[] = []
  let balances: Record<string, number> = {}
  for (const [index, { cause, day, changes }] of made.entries()) {
    balances = { ...balances }
    for (const [account, amount] of Object.entries(changes)) balances[account] = (balances[account] ?? 0) + amount
    const shown = linesOf(balances)
    const bookedAt = `${day}T14:04:00.000Z`
    const hashedText = JSON.stringify({
      order_id: orderId,
      entry_number: index + 1,
      cause,
      effective_day: day,
      booked_at: bookedAt,
      changes_centavos: changes,
      balances_centavos: Object.fromEntries(shown.map(({ account, amount_centavos: amount }) => [account, amount])),
      previous_sha256: entries.at(-1)?.entry_sha256 ?? null,
    })
    entries.push({
      cause,
      effective_day: civilDay(day),
      booked_at: bookedAt,
      changes: linesOf(changes),
      balances: shown,
      hashed_text: hashedText,
      entry_sha256: (await sha256Of(new TextEncoder().encode(hashedText))) ?? '',
    })
  }
  return {
    order_id: orderId,
    order_number: 'BC9H-VGZK-B2MM',
    borrower: { full_name: 'Lucía Gómez', dni: '30123456' },
    entries,
    pdf_base64: null,
  }
}

/** Money out, two days, a part paid, another day. */
const movements: readonly FakeEntry[] = [
  {
    cause: 'payout',
    day: '2026-11-16',
    changes: { principal: 12_000_000, paid_out: -10_800_000, fee_earned: -991_736, vat_to_pay: -208_264 },
  },
  {
    cause: 'accrual',
    day: '2026-11-17',
    changes: { interest: 29_589, interest_vat: 6214, interest_earned: -29_589, vat_to_pay: -6214 },
  },
  {
    cause: 'accrual',
    day: '2026-11-18',
    changes: { interest: 29_589, interest_vat: 6213, interest_earned: -29_589, vat_to_pay: -6213 },
  },
  {
    cause: 'payment',
    day: '2026-11-18',
    changes: { interest: -59_178, interest_vat: -12_427, principal: -928_395, collected: 1_000_000 },
  },
  {
    cause: 'accrual',
    day: '2026-11-19',
    changes: { interest: 27_300, interest_vat: 5733, interest_earned: -27_300, vat_to_pay: -5733 },
  },
]
