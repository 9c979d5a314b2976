import { levelOf } from '@hola/core/membership.ts'
import { mayContactAt, nextContactAt } from '@hola/core/reminder.ts'
import { findOwner } from '../../person/account/public.ts'
import { findOffered } from '../catalog/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { OrderRow } from '../order/public.ts'
import { clearedBefore, clearedLoansOf, listOrders, lockOrder } from '../order/public.ts'
import type { NamedLevel } from '../membership/public.ts'
import type { Services } from '../services.ts'
import { isTopicOff } from './choice-store.ts'
import type { Prepared } from './deliver.ts'
import { deliver, NEXT_TRY_MS, TRIES_MAX } from './deliver.ts'
import { levelWords } from './level-words.ts'
import type { MessageKey } from './store.ts'
import { claimTry, updateOutcome } from './store.ts'

type LevelJob = JobData<typeof jobTable, 'level-message'>

/** The job after a loan was paid off in time: says once that it has brought a new level, if it has. */
export const sendLevelMessage = async (services: Services, job: LevelJob): Promise<void> => {
  const prepared = await inTransaction(services.pool, (tx) => prepare(tx, services, job))
  if (prepared === undefined) return
  await deliver(services, prepared, (tx, outcome) => updateOutcome(tx, prepared.key, outcome))
}

/** The level that this order has brought and that she still has; null when it is the one she had before it. */
const levelBy = (
  services: Pick<Services, 'membershipLevels' | 'loanCountsFromDays'>,
  orders: readonly OrderRow[],
  order: OrderRow,
): NamedLevel | null => {
  const levelWith = (some: readonly OrderRow[]): NamedLevel =>
    levelOf(services.membershipLevels, clearedLoansOf(some, services))
  const earlier = clearedBefore(orders, order)
  const reached = levelWith([...earlier, order])
  const isNew = reached.level > levelWith(earlier).level && reached.level <= levelWith(orders).level
  return isNew ? reached : null
}

const prepare = async (
  tx: Tx,
  services: Services,
  job: LevelJob,
): Promise<(Prepared & { readonly key: MessageKey }) | undefined> => {
  const { clock, jobs, sealer, settings, reference } = services
  const now = clock.now()
  const tryAt = (startAfter: Date, tryNumber: number) =>
    jobs.enqueue(tx, 'level-message', { ...job, try_number: tryNumber }, { startAfter })
  if (!mayContactAt(now, reference.holidays)) {
    await tryAt(nextContactAt(now, reference.holidays), job.try_number)
    return undefined
  }
  // Under the lock a payment that is being taken back is waited for.
  if (await isTopicOff(tx, job.user_id, 'level')) return undefined
  const order = await lockOrder(tx, { userId: job.user_id, orderId: job.order_id })
  if (order === undefined || order.dueDay === null) return undefined
  const level = levelBy(services, await listOrders(tx, order.userId), order)
  const owner = await findOwner(tx, sealer, order.userId)
  if (level === null || owner === undefined) return undefined
  const key: MessageKey = { userId: order.userId, orderId: order.orderId, dueDay: order.dueDay, kind: 'new_level' }
  if (!(await claimTry(tx, key, { tryNumber: job.try_number, triedAt: now }))) return undefined
  if (job.try_number < TRIES_MAX) await tryAt(new Date(now.getTime() + NEXT_TRY_MS), job.try_number + 1)
  // A level never makes a product dearer than it is for everybody.
  const productFee = (await findOffered(tx))?.product.fee_basis_points ?? level.feeBasisPoints
  const feeBasisPoints = Math.min(level.feeBasisPoints, productFee)
  const { language, address } = owner
  const words = levelWords(
    { ...level, feeBasisPoints },
    { language, channel: address.kind, publicUrl: settings.publicUrl },
  )
  return { key, owner, words }
}
