import { inTransaction } from '../../platform/db/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { PayoutFault } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import type { HaltRow } from './halt-store.ts'
import { countTrial, endHalt, findHalt, insertHalt, isRunOfFaults, listHaltedOrders } from './halt-store.ts'
import type { AttemptRow } from './store.ts'

// When the lender's balance is empty or its signature is not taken, every payout meets the same. After a run of such
// refusals payouts stand still, with an alarm; one at a time is let through, and the first that the provider takes ends it.

const MINUTE_MS = 60_000
/** So many refusals in a row halt payouts. */
export const HALT_AFTER = 3
/** One that was refused for such a fault is sent again after this; so is the first trial of a halt. */
export const TRIAL_PAUSE_MS = 10 * MINUTE_MS
/** Each further trial waits twice as long, up to this. */
const TRIAL_PAUSE_MAX_MS = 60 * MINUTE_MS
const BATCH = 500

const pauseAfter = (trials: number): number => Math.min(TRIAL_PAUSE_MS * 2 ** trials, TRIAL_PAUSE_MAX_MS)

const fileTrial = (
  tx: Tx,
  { jobs, clock }: Services,
  { haltId, trials }: Pick<HaltRow, 'haltId' | 'trials'>,
): Promise<void> =>
  jobs.enqueue(
    tx,
    'payout-trial',
    { halt_id: haltId },
    { startAfter: new Date(clock.now().getTime() + pauseAfter(trials)) },
  )

/** A payout was refused for a fault that meets every payout: it is sent again later, or all of them stand still. */
export const noteCommonFault = async (
  tx: Tx,
  services: Services,
  { userId, orderId }: AttemptRow,
  { fault, words }: { readonly fault: PayoutFault; readonly words: string },
): Promise<void> => {
  const { clock, jobs, log, random } = services
  if ((await findHalt(tx)) !== undefined) return
  const now = clock.now()
  if (await isRunOfFaults(tx, HALT_AFTER)) {
    const haltId = random.uuid()
    if (!(await insertHalt(tx, { haltId, fault, words, beganAt: now }))) return
    log.error({ code: fault }, 'ALARM: payouts are halted, the provider refuses every one of them')
    await fileTrial(tx, services, { haltId, trials: 0 })
    return
  }
  const startAfter = new Date(now.getTime() + TRIAL_PAUSE_MS)
  await jobs.enqueue(tx, 'payout', { user_id: userId, order_id: orderId }, { startAfter })
}

/** The provider has taken a payout: if they stood still, all that wait are sent now. */
export const noteTaken = async (tx: Tx, services: Services, { askedAt }: AttemptRow): Promise<void> => {
  const { clock, jobs, log } = services
  if (!(await endHalt(tx, { askedAt, now: clock.now() }))) return
  const waiting = await listHaltedOrders(tx, BATCH)
  for (const { userId, orderId } of waiting) await jobs.enqueue(tx, 'payout', { user_id: userId, order_id: orderId })
  log.warn({ count: waiting.length }, 'payouts go on: the provider has taken one')
}

/** The job of a halt: lets the longest waiting payout through, and files the next trial. */
export const tryPayout = async (
  services: Services,
  { halt_id: haltId }: JobData<typeof jobTable, 'payout-trial'>,
): Promise<void> => {
  const { pool, jobs } = services
  await inTransaction(pool, async (tx) => {
    const halt = await findHalt(tx)
    if (halt?.haltId !== haltId) return
    await countTrial(tx, halt.haltId)
    const [order] = await listHaltedOrders(tx, 1)
    if (order !== undefined)
      await jobs.enqueue(tx, 'payout', { user_id: order.userId, order_id: order.orderId, let_through: 'trial' })
    await fileTrial(tx, services, { haltId, trials: halt.trials + 1 })
  })
}
