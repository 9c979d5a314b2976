import { personCode } from '@hola/core/desk-contract/codes.ts'
import { daysBetween } from '@hola/core/calendar.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { shownState } from '@hola/core/loan/order-states.ts'
import type { Account } from '@hola/core/loan/account.ts'
import { add, centavos } from '@hola/core/money.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import {
  documentsOf,
  listLoanPage,
  listLoanReceipts,
  listLoanRefunds,
  listOffers,
  openDocument,
  readBooks,
  showLoan,
  visitLoan,
  whatIf as reckon,
} from '../../staff/record/public.ts'
import type { DeskHandler } from './context.ts'
import { readLoanPlace, writeLoanPlace } from './place.ts'
import { sayProblem } from './proposals.ts'

const PAGE = 100
const BOOKS_PAGE = 100

type Shown = DeskRetOf<'loans/show'>
type Lines = NonNullable<Shown['owed']>

const linesOf = (account: Account): Lines => ({
  day: account.day,
  principal_centavos: account.principal,
  interest_centavos: account.interest,
  vat_centavos: account.vat,
  late_one_time_centavos: account.lateOneTime,
  late_daily_centavos: account.lateDaily,
  payoff_centavos: account.payoff,
  credit_centavos: account.credit,
  overdue_days: account.overdueDays,
})

const splitOf = (split: NonNullable<ReturnType<typeof reckon>>['split']) => ({
  late_centavos: split.late,
  vat_centavos: split.vat,
  interest_centavos: split.interest,
  principal_centavos: split.principal,
  credit_centavos: split.credit,
})

export const list: DeskHandler<'loans/list'> = async ({ services }, { show, after: cursor }) => {
  const after = cursor === undefined ? undefined : readLoanPlace(cursor)
  if (cursor !== undefined && after === undefined) return refuse('bad_request')
  const { loans, next, today } = await inTransaction(services.pool, (tx) =>
    listLoanPage(tx, services, { show, after, limit: PAGE }),
  )
  return {
    loans: loans.map((loan) => {
      // By the due day alone: whether a plan is kept only the record says.
      const lateDays =
        loan.state !== 'in_repayment' || loan.dueDay === null ? 0 : Math.max(0, daysBetween(loan.dueDay, today))
      return {
        order_number: loan.orderNumber,
        person_code: personCode(loan.userId),
        state: shownState(loan.state, lateDays),
        overdue_days: lateDays,
        amount_centavos: loan.amount,
        signed_at: loan.signedAt.toISOString(),
        due_day: loan.dueDay,
        has_plan: loan.hasPlan,
        is_written_off: loan.isWrittenOff,
      }
    }),
    next: next === null ? null : writeLoanPlace(next),
  }
}

export const show: DeskHandler<'loans/show'> = async (
  { services, member },
  { order_number: orderNumber, day },
): Promise<Shown | Refusal> => {
  const loan = await inTransaction(services.pool, (tx) => showLoan(tx, services, member, { orderNumber, day }))
  if (loan instanceof Refusal) return loan
  const { order, plan } = loan
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    user_id: order.userId,
    now_at: loan.now.toISOString(),
    seen_at: loan.seenAt.toISOString(),
    today: loan.today,
    state: loan.summary.state,
    product_id: order.productId,
    product_version: order.productVersion,
    amount_centavos: order.amount,
    arrival_centavos: order.arrival,
    term_days: order.termDays,
    cftea_basis_points: order.cfteaBasisPoints,
    signed_at: order.signedAt.toISOString(),
    payout_day: order.payoutDay,
    due_day: order.dueDay,
    cleared_at: order.clearedAt?.toISOString() ?? null,
    written_off_day: order.writtenOffDay,
    partial_payment_min_centavos: order.partialPaymentMin,
    account_masked: loan.account,
    owed: loan.owed && linesOf(loan.owed),
    days: loan.days.map(linesOf),
    line: loan.line.map(({ day: one, payoff }) => ({ day: one, payoff_centavos: payoff })),
    payments: loan.payments.map((payment) => ({
      provider: payment.provider,
      provider_payment_id: payment.providerPaymentId,
      amount_centavos: payment.amount,
      paid_day: payment.paidDay,
      state: payment.state,
      split: payment.split && splitOf(payment.split),
    })),
    refunds: loan.refunds.map(({ refundId, amount, askedAt, way, state }) => ({
      refund_id: refundId,
      amount_centavos: amount,
      asked_at: askedAt.toISOString(),
      way,
      state,
    })),
    waivers: order.waivers.map(({ waiverId, day: on, amount }) => ({
      waiver_id: waiverId,
      day: on,
      amount_centavos: amount,
    })),
    plan: plan && {
      state: plan.state,
      made_on_day: plan.day,
      parts: plan.parts.map(({ dueDay, amount, isPaid }) => ({
        due_day: dueDay,
        amount_centavos: amount,
        is_paid: isPaid,
      })),
    },
    documents: documentsOf(order),
  }
}

