import { personCode } from '@hola/core/desk-contract/codes.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, daysBetween, isCivilDay } from '@hola/core/calendar.ts'
import type { ContactBudget } from '@hola/core/contact.ts'
import { AGENCY_NOTICE_DAYS, contactBudget, PROMISE_DAYS_MAX } from '@hola/core/contact.ts'
import type { DeskBodyOf, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { centavos } from '@hola/core/money.ts'
import { CONTACT_HOURS } from '@hola/core/reminder.ts'
import { say } from '@hola/i18n/words.ts'
import type { ContactProblem, PromiseProblem } from '../../lending/collections/public.ts'
import {
  contactBorrower,
  countArrears,
  deskFactsOf,
  findHandover,
  findNoticeDay,
  listArrears,
  previewContact,
  recordPromise,
  standingOf,
} from '../../lending/collections/public.ts'
import { chooseContact, listAttempts, listPromises } from '../../lending/contact/public.ts'
import type { DuePlace, OrderKey, OrderRow } from '../../lending/order/public.ts'
import { accountOf, findOrder } from '../../lending/order/public.ts'
import { hasOpenComplaint } from '../../rights/consumer/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { listMembers } from '../../staff/member/public.ts'
import { findOrderByNumber } from '../../staff/proposal/public.ts'
import type { DeskContextOf, DeskHandler } from './context.ts'

const PAGE = 50
const CONTACTS_SHOWN = 20
const PROMISES_SHOWN = 10

type Row = DeskRetOf<'arrears/list'>['loans'][number]

const budgetOf = ({ obstacle, todayCount, sevenDaysCount, nextAt }: ContactBudget): Row['budget'] => ({
  today_count: todayCount,
  seven_days_count: sevenDaysCount,
  obstacle,
  next_at: nextAt?.toISOString() ?? null,
})

const rowOf = (
  order: OrderRow,
  { today, budget, promisedUntil }: { today: CivilDay; budget: ContactBudget; promisedUntil: CivilDay | null },
): Row => {
  const account = accountOf(order, today)
  const dueDay = order.dueDay ?? order.agreedDueDay
  return {
    order_number: order.orderNumber,
    person: personCode(order.userId),
    due_day: dueDay,
    days_late: Math.max(0, daysBetween(dueDay, today)),
    owed_centavos: account?.payoff ?? centavos(0),
    late_charges_centavos: centavos((account?.lateOneTime ?? 0) + (account?.lateDaily ?? 0)),
    standing: standingOf(order, today),
    promised_until: promisedUntil,
    budget: budgetOf(budget),
  }
}

const writePlace = ({ dueDay, userId, orderId }: DuePlace): string =>
  Buffer.from(`${dueDay} ${userId} ${orderId}`).toString('base64url')

/** The place that was handed out, or null for one that we never gave. */
const readPlace = (given: string): DuePlace | null => {
  const [dueDay, userId, orderId] = Buffer.from(given, 'base64url').toString().split(' ')
  const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f-]{36}$/.test(text)
  return isCivilDay(dueDay) && isId(userId) && isId(orderId) ? { dueDay, userId, orderId } : null
}

export const listLate: DeskHandler<'arrears/list'> = async ({ services }, { bucket, after }) => {
  const place = after === undefined ? undefined : readPlace(after)
  if (place === null) return refuse('bad_request')
  const now = services.clock.now()
  const today = civilDayOf(now)
  return inTransaction(services.pool, async (tx) => {
    const rows = await listArrears(tx, services, { bucket, after: place, limit: PAGE + 1 })
    const shown = rows.slice(0, PAGE)
    const last = shown.at(-1)?.order
    return {
      now: now.toISOString(),
      loans: shown.map(({ order, ...rest }) => rowOf(order, { today, ...rest })),
      next:
        rows.length > PAGE && last !== undefined && last.dueDay !== null
          ? writePlace({ userId: last.userId, orderId: last.orderId, dueDay: last.dueDay })
          : null,
      counts: { ...(await countArrears(tx, services)) },
    }
  })
}

/** The loan that is called by this number. */
const findLoan = async (tx: Tx, typed: string): Promise<OrderRow | undefined> => {
  const key = await findOrderByNumber(tx, typed)
  return typeof key === 'string' ? undefined : findOrder(tx, key.userId, key.orderId)
}

/** Whether so much came between her promise and the end of its day; null while that day is not over. */
const isKept = (
  { payments }: OrderRow,
  { amount, madeDay, promiseDay }: { amount: number; madeDay: CivilDay; promiseDay: CivilDay },
  today: CivilDay,
): boolean | null => {
  const paid = payments
    .filter(({ paidDay }) => paidDay >= madeDay && paidDay <= promiseDay)
    .reduce((sum, payment) => sum + payment.amount, 0)
  if (paid >= amount) return true
  return today <= promiseDay ? null : false
}

