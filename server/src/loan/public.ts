import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add, centavos } from '@hola/core/money.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { accountOf } from './account-of.ts'
import type { OrderRow } from './store.ts'
import { listOrders } from './store.ts'

/** How a person has repaid, and what she owes. */
export type OwnHistory = {
  readonly clearedOnTimeCount: number
  readonly clearedLateCount: number
  readonly overdueNow: boolean
  /** Of loans that are paid out or signed and waiting for it. */
  readonly openPrincipalCentavos: Centavos
}

/** The same with what the quota needs: principal that is out, and principal that signed orders hold. */
export type Standing = OwnHistory & { readonly used: Centavos; readonly frozen: Centavos }

/** Where a person stands by her orders on the day it is at `now`. */
export const standingOf = (orders: readonly OrderRow[], now: Date): Standing => {
  const today = civilDayOf(now)
  const cleared = orders.filter(({ state }) => state === 'cleared')
  const isLate = ({ clearedAt, dueDay }: OrderRow): boolean =>
    clearedAt !== null && dueDay !== null && civilDayOf(clearedAt) > dueDay
  const late = cleared.filter(isLate)
  const accounts = orders.filter(({ state }) => state === 'in_repayment').map((order) => accountOf(order, today))
  const held = orders.filter(({ state }) => state === 'pending' || state === 'payout_failed')
  const used = add(...accounts.map((account) => account?.principal ?? centavos(0)))
  const frozen = add(...held.map(({ amount }) => amount))
  return {
    clearedOnTimeCount: cleared.length - late.length,
    clearedLateCount: late.length,
    overdueNow: accounts.some((account) => account !== null && account.overdueDays > 0),
    openPrincipalCentavos: add(used, frozen),
    used,
    frozen,
  }
}

/** Where a person stands now. */
export const findStanding = async (tx: Tx, { clock }: Pick<Services, 'clock'>, userId: string): Promise<Standing> =>
  standingOf(await listOrders(tx, userId), clock.now())

/** How a person has repaid us so far: nothing, for somebody new. */
export const ownHistory = async (tx: Tx, services: Pick<Services, 'clock'>, userId: string): Promise<OwnHistory> => {
  const { used: _, frozen: __, ...history } = await findStanding(tx, services, userId)
  return history
}
