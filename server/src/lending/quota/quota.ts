import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { levelOf } from '@hola/core/membership.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Quota } from '@hola/core/quota.ts'
import { quotaOf } from '@hola/core/quota.ts'
import { findApproval } from '../../person/application/public.ts'
import { smallestAmount } from '../catalog/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Standing } from '../order/public.ts'
import { findStanding } from '../order/public.ts'
import type { Services } from '../services.ts'
import { findQuota, listOpenQuotas, upsertQuota } from './store.ts'

type Means = Pick<Services, 'clock' | 'membershipLevels' | 'loanCountsFromDays'>

/**
 * The quota of a person who stands so. It is always made from the orders as they are and never moved by hand, so that
 * no order of events can leave it wrong. Whoever shows it makes it anew: what was settled may have ended since, and
 * nobody has written that down yet.
 */
export const quotaBy = (
  { membershipLevels }: Pick<Services, 'membershipLevels'>,
  {
    limit,
    smallestLoan,
    standing,
    isApproved,
  }: { limit: Centavos; smallestLoan: number; standing: Standing; isApproved: boolean },
): Quota =>
  quotaOf({
    limit,
    openedBasisPoints: levelOf(membershipLevels, standing.clearedLoans).limitOpenedBasisPoints,
    smallestLoan,
    used: standing.used,
    frozen: standing.frozen,
    isOpen: isApproved && !standing.overdueNow,
  })

/** An approval opens the quota from now on, and a job closes it when the approval ends. */
export const setLimit = async (
  tx: Tx,
  services: Means & Pick<Services, 'jobs'>,
  { userId, limitCentavos: limit }: { readonly userId: string; readonly limitCentavos: Centavos },
): Promise<void> => {
  const [, standing, smallestLoan] = await Promise.all([
    // Before the orders are read: one that is being signed meanwhile is then counted.
    findQuota(tx, userId, { locked: true }),
    findStanding(tx, services, userId),
    smallestAmount(tx),
  ])
  const changedAt = services.clock.now()
  const quota = quotaBy(services, { limit, smallestLoan, standing, isApproved: true })
  await upsertQuota(tx, { ...quota, limit, userId, changedAt })
  const startAfter = new Date(changedAt.getTime() + APPROVAL_VALID_MS)
  await services.jobs.enqueue(tx, 'quota-settle', { user_id: userId }, { startAfter })
}

/**
 * Settles a person's quota: with an approval that has expired, or a loan that is overdue, nothing is available. Undefined
 * for somebody who was never approved. From here on nobody else signs or is approved until the transaction ends.
 */
export const settleQuota = async (tx: Tx, services: Means, userId: string): Promise<Quota | undefined> => {
  const changedAt = services.clock.now()
  const [row, approval, standing, smallestLoan] = await Promise.all([
    // First of all, so that the others read what whoever had the lock has written.
    findQuota(tx, userId, { locked: true }),
    findApproval(tx, userId, changedAt, { locked: false }),
    findStanding(tx, services, userId),
    smallestAmount(tx),
  ])
  if (row === undefined) return undefined
  const { limit } = row
  const quota = quotaBy(services, { limit, smallestLoan, standing, isApproved: approval?.isLive === true })
  await upsertQuota(tx, { ...quota, limit, userId, changedAt })
  return quota
}

/** What a person was last approved for, whether or not that has ended; undefined if she never was. */
export const findLimit = async (tx: Tx, userId: string): Promise<Centavos | undefined> =>
  (await findQuota(tx, userId, { locked: false }))?.limit

/** A loan of each of these people is overdue: what was open is settled, whoever has nothing open is left alone. */
export const closeQuotas = async (tx: Tx, services: Means, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  for (const userId of await listOpenQuotas(tx, userIds)) await settleQuota(tx, services, userId)
}

/** Waits until nobody else moves the person's quota; false when she has none. */
export const lockQuota = async (tx: Tx, userId: string): Promise<boolean> =>
  (await findQuota(tx, userId, { locked: true })) !== undefined

/** The job at the end of an approval. Asked early, late or twice, it writes what is true. */
export const settleQuotaOf = async (services: Services, { user_id: userId }: { user_id: string }): Promise<void> => {
  await inTransaction(services.pool, (tx) => settleQuota(tx, services, userId))
}

export const showQuota = ({ total, used, frozen, remaining, available }: Quota): RetOf<'loan/apply'>['quota'] => ({
  total_centavos: total,
  used_centavos: used,
  frozen_centavos: frozen,
  remaining_centavos: remaining,
  available_centavos: available,
})
