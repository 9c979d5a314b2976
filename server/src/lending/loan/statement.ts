import { writtenDay } from '@hola/core/written.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { findSignatory } from '../agreement/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler, Services } from '../services.ts'
import type { HashedEntry } from '../ledger/public.ts'
import { hashedTextOf, linesOf, listEntries } from '../ledger/public.ts'
import { statementDocument } from './statement-document.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { findOrder } from '../order/public.ts'

type Entry = RetOf<'loan/statement'>['entries'][number]

type Loaded = {
  readonly order: OrderRow
  readonly borrower: RetOf<'loan/statement'>['borrower']
  readonly entries: readonly HashedEntry[]
}

const load = (services: Services, { userId, orderId }: OrderKey): Promise<Loaded | undefined> =>
  // One moment for both reads: an entry that is being written is in neither.
  inTransaction(
    services.pool,
    async (tx) => {
      const order = await findOrder(tx, userId, orderId)
      if (order === undefined) return undefined
      const borrower = await findSignatory(tx, services, userId, order.agreementSha256)
      return { order, borrower, entries: await listEntries(tx, order) }
    },
    { isolation: 'repeatable read' },
  )

const print = ({ printer, clock }: Services, { order, borrower, entries }: Loaded) => {
  const madeOnDay = civilDayOf(clock.now())
  return printer.print(statementDocument(order, entries, { madeOnDay, borrower }), {
    madeOnDay,
    footer: `Estado de cuenta · préstamo ${order.orderNumber} · ${writtenDay(madeOnDay)}`,
  })
}

/** The statement of account of an order as a file, as of today. */
export const printStatement = async (services: Services, key: OrderKey) => {
  const loaded = await load(services, key)
  return loaded === undefined ? refuse('order_not_found') : print(services, loaded)
}

/** The books of an order, with what is hashed of each entry: whoever has them can verify them without us. */
export const statement: Handler<'loan/statement'> = async (
  { services, user: { userId } },
  { order_id: orderId, with_pdf: withPdf },
) => {
  const found = await load(services, { userId, orderId })
  if (found === undefined) return refuse('order_not_found')
  const { order, borrower, entries } = found
  const pdf = withPdf === true ? await print(services, found) : undefined
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
