import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import { mayContactAt, reminderOn } from '@hola/core/reminder.ts'
import { findOwner, sendToOwner } from '../account/own-address.ts'
import type { Owner } from '../account/own-address.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Tx } from '../db/transaction.ts'
import type { JobData, jobTable } from '../jobs/table.ts'
import { accountOf } from '../loan/account-of.ts'
import { lockOrder } from '../loan/store.ts'
import { SendProblem } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'
import { claimTry, hasGoodSlip, updateOutcome } from './store.ts'
import type { ReminderKey } from './store.ts'
import { reminderWords } from './words.ts'

type ReminderJob = JobData<typeof jobTable, 'reminder'>

/** Far longer than a try takes: when the next one looks, this one is over. */
const NEXT_TRY_MS = 15 * 60_000
const TRIES_MAX = 3

/**
 * The job of one reminder. That it is tried is written down before the message is handed over, and with it the job of
 * the next try, which finds out whether there is anything left to do. So a server that stops before the message has left
 * loses nothing, one that stops right after it repeats it once, and nobody gets more than three.
 */
export const sendReminder = async (services: Services, job: ReminderJob): Promise<void> => {
  const { pool, messages, log } = services
  const key = keyOf(job)
  const prepared = await inTransaction(pool, (tx) => prepare(tx, services, key, job.try_number))
  if (prepared === undefined) return
  const sent = await sendToOwner(messages, prepared.owner, prepared.words)
  if (sent instanceof SendProblem) {
    log[sent.kind === 'misconfigured' ? 'error' : 'warn']({ code: sent.reason }, 'reminder not sent')
    if (sent.kind !== 'unreachable') return
  }
  await inTransaction(pool, (tx) => updateOutcome(tx, key, sent === 'sent' ? 'sent' : 'unreachable'))
}

const keyOf = (job: ReminderJob): ReminderKey => ({
  userId: job.user_id,
  orderId: job.order_id,
  dueDay: civilDay(job.due_day),
  kind: job.kind,
})

type Prepared = { readonly owner: Owner; readonly words: { readonly subject: string; readonly text: string } }

/** What to send now, once it is written down; undefined when the moment, the loan or an earlier try says no. */
const prepare = async (
  tx: Tx,
  { clock, reference: { holidays }, sealer, settings, jobs }: Services,
  key: ReminderKey,
  tryNumber: number,
): Promise<Prepared | undefined> => {
  const { userId, dueDay, kind } = key
  const now = clock.now()
  const today = civilDayOf(now)
  if (!mayContactAt(now, holidays) || reminderOn(today, dueDay, holidays) !== kind) return undefined
  // Under the lock a payment that is being credited is waited for: nobody is reminded of what was just paid.
  const order = await lockOrder(tx, key)
  if (order === undefined || order.state !== 'in_repayment' || order.withdrawnAt !== null) return undefined
  if (order.dueDay !== dueDay) return undefined
  if (today > dueDay && (await hasGoodSlip(tx, key, now))) return undefined
  const [account, onDueDay, tomorrow] = [today, dueDay, addDays(today, 1)].map((day) => accountOf(order, day))
  const owner = await findOwner(tx, sealer, userId)
  if (!account || !onDueDay || !tomorrow || owner === undefined) return undefined
  if (!(await claimTry(tx, key, { tryNumber, triedAt: now }))) return undefined
  if (tryNumber < TRIES_MAX)
    await jobs.enqueue(tx, 'reminder', jobOf(key, tryNumber + 1), {
      startAfter: new Date(now.getTime() + NEXT_TRY_MS),
    })
  const facts = {
    kind,
    dueDay,
    payoff: account.payoff,
    payoffOnDueDay: onDueDay.payoff,
    payoffTomorrow: tomorrow.payoff,
  }
  const { language, address } = owner
  return { owner, words: reminderWords(facts, { language, channel: address.kind, publicUrl: settings.publicUrl }) }
}

/** What the queue carries for one try of a reminder. */
export const jobOf = ({ userId, orderId, dueDay, kind }: ReminderKey, tryNumber: number): ReminderJob => ({
  user_id: userId,
  order_id: orderId,
  due_day: dueDay,
  kind,
  try_number: tryNumber,
})