export const showLate: DeskHandler<'arrears/show'> = async ({ services }, { order_number: typed }) => {
  const now = services.clock.now()
  const today = civilDayOf(now)
  return inTransaction(services.pool, async (tx) => {
    const order = await findLoan(tx, typed)
    if (order === undefined || order.dueDay === null) return refuse('order_not_found')
    const facts = (await deskFactsOf(tx, services, [order.userId]))(order.userId)
    const names = new Map((await listMembers(tx)).map(({ memberId, name }) => [memberId, name]))
    const noticeDay = await findNoticeDay(tx, order)
    const handover = await findHandover(tx, order)
    const { promisedUntil } = facts
    return {
      now: now.toISOString(),
      loan: rowOf(order, { today, budget: contactBudget(facts, now, services.reference.holidays), promisedUntil }),
      contacts: (await listAttempts(tx, { userId: order.userId }, CONTACTS_SHOWN)).map((contact) => ({
        at: contact.attemptedAt.toISOString(),
        template: contact.template,
        member: contact.memberId === null ? null : (names.get(contact.memberId) ?? '–'),
      })),
      promises: (await listPromises(tx, order, PROMISES_SHOWN)).map((promise) => ({
        made_at: promise.madeAt.toISOString(),
        promise_day: promise.promiseDay,
        amount_centavos: promise.amount,
        is_kept: isKept(order, promise, today),
      })),
      agency_notice_day: noticeDay,
      agency_from_day: noticeDay === null ? null : addDays(noticeDay, AGENCY_NOTICE_DAYS),
      agency: handover === undefined ? null : { name: handover.agency, handed_day: handover.handedDay },
      has_open_complaint: await hasOpenComplaint(tx, order.userId),
    }
  })
}

const refusalOf = (problem: ContactProblem | PromiseProblem, language: WireLanguage): Refusal =>
  problem === 'no_such_order'
    ? refuse('order_not_found')
    : refuse('contact_not_allowed', {
        problem: say(`desk_care_problem_${problem}`, language, { ...CONTACT_HOURS, days: PROMISE_DAYS_MAX }),
      })

export const previewText: DeskHandler<'arrears/preview'> = async (
  { services, language },
  { order_number: typed, template },
) =>
  inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, typed)
    if (typeof key === 'string') return refuse('order_not_found')
    const preview = await previewContact(tx, services, key, template)
    return typeof preview === 'string' ? refusalOf(preview, language) : preview
  })

type LateAct = 'arrears/contact' | 'arrears/promise' | 'arrears/opt_out'
type Done = {
  readonly act: 'contact' | 'record_promise' | 'record_opt_out'
  readonly details: Record<string, string | number>
}

/** An act about a late loan, written down with what it did. */
const act =
  <Path extends LateAct>(
    run: (
      tx: Tx,
      context: DeskContextOf<LateAct>,
      key: OrderKey,
      body: DeskBodyOf<Path>,
    ) => Promise<ContactProblem | PromiseProblem | Done>,
  ) =>
  (context: DeskContextOf<LateAct>, body: DeskBodyOf<Path>) => {
    const { services, member, language } = context
    return inTransaction(services.pool, async (tx) => {
      const key = await findOrderByNumber(tx, body.order_number)
      if (typeof key === 'string') return refuse('order_not_found')
      const done = await run(tx, context, key, body)
      if (typeof done === 'string') return refusalOf(done, language)
      await recordAct(
        tx,
        services,
        { memberId: member.memberId, name: member.name, why: body.why },
        { act: done.act, userId: key.userId, details: { order_id: key.orderId, ...done.details } },
      )
      return {}
    })
  }

export const contact: DeskHandler<'arrears/contact'> = act<'arrears/contact'>(
  async (tx, { services, member }, key, { template }) => {
    const written = await contactBorrower(tx, services, { ...key, template, memberId: member.memberId })
    return typeof written === 'string'
      ? written
      : { act: 'contact', details: { template, contact_number: written.contactNumber } }
  },
)

export const promise: DeskHandler<'arrears/promise'> = act<'arrears/promise'>(
  async (tx, { services, member }, key, { amount_centavos: amount, promise_day: promiseDay }) => {
    const made = await recordPromise(tx, services, { ...key, amount, promiseDay, memberId: member.memberId })
    return typeof made === 'string'
      ? made
      : { act: 'record_promise', details: { amount_centavos: amount, promise_day: promiseDay } }
  },
)

export const optOut: DeskHandler<'arrears/opt_out'> = act<'arrears/opt_out'>(async (tx, { services, member }, key) => {
  await chooseContact(tx, services, { userId: key.userId, isOut: true, memberId: member.memberId })
  return { act: 'record_opt_out', details: {} }
})
