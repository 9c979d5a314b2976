import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { lateMaxOf } from '@hola/core/loan/account.ts'
import { planSteps } from '@hola/core/loan/plan.ts'
import { groupOf, shownState } from '@hola/core/loan/order-states.ts'
import { loanRules } from '@hola/core/loan/rules.ts'
import { withdrawalUntilDay } from '@hola/core/loan/withdrawal.ts'
import { add, centavos, subtract } from '@hola/core/money.ts'
import type { StoredCoupon } from '../coupon/public.ts'
import type { PayoutFailure } from '../../providers/payout/public.ts'
import { accountOf, planStateOf, termsOf, withdrawalStateOf } from './account-of.ts'
import { bestExtension } from './extension.ts'
import type { PayoutAccount } from './payout-account.ts'
import { showAccount } from './payout-account.ts'
import type { ShownPayment } from './payments.ts'
import { payoutFailureReason } from './payout-failure.ts'
import type { OrderRow } from './store.ts'

export type OrderDetail = RetOf<'loan/order'>['order']
export type OrderSummary = NonNullable<RetOf<'app/home'>['active_order']>

type TimelineEntry = OrderDetail['timeline'][number]

/** Decisions, section 12: so long the account can be corrected before the order is cancelled. */
export const PAYOUT_CORRECTION_MS = 72 * 3_600_000

/** From this instant on the account of a failed payout can no longer be corrected. */
export const correctUntil = ({ stateSince }: Pick<OrderRow, 'stateSince'>): Date =>
  new Date(stateSince.getTime() + PAYOUT_CORRECTION_MS)

const zero = centavos(0)

/** An order as a list or a card shows it, by what it owes on the day it is. */
export const summaryOf = (order: OrderRow, now: Date): OrderSummary => {
  const account = accountOf(order, civilDayOf(now))
  const overdueDays = account?.overdueDays ?? 0
  const state = shownState(order.state, overdueDays)
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    state,
    group: groupOf(state),
    amount_centavos: order.amount,
    arrival_centavos: order.arrival,
    repayment_centavos: order.repayment,
    term_days: order.termDays,
    applied_at: order.signedAt.toISOString(),
    paid_out_at: order.paidOutAt?.toISOString() ?? null,
    due_day: order.dueDay,
    cleared_at: order.clearedAt?.toISOString() ?? null,
    withdrawn_at: order.withdrawnAt?.toISOString() ?? null,
    withdrawal_state: withdrawalStateOf(order, civilDayOf(now)),
    withdrawal_until_day: order.payoutDay === null ? null : order.withdrawalUntilDay,
    overdue_days: overdueDays,
    next_part: nextPartOf(order, civilDayOf(now)),
    written_off_day: order.writtenOffDay,
    payoff_centavos: account?.payoff ?? zero,
    repaid_centavos: account?.repaid ?? zero,
  }
}

type Plan = NonNullable<OrderDetail['plan']>

/** A part is paid when no more is owed than what comes after it. A plan that was broken is over: none of it is waited for. */
const planOf = (order: OrderRow, today: CivilDay): Plan | null => {
  const state = planStateOf(order, today)
  if (order.plan === null || state === null) return null
  const payoff = accountOf(order, today)?.payoff ?? zero
  return {
    state,
    made_on_day: order.plan.day,
    parts: planSteps(order.plan).map(({ dueDay, amount, leftAfter }) => ({
      due_day: dueDay,
      amount_centavos: amount,
      is_paid: state !== 'broken' && payoff <= leftAfter,
    })),
  }
}

/** What she pays next while she pays in parts. */
const nextPartOf = (order: OrderRow, today: CivilDay): OrderSummary['next_part'] => {
  const plan = planOf(order, today)
  if (order.plan === null || plan?.state !== 'running') return null
  const payoff = accountOf(order, today)?.payoff ?? zero
  const steps = planSteps(order.plan)
  const index = steps.findIndex(({ leftAfter }) => payoff > leftAfter)
  const step = steps[index]
  if (step === undefined) return null
  return {
    paid_count: index,
    part_count: steps.length,
    due_day: step.dueDay,
    amount_centavos: subtract(payoff, step.leftAfter),
  }
}

/** What an order's page needs besides the order. */
export type Around = {
  readonly now: Date
  readonly holidays: Holidays
  readonly language: WireLanguage
  readonly account: PayoutAccount
  /** Why the last transfer did not go through. */
  readonly payoutFailure: PayoutFailure | null
  readonly agreement: { readonly version: string; readonly sha256: string; readonly pageCount: number }
  /** The person's. */
  readonly coupons: readonly StoredCoupon[]
  /** What was asked for on the order, the newest first. */
  readonly payments: readonly ShownPayment[]
}

