import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import { planSteps } from '@hola/core/loan/plan.ts'
import type { Centavos } from '@hola/core/money.ts'
import { subtract } from '@hola/core/money.ts'
import { mayContact } from '@hola/core/contact.ts'
import { mayContactAt, reminderOn, withdrawalRemindersOn } from '@hola/core/reminder.ts'
import { findOwner } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { contactFactsOf, lockContacts, writeContact } from '../contact/public.ts'
import type { OrderRow } from '../order/public.ts'
import { accountOf, lockOrder, planStateOf, withdrawalStateOf } from '../order/public.ts'
import type { Services } from '../services.ts'
import { isTopicOff } from './choice-store.ts'
import type { Prepared } from './deliver.ts'
import { deliver, NEXT_TRY_MS, TRIES_MAX } from './deliver.ts'
import { claimTry, hasGoodQuote, updateOutcome } from './store.ts'
import type { ReminderKey } from './store.ts'
import type { ReminderFacts } from './words.ts'
import { reminderWords } from './words.ts'

type ReminderJob = JobData<typeof jobTable, 'reminder'>

/**
 * The job of one reminder. That it is tried is written down before the message is handed over, and with it the job of
 * the next try, which finds out whether there is anything left to do. So a server that stops before the message has left
 * loses nothing, one that stops right after it repeats it once, and nobody gets more than three.
 */
export const sendReminder = async (services: Services, job: ReminderJob): Promise<void> => {
  const key = keyOf(job)
  const prepared = await inTransaction(services.pool, (tx) => prepare(tx, services, key, job.try_number))
  if (prepared !== undefined) await deliver(services, prepared, (tx, outcome) => updateOutcome(tx, key, outcome))
}

const keyOf = (job: ReminderJob): ReminderKey => ({
  userId: job.user_id,
  orderId: job.order_id,
  dueDay: civilDay(job.due_day),
  kind: job.kind,
})

/** What to send now, once it is written down; undefined when the moment, the loan or an earlier try says no. */
const prepare = async (
  tx: Tx,
  services: Services,
  key: ReminderKey,
  tryNumber: number,
): Promise<Prepared | undefined> => {
  const { clock, reference, sealer, settings, jobs } = services
  const { holidays } = reference
  const { userId } = key
  const now = clock.now()
  const today = civilDayOf(now)
  if (!mayContactAt(now, holidays) || !isForDay(key, today, holidays)) return undefined
  // The end of the right to withdraw is told whatever she has turned off.
  if (key.kind !== 'withdrawal_ends' && (await isTopicOff(tx, userId, 'due'))) return undefined
  // Under the lock a payment that is being credited is waited for: nobody is reminded of what was just paid.
  const order = await lockOrder(tx, key)
  if (order === undefined || order.state !== 'in_repayment') return undefined
  const facts = factsOf(order, key, today)
  if (facts === undefined) return undefined
  if (key.kind !== 'withdrawal_ends' && today > key.dueDay && (await hasGoodQuote(tx, key, now))) return undefined
  const owner = await findOwner(tx, sealer, userId)
  if (owner === undefined) return undefined
  const { language, address } = owner
  const words = reminderWords(facts, { language, channel: address.kind, publicUrl: settings.publicUrl })
  // Of what is late nobody is told more often than the law allows, and not who asked for silence or has promised to pay.
  const isAboutLate = key.kind !== 'withdrawal_ends' && today > key.dueDay
  if (isAboutLate) await lockContacts(tx, services, userId)
  const contactFacts = (await contactFactsOf(tx, services, [userId]))(userId)
  // A later try is the same contact.
  const limits = tryNumber === 1 ? contactFacts : { ...contactFacts, contactDays: [] }
  if (isAboutLate && mayContact(limits, now, holidays) !== null) return undefined
  if (!(await claimTry(tx, key, { tryNumber, triedAt: now }))) return undefined
  if (isAboutLate && tryNumber === 1) {
    const { orderId, kind: template } = key
    const said = { userId, orderId, template, templateVersion: 1, language, text: words.text, memberId: null }
    const written = await writeContact(tx, services, contactFacts, said)
    if (typeof written === 'string') throw new Error(`a reminder that was allowed is not: ${written}`)
  }
  if (tryNumber < TRIES_MAX)
    await jobs.enqueue(tx, 'reminder', jobOf(key, tryNumber + 1), {
      startAfter: new Date(now.getTime() + NEXT_TRY_MS),
    })
  return { owner, words }
}

const isForDay = ({ dueDay, kind }: ReminderKey, today: CivilDay, holidays: Holidays): boolean => {
  if (kind !== 'withdrawal_ends') return reminderOn(today, dueDay, holidays) === kind
  const ending = withdrawalRemindersOn(today, holidays)
  return ending !== null && ending.from <= dueDay && dueDay <= ending.to
}

/** What the reminder says of the loan as it is today; undefined when there is nothing to remind of. */
const factsOf = (order: OrderRow, { dueDay, kind }: ReminderKey, today: CivilDay): ReminderFacts | undefined => {
  const isWaiting = withdrawalStateOf(order, today) === 'waiting'
  const account = accountOf(order, today)
  if (account === null || order.dueDay === null) return undefined
  if (kind === 'withdrawal_ends') {
    if (!isWaiting || order.withdrawalUntilDay !== dueDay) return undefined
    const agreed = { repayment: order.repayment, dueDay: order.dueDay }
    return { kind, dueDay, payoff: account.payoff, agreed }
  }
  // What was written off is nobody's to remind of.
  if (order.writtenOffDay !== null) return undefined
  if (planStateOf(order, today) === 'running') return partFactsOf(order, { dueDay, kind }, account.payoff)
  // Whoever gives the loan back is reminded of that day alone.
  if (isWaiting || order.dueDay !== dueDay) return undefined
  const [onDueDay, tomorrow] = [dueDay, addDays(today, 1)].map((day) => accountOf(order, day))
  if (!onDueDay || !tomorrow) return undefined
  return { kind, dueDay, payoff: account.payoff, payoffOnDueDay: onDueDay.payoff, payoffTomorrow: tomorrow.payoff }
}

/** Whoever pays in parts is reminded of the next one, and of nothing else; what was paid ahead is not due. */
const partFactsOf = (
  { plan }: OrderRow,
  { dueDay, kind }: Pick<ReminderKey, 'dueDay' | 'kind'>,
  payoff: Centavos,
): ReminderFacts | undefined => {
  if (plan === null || (kind !== 'three_days_before' && kind !== 'on_the_day')) return undefined
  const steps = planSteps(plan)
  const index = steps.findIndex((step) => step.dueDay === dueDay)
  const step = steps[index]
  if (step === undefined || payoff <= step.leftAfter) return undefined
  return {
    kind: kind === 'on_the_day' ? 'part_on_the_day' : 'part_three_days_before',
    dueDay,
    number: index + 1,
    count: steps.length,
    amount: subtract(payoff, step.leftAfter),
  }
}

/** What the queue carries for one try of a reminder. */
export const jobOf = ({ userId, orderId, dueDay, kind }: ReminderKey, tryNumber: number): ReminderJob => ({
  user_id: userId,
  order_id: orderId,
  due_day: dueDay,
  kind,
  try_number: tryNumber,
})
