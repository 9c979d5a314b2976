import { writtenDay } from '@hola/core/written.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { findSignatory } from '../agreement/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import type { HashedEntry } from '../ledger/public.ts'
import { hashedTextOf, linesOf, listEntries } from '../ledger/public.ts'
import { statementDocument } from './statement-document.ts'
import { findOrder } from '../order/public.ts'

type Entry = RetOf<'loan/statement'>['entries'][number]

/** The books of an order, with what is hashed of each entry: whoever has them can verify them without us. */
export const statement: Handler<'loan/statement'> = async (
  { services, user: { userId } },
  { order_id: orderId, with_pdf: withPdf },
) => {
  // One moment for both reads: an entry that is being written is in neither.
  const found = await inTransaction(
    services.pool,
    async (tx) => {
      const order = await findOrder(tx, userId, orderId)
      if (order === undefined) return undefined
      const borrower = await findSignatory(tx, services, userId, order.agreementSha256)
      return { order, borrower, entries: await listEntries(tx, order) }
    },
    { isolation: 'repeatable read' },
  )
  if (found === undefined) return refuse('order_not_found')
  const { order, borrower, entries } = found
  const madeOnDay = civilDayOf(services.clock.now())
  const pdf =
    withPdf === true
      ? await services.printer.print(statementDocument(order, entries, { madeOnDay, borrower }), {
          madeOnDay,
          footer: `Estado de cuenta · préstamo ${order.orderNumber} · ${writtenDay(madeOnDay)}`,
        })
      : undefined
  if (pdf instanceof Refusal) return pdf
  return {
    order_id: orderId,
    order_number: order.orderNumber,
    borrower,
    entries: entries.map((entry) => showEntry(orderId, entry)),
    pdf_base64: pdf?.bytes.toString('base64') ?? null,
  }
}

const showEntry = (orderId: string, entry: HashedEntry): Entry => ({
  cause: entry.cause,
  effective_day: entry.effectiveDay,
  booked_at: entry.bookedAt.toISOString(),
  changes: linesOf(entry.changes).map(({ account, amount }) => ({ account, amount_centavos: amount })),
  balances: linesOf(entry.balances).map(({ account, amount }) => ({ account, amount_centavos: amount })),
  hashed_text: hashedTextOf(orderId, entry),
  entry_sha256: entry.entrySha256.toString('hex'),
})
