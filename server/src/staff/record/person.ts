import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { levelOf } from '@hola/core/membership.ts'
import { add, centavos } from '@hola/core/money.ts'
import { findCoupons } from '../../lending/coupon/public.ts'
import { accountOf, findStanding, listOrders, summaryOf } from '../../lending/order/public.ts'
import { findApplication } from '../../person/application/public.ts'
import { listLastConsents } from '../../person/consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { findErasure } from '../../rights/privacy/public.ts'
import type { SignedIn } from '../member/public.ts'
import type { Services } from '../services.ts'
import { readFields } from './fields.ts'
import { findAccountRow } from './store.ts'
import { recordVisit } from './visit.ts'

const LOANS_MAX = 50

/** A person as the staff sees her: what she told us masked, what she owes, what she agreed to. The visit is written down. */
export const showPerson = async (tx: Tx, services: Services, member: SignedIn, userId: string) => {
  const account = await findAccountRow(tx, userId)
  if (account === undefined) return refuse('person_not_found')
  const seenAt = await recordVisit(tx, services, member, { userId })
  const now = services.clock.now()
  const today = civilDayOf(now)
  const [{ masked }, orders, application, consents, coupons, erasure, { clearedLoans }] = await Promise.all([
    readFields(tx, services, userId),
    listOrders(tx, userId),
    findApplication(tx, userId, { locked: false }),
    listLastConsents(tx, userId),
    findCoupons(tx, userId),
    findErasure(tx, userId),
    findStanding(tx, services, userId),
  ])
  const owedOn = (day: typeof today) =>
    add(
      ...orders
        .filter(({ state }) => state === 'in_repayment')
        .map((order) => accountOf(order, day)?.payoff ?? centavos(0)),
    )
  return {
    ...account,
    now,
    seenAt,
    erasedAt: erasure?.erasedAt ?? null,
    masked,
    application,
    owed: owedOn(today),
    owedTomorrow: owedOn(addDays(today, 1)),
    loans: orders.slice(0, LOANS_MAX).map((order) => summaryOf(order, now)),
    consents,
    coupons,
    level: orders.length === 0 ? null : levelOf(services.membershipLevels, clearedLoans),
  }
}

/** The visit for whatever shows more of a person than her record; a refusal when there is no such person. */
export const visitPerson = async (
  tx: Tx,
  services: Services,
  member: SignedIn,
  userId: string,
): Promise<Refusal | undefined> => {
  if ((await findAccountRow(tx, userId)) === undefined) return refuse('person_not_found')
  await recordVisit(tx, services, member, { userId })
  return undefined
}