/** An order with everything its own page shows; every amount is the engine's. */
export const detailOf = (
  order: OrderRow,
  { now, holidays, language, account: payoutAccount, payoutFailure, agreement, coupons, payments }: Around,
): OrderDetail => {
  const today = civilDayOf(now)
  const account = accountOf(order, today)
  const tomorrow = accountOf(order, addDays(today, 1))
  // Whoever gives the loan back saves nothing by it: until its last day there is nothing else to pay.
  const isToCome = order.dueDay !== null && today < order.dueDay && withdrawalStateOf(order, today) !== 'waiting'
  const onDueDay = isToCome && order.dueDay !== null ? accountOf(order, order.dueDay) : null
  const payoff = account?.payoff ?? zero
  const extension = bestExtension(order, coupons, { now, holidays })
  const [lateOneTime, lateDaily] = [account?.lateOneTime ?? zero, account?.lateDaily ?? zero]
  return {
    ...summaryOf(order, now),
    now_at: now.toISOString(),
    repayment_day: order.agreedDueDay,
    fee_centavos: order.fee,
    fee_basis_points: order.feeBasisPoints,
    interest_centavos: order.interest,
    vat_centavos: order.vat,
    vat_basis_points: order.vatBasisPoints,
    tna_basis_points: order.tnaBasisPoints,
    tea_basis_points: order.teaBasisPoints,
    cftea_basis_points: order.cfteaBasisPoints,
    accrued: account && {
      interest_centavos: account.accrued.interest,
      vat_centavos: account.accrued.vat,
      late_one_time_centavos: account.accrued.lateOneTime,
      late_daily_centavos: account.accrued.lateDaily,
    },
    late_one_time_basis_points: order.lateOneTimeBasisPoints,
    late_one_time_unpaid_min_centavos: loanRules[order.rulesVersion].limitsLateOneTime
      ? order.lateOneTimeUnpaidMin
      : null,
    late_daily_basis_points: order.lateDailyBasisPoints,
    late_one_time_centavos: lateOneTime,
    late_daily_centavos: lateDaily,
    liquidated_damages_centavos: add(lateOneTime, lateDaily),
    liquidated_damages_max_centavos: lateMaxOf(order.amount, termsOf(order).pricing),
    waived_centavos: account === null ? zero : add(account.waived.lateOneTime, account.waived.lateDaily),
    plan: planOf(order, today),
    payoff_tomorrow_centavos: tomorrow?.payoff ?? zero,
    // After the clock was set back a payment can be of a day to come: it counts on the due day, and today not yet.
    early_saving_centavos: onDueDay !== null && onDueDay.payoff > payoff ? subtract(onDueDay.payoff, payoff) : zero,
    credit_centavos: account?.credit ?? zero,
    partial_payment_min_centavos: order.partialPaymentMin,
    payout_account: showAccount(payoutAccount),
    payout_failure:
      order.state === 'payout_failed'
        ? {
            reason: payoutFailureReason(payoutFailure ?? 'other', language),
            correct_until_at: correctUntil(order).toISOString(),
          }
        : null,
    withdrawal: withdrawalOf(order, today, holidays),
    extension: extension && {
      coupon_id: extension.couponId,
      extension_days: extension.extensionDays,
      new_due_day: extension.newDueDay,
    },
    agreement: {
      version: agreement.version,
      sha256: agreement.sha256,
      page_count: agreement.pageCount,
      signed_at: order.signedAt.toISOString(),
    },
    timeline: timelineOf(order, { today, holidays, extendedAt: extendedAt(order, coupons) }),
    payments: [...payments],
  }
}

/** The last day of the right to withdraw. Until the money has come it is the one there would be if it came today. */
const withdrawalUntil = (order: OrderRow, today: CivilDay, holidays: Holidays): CivilDay => {
  const { payoutDay, withdrawalUntilDay: until } = order
  const fromToday = withdrawalUntilDay(today, holidays)
  return payoutDay === null && fromToday > until ? fromToday : until
}

/**
 * What was received goes back and nothing else is owed: before the payout that is nothing, and what was paid already
 * counts. Whoever has repaid keeps the right for its days: she has returned more than she must.
 */
export const withdrawalOf = (order: OrderRow, today: CivilDay, holidays: Holidays): OrderDetail['withdrawal'] => {
  const until = withdrawalUntil(order, today, holidays)
  if (order.state === 'cancelled' || order.state === 'review_failed') return null
  if (today > until) return null
  const repaid = accountOf(order, today)?.repaid ?? zero
  const returned = order.payoutDay === null ? zero : subtract(order.arrival, repaid)
  return { until_day: until, return_centavos: returned > 0 ? returned : zero }
}

