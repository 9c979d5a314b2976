import type { RetOf } from '@hola/core/contract/contract.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDay, civilDayOf } from '@hola/core/calendar.ts'
import type { RefusalName } from '@hola/core/errors.ts'
import type { ErasureObstacle } from '@hola/core/privacy.ts'
import { findApplication, readSteps } from '../../person/application/public.ts'
import { listOpenNumbers } from '../consumer/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { addYears, listAllFiles } from '../../person/identity/public.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { accountOf, isOpenOrder, listOrders } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'

export type KeptByLaw = RetOf<'privacy/erase'>['kept'][number]

const KEPT_YEARS = 10

/** Books and the papers behind them: ten years from the last entry. */
const BOOKS_LAW = 'Código Civil y Comercial de la Nación, artículo 328'
/** Who was lent money, by what a lender has to know of its clients. */
const CLIENTS_LAW = 'Ley 25.246, artículos 20 y 21; Resolución UIF 200/2024'
/** That a consent was given can only be proven by its record. */
const CONSENT_LAW = 'Ley 25.326, artículo 5'
/** Who looked at data has to be known as long as the data are. */
const ACCESS_LAW = 'Ley 25.326, artículo 9'

export const refusalOf = {
  open_loan: 'erasure_loan_open',
  credit_to_refund: 'erasure_credit_open',
  application_in_review: 'erasure_review_open',
  open_request: 'erasure_request_open',
} as const satisfies Record<ErasureObstacle, RefusalName>

/** Why an account cannot be erased now; null when it can. `locked`, that stays so until the transaction ends. */
export const findObstacle = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
  { locked }: { readonly locked: boolean },
): Promise<ErasureObstacle | null> => {
  const application = await findApplication(tx, userId, { locked })
  const orders = await listOrders(tx, userId)
  if (orders.some(isOpenOrder)) return 'open_loan'
  const today = civilDayOf(clock.now())
  if (orders.some((order) => (accountOf(order, today)?.credit ?? 0) > 0)) return 'credit_to_refund'
  if (application?.state === 'in_review') return 'application_in_review'
  return (await listOpenNumbers(tx, { userId })).length > 0 ? 'open_request' : null
}

/** Ten years after the last thing that happened to any loan. */
const untilDayOf = (orders: readonly OrderRow[]): CivilDay => {
  const last = Math.max(...orders.map(({ stateSince }) => stateSince.getTime()))
  return civilDay(addYears(civilDayOf(new Date(last)), KEPT_YEARS))
}

/** What stays of an account that is erased: of somebody who never signed a loan, nothing. */
export const findKept = async (tx: Tx, { sealer }: Pick<Services, 'sealer'>, userId: string): Promise<KeptByLaw[]> => {
  const orders = await listOrders(tx, userId)
  if (orders.length === 0) return []
  const until_day = untilDayOf(orders)
  const kept: KeptByLaw[] = [
    { category: 'loans_and_payments', law: BOOKS_LAW, until_day },
    { category: 'agreements', law: BOOKS_LAW, until_day },
    { category: 'consents', law: CONSENT_LAW, until_day },
    { category: 'access_log', law: ACCESS_LAW, until_day },
  ]
  if (orders.every(({ paidOutAt }) => paidOutAt === null)) return kept
  const { basic } = await readSteps(tx, sealer, userId)
  const files = await listAllFiles(tx, userId)
  return [
    ...kept,
    ...(basic === null ? [] : [{ category: 'form', law: CLIENTS_LAW, until_day } as const]),
    ...(files.some(({ kind }) => kind !== 'selfie')
      ? [{ category: 'photos', law: CLIENTS_LAW, until_day } as const]
      : []),
  ]
}
