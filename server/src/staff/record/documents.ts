import type { LoanDocument } from '@hola/core/desk-contract/loans.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { findAgreement } from '../../lending/agreement/public.ts'
import { printClearance } from '../../lending/clearance/public.ts'
import { printStatement } from '../../lending/loan/public.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { findOrder } from '../../lending/order/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Hand } from '../act/public.ts'
import { recordAct } from '../act/public.ts'
import { findOrderByNumber } from '../proposal/public.ts'
import type { Services } from '../services.ts'

/** Which documents a loan has now. */
export const documentsOf = ({ payoutDay, clearedAt }: OrderRow): LoanDocument[] => [
  'agreement',
  ...(payoutDay === null ? [] : (['statement'] as const)),
  ...(clearedAt === null ? [] : (['clearance'] as const)),
]

const names: Readonly<Record<LoanDocument, string>> = {
  agreement: 'contrato',
  statement: 'estado-de-cuenta',
  clearance: 'libre-deuda',
}

const print = async (services: Services, order: OrderRow, document: LoanDocument): Promise<Buffer | Refusal> => {
  if (document === 'clearance') {
    const printed = await printClearance(services, order)
    return printed instanceof Refusal ? printed : printed.bytes
  }
  if (document === 'statement') {
    const printed = await printStatement(services, order)
    return printed instanceof Refusal ? printed : printed.bytes
  }
  const sha256 = order.agreementSha256.toString('hex')
  const agreement = await inTransaction(services.pool, (tx) => findAgreement(tx, services, order.userId, sha256))
  return agreement === undefined ? refuse('document_not_there') : agreement.pdf
}

/** A document of a loan as a file. It names her in clear: that it was opened, and why, is written down before it leaves. */
export const openDocument = async (
  services: Services,
  hand: Hand,
  { orderNumber, document }: { readonly orderNumber: string; readonly document: LoanDocument },
): Promise<{ readonly fileName: string; readonly bytes: Buffer } | Refusal> => {
  const order = await inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, orderNumber)
    return typeof key === 'string' ? undefined : findOrder(tx, key.userId, key.orderId)
  })
  if (order === undefined) return refuse('loan_not_found')
  if (!documentsOf(order).includes(document)) return refuse('document_not_there')
  const bytes = await print(services, order, document)
  if (bytes instanceof Refusal) return bytes
  const { userId, orderId } = order
  await inTransaction(services.pool, (tx) =>
    recordAct(tx, services, hand, { act: 'see_document', userId, details: { order_id: orderId, kind: document } }),
  )
  return { fileName: `${names[document]}-${order.orderNumber}.pdf`, bytes }
}
