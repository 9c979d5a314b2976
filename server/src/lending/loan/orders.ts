import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext, Handler } from '../services.ts'
import type { OrderPlace, OrderRow } from '../order/public.ts'
import { listOrderPage, summaryOf } from '../order/public.ts'
import { findRefusedApplications } from '../review/public.ts'

type Page = RetOf<'user/get_processing_order'>

const PAGE_LENGTH = 20

type StateGroups = readonly (readonly OrderState[])[]

/** In the order in which their groups are shown. */
const processing: StateGroups = [['payout_failed'], ['pending'], ['in_repayment']]
const complete: StateGroups = [['review_failed'], ['cleared', 'cancelled']]

export const getProcessingOrder: Handler<'user/get_processing_order'> = (context, body) =>
  listPage(context, processing, body.cursor)

/** Before the loans that are over stand the applications that became none, on the first page. */
export const getCompleteOrder: Handler<'user/get_complete_order'> = (context, body) =>
  listPage(context, complete, body.cursor, body.cursor === undefined)

const listPage = async (
  { services, language, user: { userId } }: CallContext & { readonly user: Caller },
  groupsOfStates: StateGroups,
  cursor: string | undefined,
  withRefused = false,
): Promise<Page | Refusal> => {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (after === null) return refuseField({ path: 'cursor', problem: 'not_valid' }, language)
  const [found, refused] = await inTransaction(services.pool, (tx) =>
    Promise.all([
      // One more than is shown tells whether there is another page.
      listOrderPage(tx, userId, { groups: groupsOfStates, after, limit: PAGE_LENGTH + 1 }),
      withRefused ? findRefusedApplications(tx, { userId, language }) : [],
    ]),
  )
  const shown = found.slice(0, PAGE_LENGTH)
  const last = shown.at(-1)
  const now = services.clock.now()
  const groups: Page['groups'] =
    refused.length > 0 ? [{ group: 'failed_review', orders: [], refused_applications: refused }] : []
  for (const order of shown.map((row) => summaryOf(row, now))) {
    const open = groups.at(-1)
    if (open?.group === order.group) open.orders.push(order)
    else groups.push({ group: order.group, orders: [order] })
  }
  return {
    groups,
    next_cursor: found.length > PAGE_LENGTH && last !== undefined ? writeCursor(groupsOfStates, last) : null,
  }
}

const writeCursor = (groups: StateGroups, { state, signedAt, orderId }: OrderRow): string => {
  const groupIndex = groups.findIndex((states) => states.includes(state))
  return Buffer.from(`${groupIndex} ${signedAt.getTime()} ${orderId}`).toString('base64url')
}

const CURSOR = /^(\d) (\d{1,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The place that a cursor names, or null for one that we never gave out. */
const readCursor = (cursor: string): OrderPlace | null => {
  const [, groupIndex, signedMs, orderId] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (orderId === undefined) return null
  return { groupIndex: Number(groupIndex), signedAt: new Date(Number(signedMs)), orderId }
}
