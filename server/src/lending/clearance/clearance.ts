import { createHash } from 'node:crypto'
import { writtenDay } from '@hola/core/written.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { findAgreement } from '../agreement/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { accountOf, clearedDayOf, findOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import type { ClearanceFacts } from './clearance-document.ts'
import { clearanceDocument } from './clearance-document.ts'

/** The certificate as a file, with the time when it was known that nothing is owed. */
export const printClearance = async (services: Services, { userId, orderId }: OrderKey) => {
  const found = await inTransaction(services.pool, async (tx) => {
    const order = await findOrder(tx, userId, orderId)
    return order && { clearedAt: order.clearedAt, facts: await factsOf(tx, services, order) }
  })
  if (found === undefined) return refuse('order_not_found')
  const { clearedAt, facts } = found
  if (clearedAt === null || facts === undefined) return refuse('not_cleared_yet')
  const printed = await services.printer.print(clearanceDocument(facts), {
    madeOnDay: facts.issuedDay,
    footer: `Certificado de libre deuda · préstamo ${facts.orderNumber} · ${writtenDay(facts.issuedDay)}`,
  })
  return printed instanceof Refusal ? printed : { clearedAt, bytes: printed.bytes }
}

/**
 * The libre deuda of an order that was paid off. It is dated when that was known and holds nothing that changes later:
 * asked for again it is the same file, with the same hash. Somebody else's order and one that is not there answer alike.
 */
export const clearance: Handler<'loan/clearance'> = async ({ services, user: { userId } }, { order_id: orderId }) => {
  const printed = await printClearance(services, { userId, orderId })
  if (printed instanceof Refusal) return printed
  const { clearedAt, bytes } = printed
  return {
    issued_at: clearedAt.toISOString(),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pdf_base64: bytes.toString('base64'),
  }
}

/** What the certificate says; undefined while there is something to pay. She is called what she signed as. */
const factsOf = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  order: OrderRow,
): Promise<ClearanceFacts | undefined> => {
  const { userId, orderNumber, amount, signedAt, payoutDay, dueDay, clearedAt } = order
  const clearedDay: CivilDay | null = clearedDayOf(order)
  if (clearedAt === null || clearedDay === null || payoutDay === null || dueDay === null) return undefined
  const account = accountOf(order, clearedDay)
  const agreementSha256 = order.agreementSha256.toString('hex')
  const agreement = await findAgreement(tx, services, userId, agreementSha256)
  if (account === null || agreement === undefined) throw new Error('a loan was paid off that was never lent or agreed')
  return {
    borrower: agreement.facts.borrower,
    orderNumber,
    agreementSha256,
    amount,
    signedDay: civilDayOf(signedAt),
    payoutDay,
    dueDay,
    clearedDay,
    issuedDay: civilDayOf(clearedAt),
    paid: account.paid,
  }
}
