import { civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import type { ActName } from '@hola/core/desk-contract/act-names.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { Refusal } from '@hola/core/errors.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { accountOf, listOrders } from '../../lending/order/public.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction, poolOfDesk } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Member } from '../../staff/member/public.ts'
import { sandboxStaff } from '../../staff/member/public.ts'
import type { KeptDetails } from '../../staff/proposal/public.ts'
import { NotPossible, propose } from '../../staff/proposal/public.ts'
import type { Services } from '../services.ts'
import { MINUTE_MS } from './fill-world.ts'

// What the made-up staff did in the months of the book, and what it proposes today.

export type PastAct = {
  readonly at: Date
  readonly by: string
  readonly act: ActName
  readonly userId: string
  readonly why: string
}

/** What the simulated staff does, as it stands in the list of acts, and who of them does it. */
export const simulatedActs: Readonly<
  Record<string, { readonly act: ActName; readonly by: string; readonly why: string }>
> = {
  waivers: { act: 'waive', by: 'Sol', why: 'Se atrasó por una internación' },
  'waivers reversed': { act: 'reverse_waiver', by: 'Vera', why: 'Se quitó dos veces' },
  plans: { act: 'make_plan', by: 'Sol', why: 'Pidió pagar en partes' },
  'plans reversed': { act: 'reverse_plan', by: 'Vera', why: 'Pidió volver a lo firmado' },
  'write-offs': { act: 'write_off', by: 'Tomás', why: 'Más de noventa días sin respuesta' },
  'write-offs reversed': { act: 'reverse_write_off', by: 'Vera', why: 'Volvió a pagar' },
  'placed by hand': { act: 'place', by: 'Tomás', why: 'Coincide el monto y el día' },
  'un-placed': { act: 'unplace', by: 'Tomás', why: 'Era de otro préstamo' },
  'entered by hand': { act: 'transfer', by: 'Tomás', why: 'Está en el extracto del banco' },
  'transfers reversed': { act: 'reverse_transfer', by: 'Tomás', why: 'No está en el extracto' },
  'transfers restored': { act: 'restore_transfer', by: 'Tomás', why: 'Llegó al otro día' },
  refunds: { act: 'refund', by: 'Tomás', why: 'Pagó de más' },
  'refunds by the provider': { act: 'refund', by: 'Tomás', why: 'Pagó de más' },
  'refunds reversed': { act: 'reverse_refund', by: 'Tomás', why: 'Se devolvió dos veces' },
}

type Acting = {
  readonly base: Services
  readonly pool: Pool
  readonly now: Date
  readonly acts: readonly PastAct[]
  readonly userIds: Iterable<string>
}

/** What the staff did stands in its list in the order of time, and some of what it wants waits for a second person. */
export const writeActs = async ({ base, pool, acts, now, userIds }: Acting): Promise<void> => {
  const desk = poolOfDesk(pool)
  const members = await inTransaction(desk, (tx) => sandboxStaff(tx, base))
  const memberOf = (name: string): Member | undefined => members.find((one) => one.name === name)
  await inTransaction(desk, async (tx) => {
    for (const { at, by, act, userId, why } of acts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const member = memberOf(by)
      if (member === undefined) continue
      const services = { clock: { now: () => at }, random: base.random }
      await recordAct(tx, services, { ...member, why }, { act, userId, details: {} })
    }
  })
  await proposeSome({ base, pool: desk, now, userIds, memberOf })
}

type Wish = { readonly by: string; readonly kind: ProposalKind; readonly details: KeptDetails; readonly why: string }

/** What could be proposed about somebody today, if anything. */
const wishOf = (order: OrderRow, now: Date): Wish | undefined => {
  const today = civilDayOf(now)
  const account = accountOf(order, today)
  const { orderNumber: order_number, state, dueDay, writtenOffDay, plan } = order
  if (account === null || dueDay === null) return undefined
  if (account.credit > 0)
    return { by: 'Tomás', kind: 'refund', details: { order_number, amount_centavos: null }, why: 'Pagó de más' }
  if (state !== 'in_repayment' || writtenOffDay !== null || plan !== null) return undefined
  const lateDays = daysBetween(dueDay, today)
  const late = account.lateOneTime + account.lateDaily
  if (lateDays > 75)
    return { by: 'Tomás', kind: 'write_off', details: { order_number }, why: 'No contesta hace más de dos meses' }
  if (late > 1)
    return {
      by: 'Sol',
      kind: 'waiver',
      details: { order_number, amount_centavos: Math.ceil(late / 2) },
      why: 'Perdió el trabajo y quiere ponerse al día',
    }
  return undefined
}

/** Not all that is tried is possible. */
const WISHES_MAX = 20

const proposeSome = async ({
  base,
  pool,
  now,
  userIds,
  memberOf,
}: Pick<Acting, 'base' | 'pool' | 'now' | 'userIds'> & {
  readonly memberOf: (name: string) => Member | undefined
}): Promise<void> => {
  const left = new Map<string, number>([
    ['refund', 1],
    ['write_off', 1],
    ['waiver', 2],
  ])
  let number = 0
  for (const userId of userIds) {
    if ([...left.values()].every((count) => count === 0)) return
    const orders = await inTransaction(pool, (tx) => listOrders(tx, userId))
    for (const order of orders) {
      const wish = wishOf(order, now)
      const member = wish && memberOf(wish.by)
      if (wish === undefined || member === undefined || (left.get(wish.kind) ?? 0) === 0) continue
      number += 1
      // The first the longest ago: what was done stands in the order of time.
      const at = new Date(now.getTime() - Math.max(1, WISHES_MAX - number) * 47 * MINUTE_MS)
      const made = await propose({ ...base, pool, clock: { now: () => at } }, member, wish)
      if (!(made instanceof NotPossible) && !(made instanceof Refusal))
        left.set(wish.kind, (left.get(wish.kind) ?? 1) - 1)
    }
  }
}
