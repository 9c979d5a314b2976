import { personCode } from '@hola/core/desk-contract/codes.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import { refuse } from '@hola/core/errors.ts'
import { subtract } from '@hola/core/money.ts'
import { findOrder } from '../../lending/order/public.ts'
import type { Candidate, ReceiptRow } from '../../lending/repayment/public.ts'
import {
  compareWith,
  findCandidates,
  findReceipt,
  listReceiptPage,
  staffCollectorOf,
  sumSuspense,
  summariseCandidates,
} from '../../lending/repayment/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { findOrderByNumber } from '../../staff/proposal/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'
import { oneLine } from './one-line.ts'
import { readReceiptPlace, writeReceiptPlace } from './place.ts'

const PAGE = 50

type ShownReceipt = DeskRetOf<'receipts/list'>['receipts'][number]
type ShownCandidate = DeskRetOf<'receipts/show'>['candidates'][number]

const show = (
  services: Services,
  receipt: ReceiptRow & { readonly orderNumber: string | null },
  { candidateCount, isClear }: { readonly candidateCount: number; readonly isClear: boolean },
): ShownReceipt => ({
  provider: receipt.provider,
  provider_payment_id: receipt.providerPaymentId,
  amount_centavos: receipt.amount,
  paid_day: receipt.paidDay,
  heard_at: receipt.heardAt.toISOString(),
  state: receipt.state,
  reversal_cause: receipt.reversalCause,
  order_number: receipt.orderNumber,
  has_reference: receipt.reference !== null && receipt.reference !== '',
  candidate_count: candidateCount,
  is_clear: isClear,
  is_by_hand: staffCollectorOf(services)?.provider === receipt.provider,
})

const showCandidate = (candidate: Candidate, { amount }: Pick<ReceiptRow, 'amount'>): ShownCandidate => ({
  order_number: candidate.orderNumber,
  person_code: personCode(candidate.userId),
  due_day: candidate.dueDay,
  owed_centavos: candidate.owed,
  left_centavos: subtract(candidate.owed, amount),
  evidence: candidate.evidence.map((one) => ({ ...one })),
  match_count: candidate.matchCount,
})

const NONE = { candidateCount: 0, isClear: false }

export const listReceipts: DeskHandler<'receipts/list'> = async ({ services }, { state, after }) => {
  const place = after === undefined ? undefined : readReceiptPlace(after)
  if (after !== undefined && place === undefined) return refuse('bad_request')
  return inTransaction(services.pool, async (tx) => {
    const rows = await listReceiptPage(tx, {
      state,
      after: place,
      limit: PAGE + 1,
    })
    const page = rows.slice(0, PAGE)
    const last = rows.length > PAGE ? page.at(-1) : undefined
    const summaries = state === 'suspense' ? await summariseCandidates(tx, services, page) : []
    const { count, amount } = await sumSuspense(tx, COUNT_MAX)
    return {
      receipts: page.map((one, index) => show(services, one, summaries[index] ?? NONE)),
      next: last === undefined ? null : writeReceiptPlace(last),
      suspense_count: count,
      suspense_centavos: amount,
      now_at: services.clock.now().toISOString(),
    }
  })
}

export const showReceipt: DeskHandler<'receipts/show'> = async ({ services, member }, body) => {
  const { provider, provider_payment_id: providerPaymentId, why } = body
  const { memberId, name } = member
  return inTransaction(services.pool, async (tx) => {
    const found = await findReceipt(tx, { provider, providerPaymentId }, { locked: false })
    if (found === undefined) return refuse('receipt_not_found')
    const { userId, orderId } = found
    const order = userId === null || orderId === null ? undefined : await findOrder(tx, userId, orderId)
    const candidates = found.state === 'suspense' ? await findCandidates(tx, services, found) : []
    const hand = { memberId, name, why }
    await recordAct(tx, services, hand, {
      act: 'see_suspense',
      userId,
      details: { provider, provider_payment_id: providerPaymentId },
    })
    const [summary = NONE] = found.state === 'suspense' ? await summariseCandidates(tx, services, [found]) : []
    return {
      receipt: show(services, { ...found, orderNumber: order?.orderNumber ?? null }, summary),
      reference: found.reference === null ? null : oneLine(found.reference),
      candidates: candidates.map((one) => showCandidate(one, found)),
    }
  })
}

export const compareReceipt: DeskHandler<'receipts/compare'> = async ({ services, member }, body) => {
  const { provider, provider_payment_id: providerPaymentId, order_number: orderNumber, why } = body
  const { memberId, name } = member
  return inTransaction(services.pool, async (tx) => {
    const found = await findReceipt(tx, { provider, providerPaymentId }, { locked: false })
    if (found === undefined) return refuse('receipt_not_found')
    const key = await findOrderByNumber(tx, orderNumber)
    const candidate = typeof key === 'string' ? undefined : await compareWith(tx, services, found, key)
    const hand = { memberId, name, why }
    await recordAct(tx, services, hand, {
      // She named the loan: what it owes is shown to her, and that is the borrower's to see.
      act: candidate === undefined ? 'see_suspense' : 'see_books',
      userId: candidate?.userId ?? null,
      details: { provider, provider_payment_id: providerPaymentId, order_id: candidate?.orderId ?? null },
    })
    return { candidate: candidate === undefined ? null : showCandidate(candidate, found) }
  })
}
