import { civilDayOf } from '@hola/core/calendar.ts'
import { contactHours, remindersOn, withdrawalRemindersOn } from '@hola/core/reminder.ts'
import { warnOfTableEnd } from '../../platform/reference/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { jobOf } from './send-reminder.ts'
import type { ReminderKey } from './store.ts'
import { FIRST_CURSOR, listDueOrders, listDueParts, listEndingWithdrawals } from './store.ts'

const BATCH_ROWS = 500

/** The reminders of a day go out over its first hour, so that no provider gets them all at once. */
const SPREAD_SECONDS = 3_600

/** The same for an order every time, and even over all of them. */
const slotMs = (orderId: string): number => (Number.parseInt(orderId.slice(-8), 16) % SPREAD_SECONDS) * 1000

/**
 * The daily job, when the hours begin: whoever is to be reminded today gets a job within them. Run late or twice it adds
 * nothing, because a reminder that is under way is left out and each try is made once.
 */
export const sweepReminders = async (services: Services): Promise<void> => {
  const { pool, clock, jobs, reference, log } = services
  // Whoever never restarts the server reads it here, once a day.
  warnOfTableEnd(services)
  const now = clock.now()
  const today = civilDayOf(now)
  const hours = contactHours(today)
  if (now >= hours.to) return
  let count = 0
  const plan = async (tx: Tx, key: ReminderKey): Promise<void> => {
    const slot = new Date(hours.from.getTime() + slotMs(key.orderId))
    await jobs.enqueue(tx, 'reminder', jobOf(key, 1), { startAfter: slot > now ? slot : now })
  }
  for (const { dueDay, kind } of remindersOn(today, reference.holidays))
    for (const listDue of [listDueOrders, listDueParts])
      for (let after = FIRST_CURSOR; ;) {
        const orders = await inTransaction(pool, async (tx) => {
          const found = await listDue(tx, { dueDay, kind, after, limit: BATCH_ROWS })
          for (const { userId, orderId } of found) await plan(tx, { userId, orderId, dueDay, kind })
          return found
        })
        count += orders.length
        const last = orders.at(-1)
        if (last === undefined || orders.length < BATCH_ROWS) break
        after = last
      }
  const ending = withdrawalRemindersOn(today, reference.holidays)
  if (ending !== null)
    for (let after = { ...FIRST_CURSOR, untilDay: today }; ;) {
      const orders = await inTransaction(pool, async (tx) => {
        const found = await listEndingWithdrawals(tx, { ...ending, after, limit: BATCH_ROWS })
        for (const { userId, orderId, untilDay: dueDay } of found)
          await plan(tx, { userId, orderId, dueDay, kind: 'withdrawal_ends' })
        return found
      })
      count += orders.length
      const last = orders.at(-1)
      if (last === undefined || orders.length < BATCH_ROWS) break
      after = last
    }
  log.info({ count }, 'reminders planned')
}
