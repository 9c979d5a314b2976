import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { movedParts } from '@hola/core/loan/plan.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add, centavos, subtract } from '@hola/core/money.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { accountOf } from '../../lending/order/public.ts'
import { staffCollectorOf } from '../../lending/repayment/public.ts'
import type { SignedIn } from '../member/public.ts'
import type { KeptDetails } from '../proposal/public.ts'
import { NotPossible, rehearse } from '../proposal/public.ts'
import type { Services } from '../services.ts'
import type { LoanReceipt, LoanRefund } from './store.ts'

/** Of the payments and refunds of a loan, so many of the newest are offered to be taken back. */
const TAKEN_BACK_MAX = 8

export type Offer = {
  readonly kind: ProposalKind
  /** What it would be about, as the page knows it; null for the loan as a whole. */
  readonly subjectId: string | null
  readonly amount: Centavos | null
  /** Null when it is possible. */
  readonly problem: NotPossible | 'no_late_charges' | null
}

type Tried = Pick<Offer, 'kind' | 'subjectId' | 'amount'> & { readonly details: KeptDetails }

/** Two parts of what is owed: whether a plan is possible at all does not depend on how many. */
const samplePlan = (order: OrderRow, { clock, reference }: Services): KeptDetails[string] => {
  const today = civilDayOf(clock.now())
  const owed = accountOf(order, today)?.payoff ?? centavos(0)
  const first = centavos(Math.ceil(owed / 2))
  const parts = [
    { dueDay: addDays(today, 15), amount: first },
    { dueDay: addDays(today, 45), amount: subtract(owed, first) },
  ].filter(({ amount }) => amount > 0)
  return movedParts(parts, reference.holidays).map(({ dueDay, amount }) => ({
    due_day: dueDay,
    amount_centavos: amount,
  }))
}

/**
 * What can be proposed about a loan now, and of the rest why not: each is found out by doing it and taking it back, as the
 * proposal itself would be, so that what is offered here is never refused a moment later for what was true before.
 */
export const listOffers = async (
  services: Services,
  { role }: Pick<SignedIn, 'role'>,
  {
    order,
    receipts,
    refunds,
  }: { readonly order: OrderRow; readonly receipts: readonly LoanReceipt[]; readonly refunds: readonly LoanRefund[] },
): Promise<Offer[]> => {
  const account = accountOf(order, civilDayOf(services.clock.now()))
  const late = account === null ? centavos(0) : add(account.lateOneTime, account.lateDaily)
  const loan = { order_number: order.orderNumber }
  const whole = (kind: ProposalKind, amount: Centavos | null, details: KeptDetails): Tried => ({
    kind,
    subjectId: null,
    amount,
    details: { ...loan, ...details },
  })
  const isEntered = ({ provider }: LoanReceipt): boolean => staffCollectorOf(services)?.provider === provider
  const tried: Tried[] = [
    whole('refund', account?.credit ?? null, { amount_centavos: null }),
    ...(late === 0 ? [] : [whole('waiver', late, { amount_centavos: late })]),
    whole('plan', account?.payoff ?? null, { parts: samplePlan(order, services) ?? [] }),
    whole('write_off', account?.payoff ?? null, {}),
    ...(order.plan === null ? [] : [whole('plan_reversal', null, {})]),
    ...(order.writtenOffDay === null ? [] : [whole('write_off_reversal', null, {})]),
    ...receipts
      .filter(({ state }) => state === 'credited')
      .slice(-TAKEN_BACK_MAX)
      .toReversed()
      .map((receipt): Tried => ({
        kind: isEntered(receipt) ? 'transfer_reversal' : 'unplacing',
        subjectId: `${receipt.provider} ${receipt.providerPaymentId}`,
        amount: receipt.amount,
        details: { provider: receipt.provider, provider_payment_id: receipt.providerPaymentId },
      })),
    ...refunds
      .filter(({ isReversed, way }) => !isReversed && way === 'by_hand')
      .slice(0, TAKEN_BACK_MAX)
      .map(({ refundId, amount }): Tried => ({
        kind: 'refund_reversal',
        subjectId: refundId,
        amount,
        details: { ...loan, refund_id: refundId },
      })),
    ...order.waivers.slice(-TAKEN_BACK_MAX).map(({ waiverId, amount }): Tried => ({
      kind: 'waiver_reversal',
      subjectId: waiverId,
      amount,
      details: { ...loan, waiver_id: waiverId },
    })),
  ]
  const offers: Offer[] = []
  for (const { details, ...offer } of tried) {
    if (!mayPropose(role, offer.kind)) continue
    const rehearsed = await rehearse(services, { kind: offer.kind, details })
    offers.push({ ...offer, problem: rehearsed instanceof NotPossible ? rehearsed : null })
  }
  if (late === 0 && mayPropose(role, 'waiver'))
    offers.splice(1, 0, { kind: 'waiver', subjectId: null, amount: null, problem: 'no_late_charges' })
  return offers
}
