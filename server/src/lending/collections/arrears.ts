import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { ContactBudget } from '@hola/core/contact.ts'
import { contactBudget } from '@hola/core/contact.ts'
import { arrearsBuckets } from '@hola/core/desk-contract/arrears.ts'
import type { ArrearsBucket } from '@hola/core/desk-contract/arrears.ts'
import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { DuePlace, OrderRow } from '../order/public.ts'
import { countDueOrders, listDueOrders } from '../order/public.ts'
import type { Services } from '../services.ts'
import { deskFactsOf } from './contact-borrower.ts'

/** The due days of what is so many days late. */
const daysOf = (bucket: ArrearsBucket, today: CivilDay): { readonly from: CivilDay; readonly to: CivilDay } => {
  const { from, to } = arrearsBuckets[bucket]
  return { from: to === null ? ('1900-01-01' as CivilDay) : addDays(today, -to), to: addDays(today, -from) }
}

export type ArrearsRow = {
  readonly order: OrderRow
  readonly budget: ContactBudget
  readonly promisedUntil: CivilDay | null
}

/** Loans past their day, by how long, the longest first; one page after a place. Nothing in it says who anybody is. */
export const listArrears = async (
  tx: Tx,
  services: Services,
  {
    bucket,
    after,
    limit,
  }: { readonly bucket: ArrearsBucket; readonly after: DuePlace | undefined; readonly limit: number },
): Promise<ArrearsRow[]> => {
  const now = services.clock.now()
  const orders = await listDueOrders(tx, { ...daysOf(bucket, civilDayOf(now)), after, limit })
  const userIds = orders.map(({ userId }) => userId)
  const factsOf = await deskFactsOf(tx, services, userIds)
  return orders.map((order) => {
    const facts = factsOf(order.userId)
    return {
      order,
      budget: contactBudget(facts, now, services.reference.holidays),
      promisedUntil: facts.promisedUntil,
    }
  })
}

/** How many there are of each, counted up to a limit. */
export const countArrears = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
): Promise<Readonly<Record<ArrearsBucket, number>>> => {
  const today = civilDayOf(clock.now())
  const names = Object.keys(arrearsBuckets) as ArrearsBucket[]
  const counts = await Promise.all(
    names.map((bucket) => countDueOrders(tx, { ...daysOf(bucket, today), limit: COUNT_MAX })),
  )
  return Object.fromEntries(names.map((bucket, index) => [bucket, counts[index] ?? 0])) as Record<ArrearsBucket, number>
}