/** The accounts of the books that say what she owes stand first; what she paid too much and got back is on another. */
const OWED_ACCOUNTS = 5

const owedIn = (amounts: readonly number[]) => add(...amounts.slice(0, OWED_ACCOUNTS).map(centavos))

export const books: DeskHandler<'loans/books'> = async (
  { services, member },
  { order_number: orderNumber, before_count: before = Number.MAX_SAFE_INTEGER },
) => {
  // Written down first: adding to the chain of acts needs to see the last one, which a snapshot may not show.
  const visited = await inTransaction(services.pool, (tx) => visitLoan(tx, services, member, orderNumber))
  if (visited instanceof Refusal) return visited
  const { check, entries } = await inTransaction(services.pool, (tx) => readBooks(tx, visited.order), {
    isolation: 'repeatable read',
  })
  return {
    is_intact: check.isIntact,
    problem: check.isIntact ? null : check.problem,
    entry_count: entries.length,
    entries: entries
      .filter(({ entryNumber }) => entryNumber < before)
      .slice(-BOOKS_PAGE)
      .toReversed()
      .map((entry) => ({
        entry_count: entry.entryNumber,
        effective_day: entry.effectiveDay,
        booked_at: entry.bookedAt.toISOString(),
        cause: entry.cause,
        change_centavos: owedIn(entry.changes),
        owed_centavos: owedIn(entry.balances),
        entry_sha256: entry.entrySha256.toString('hex'),
      })),
  }
}

export const whatIf: DeskHandler<'loans/what_if'> = async (
  { services, member },
  { order_number: orderNumber, day, amount_centavos: amount },
) => {
  const visited = await inTransaction(services.pool, (tx) => visitLoan(tx, services, member, orderNumber))
  if (visited instanceof Refusal) return visited
  const result = reckon(visited.order, { day, amount })
  if (result === undefined) return refuse('no_debt_on_day')
  return {
    before: linesOf(result.before),
    after: linesOf(result.after),
    split: splitOf(result.split),
    next_week: linesOf(result.nextWeek),
  }
}

export const offers: DeskHandler<'loans/offers'> = async (
  { services, member, language },
  { order_number: orderNumber },
) => {
  if (!may(member.role, 'see_loans')) return refuse('not_your_role')
  const found = await inTransaction(services.pool, async (tx) => {
    const visited = await visitLoan(tx, services, member, orderNumber)
    if (visited instanceof Refusal) return visited
    const { order } = visited
    return { order, receipts: await listLoanReceipts(tx, order), refunds: await listLoanRefunds(tx, order) }
  })
  if (found instanceof Refusal) return found
  const all = await listOffers(services, member, found)
  return {
    offers: all.map(({ kind, subjectId, amount, problem }) => ({
      kind,
      subject_id: subjectId,
      amount_centavos: amount,
      problem:
        problem === null
          ? null
          : problem === 'no_late_charges'
            ? say('desk_no_late_charges', language, {})
            : sayProblem(problem, language),
    })),
  }
}

export const document: DeskHandler<'loans/document'> = async (
  { services, member },
  { order_number: orderNumber, document: kind, why },
) => {
  const { memberId, name } = member
  const opened = await openDocument(services, { memberId, name, why }, { orderNumber, document: kind })
  if (opened instanceof Refusal) return opened
  return { file_name: opened.fileName, pdf_base64: opened.bytes.toString('base64') }
}