const extendedAt = ({ orderId }: OrderRow, coupons: readonly StoredCoupon[]): Date | null =>
  coupons.find((coupon) => coupon.kind === 'interest_free_extension' && coupon.orderId === orderId)?.usedAt ?? null

const at = (kind: TimelineEntry['kind'], instant: Date, amount: TimelineEntry['amount_centavos']): TimelineEntry => ({
  kind,
  progress: 'done',
  at: instant.toISOString(),
  day: null,
  amount_centavos: amount,
})

const on = (
  kind: TimelineEntry['kind'],
  progress: TimelineEntry['progress'],
  day: CivilDay | null,
  amount: TimelineEntry['amount_centavos'],
): TimelineEntry => ({ kind, progress, at: null, day, amount_centavos: amount })

/** Of the payments on a time line; the list of all is beside it. */
const TIMELINE_PAYMENTS_MAX = 90

const dayOf = (entry: TimelineEntry): string => entry.day ?? (entry.at === null ? '' : civilDayOf(new Date(entry.at)))

/** What is over in the order in which it happened, then what is going on and what comes. */
const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] => {
  const done = entries.filter(({ progress }) => progress === 'done')
  const rest = entries.filter(({ progress }) => progress !== 'done')
  return [
    ...done.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : Number(dayOf(one) > dayOf(other)))),
    ...rest,
  ]
}

/** What happened and what comes, from the signature to the end. */
const timelineOf = (
  order: OrderRow,
  { today, holidays, extendedAt: extended }: { today: CivilDay; holidays: Holidays; extendedAt: Date | null },
): TimelineEntry[] => {
  const signed = at('signed', order.signedAt, null)
  if (order.state === 'review_failed') return [signed]
  const paidOut = order.paidOutAt === null ? [] : [at('paid_out', order.paidOutAt, order.arrival)]
  const plan = planOf(order, today)
  const waivers = order.waivers.map(({ day, amount }) => on('waived', 'done', day, amount))
  const parts = plan === null || plan.state === 'broken' ? [] : plan.parts
  const payments = order.payments
    .slice(-Math.max(1, TIMELINE_PAYMENTS_MAX - parts.length - waivers.length))
    .map(({ paidDay, amount }) => on('payment', 'done', paidDay, amount))
  const withdrawn = order.withdrawnAt === null ? [] : [at('withdrawn', order.withdrawnAt, null)]
  const moved = extended === null ? [] : [at('extended', extended, null)]
  const writtenOff = order.writtenOffDay === null ? [] : [on('written_off', 'done', order.writtenOffDay, null)]
  const happened = [signed, ...paidOut, ...moved, ...payments, ...withdrawn, ...waivers, ...writtenOff]
  if (order.state === 'cancelled') return [...inOrder(happened), at('cancelled', order.stateSince, null)]

  const until = withdrawalUntil(order, today, holidays)
  if (order.dueDay === null && order.withdrawnAt !== null)
    return [...happened, on('paid_out', 'now', null, order.arrival), on('cancelled', 'later', null, null)]
  if (order.dueDay === null) {
    const waits =
      order.state === 'payout_failed'
        ? [
            { ...at('payout_failed', order.stateSince, null), progress: 'now' as const },
            on('paid_out', 'later', null, order.arrival),
          ]
        : [on('paid_out', 'now', null, order.arrival)]
    const later = [on('withdrawal_open', 'later', until, null), on('due', 'later', order.agreedDueDay, order.repayment)]
    return [signed, ...waits, ...later]
  }

  if (order.clearedAt !== null) return [...inOrder(happened), at('cleared', order.clearedAt, null)]
  if (withdrawalStateOf(order, today) === 'waiting') {
    const returned = withdrawalOf(order, today, holidays)?.return_centavos ?? zero
    return [...inOrder(happened), on('withdrawal_open', 'now', until, returned), on('cancelled', 'later', null, null)]
  }
  const isOpen = today <= until
  const isLate = today > order.dueDay
  if (plan?.state === 'running') {
    const next = parts.findIndex(({ is_paid: isPaid }) => !isPaid)
    const toCome = parts
      .slice(next)
      .map((part, index) => on('part', index === 0 ? 'now' : 'later', part.due_day, part.amount_centavos))
    return [...inOrder(happened), ...toCome]
  }
  const onDueDay = accountOf(order, order.dueDay)?.payoff ?? zero
  return inOrder([
    ...happened,
    on('withdrawal_open', isOpen ? 'now' : 'done', until, null),
    on('due', isLate ? 'done' : isOpen ? 'later' : 'now', order.dueDay, onDueDay),
    ...(isLate ? [on('overdue', 'now', addDays(order.dueDay, 1), null)] : []),
  ])
}
