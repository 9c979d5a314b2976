import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { balancesOn, brokenDayOf, loanOn } from '@hola/core/ledger/ledger.ts'
import { withdrawalStateOn } from '@hola/core/loan/withdrawal.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { MustSay } from '../ledger/public.ts'
import { bookMany } from '../ledger/public.ts'
import { closeQuotas, settleQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'
import type { OrderKey } from '../order/public.ts'
import { bookingDay, factsOf, lockOpenOrders } from '../order/public.ts'
import { settleOrder } from './settle-order.ts'

/** Read, counted and written together: enough that the round trips do not count, and locked for about half a second. */
const BATCH_LOANS = 2_000
/** So many are one job, which is far below the time that a job has; the next one goes on. */
const BATCHES_PER_JOB = 100

type Batch = {
  /** How many entries were written. */
  readonly bookedCount: number
  /** After this one the next batch begins; undefined when all are done. */
  readonly last: OrderKey | undefined
}

/**
 * Books the next open loans up to today, in one transaction. What the books must say depends on the facts and the day
 * alone, so one entry catches up whatever was missed, and a batch that runs again finds nothing to write. Whoever is
 * overdue loses what was open of her quota.
 */
export const accrueBatch = (
  services: Services,
  after: OrderKey | undefined,
  limit: number = BATCH_LOANS,
): Promise<Batch> =>
  inTransaction(services.pool, async (tx) => {
    const now = services.clock.now()
    const orders = await lockOpenOrders(tx, { after, limit })
    const loans = orders.map((order) => {
      const day = bookingDay(order, civilDayOf(now))
      const facts = factsOf(order)
      const on = (day: CivilDay): MustSay => ({
        balances: balancesOn(facts, day),
        planBrokenDay: brokenDayOf(facts, day),
      })
      return { order, day, facts, on, today: on(day), withdrawal: withdrawalStateOn(facts, day) }
    })
    // What was written off is owed all the same, though the books no longer count on it.
    const isOpen = ({ day, facts, today: { balances } }: (typeof loans)[number]): boolean =>
      balances.principal > 0 || (facts.writtenOffDay !== null && loanOn(facts, day).principal > 0)
    const open = loans.filter(isOpen)
    const bookedCount = await bookMany(
      tx,
      open.map(({ order: { userId, orderId, rulesVersion }, day, today, on }) => ({
        key: { userId, orderId },
        booking: {
          cause: 'accrual',
          sourceId: null,
          day,
          bookedAt: now,
          on: (booked) => (booked === day ? today : on(booked)),
          rulesVersion,
        },
      })),
    )
    const overdue = open.filter(({ order, day }) => order.dueDay !== null && day > order.dueDay)
    await closeQuotas(
      tx,
      services,
      overdue.map(({ order }) => order.userId),
    )
    // The last day to give back or to pay a part has passed: what is used of the quota is the agreed loan again.
    for (const { order, withdrawal, today } of open)
      if (withdrawal === 'lapsed' || today.planBrokenDay !== null) await settleQuota(tx, services, order.userId)
    // A payment with a date ahead of ours counts from that day on, and nobody else looks at its loan then.
    for (const loan of loans)
      if (!isOpen(loan)) await settleOrder(tx, services, loan.order, { cause: 'accrual', sourceId: null })
    return { bookedCount, last: orders.length < limit ? undefined : orders.at(-1) }
  })

/**
 * The nightly job. A long book of loans is one job after another, each going on where the last one ended; one that
 * breaks off is tried again from its own start and finds the batches that it had finished done.
 */
export const accrue = async (
  services: Services,
  { after }: JobData<typeof jobTable, 'accrual'>,
  { batchLoans = BATCH_LOANS, batchesPerJob = BATCHES_PER_JOB } = {},
): Promise<void> => {
  let place: OrderKey | undefined = after && { userId: after.user_id, orderId: after.order_id }
  for (let count = 0; count < batchesPerJob; count += 1) {
    const batch: Batch = await accrueBatch(services, place, batchLoans)
    if (batch.last === undefined) return
    place = batch.last
  }
  if (place === undefined) return
  const { userId, orderId } = place
  const next = { after: { user_id: userId, order_id: orderId } }
  await inTransaction(services.pool, (tx) => services.jobs.enqueue(tx, 'accrual', next, { singletonKey: orderId }))
}
