import type { ConsumerRequestKind } from '@hola/core/consumer.ts'
import { requestKinds } from '@hola/core/consumer.ts'
import type { requestLists } from '@hola/core/desk-contract/requests.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Settled } from './settle.ts'
import { lookAt } from './settle.ts'
import { answerUntil } from './show.ts'
import type { RequestPlace, RequestRow } from './store.ts'
import {
  FIRST_PLACE,
  LAST_PLACE,
  countWaitingRequests,
  listEndedRequests,
  listHerRequests,
  listWaitingRequests,
} from './store.ts'

/** Where the next page begins: a place for each kind of which something was listed, or one for all. */
export type RequestPlaces = Readonly<Partial<Record<ConsumerRequestKind | 'all', RequestPlace>>>

export type RequestPage = { readonly requests: readonly Settled[]; readonly next: RequestPlaces | undefined }

type Asked = {
  readonly list: (typeof requestLists)[number]
  readonly kind: ConsumerRequestKind | undefined
  readonly after: RequestPlaces
  readonly limit: number
}

/** One page of the requests of a list, what is due first first; of what has ended, the newest first. */
export const listRequestPage = async (tx: Tx, services: Services, asked: Asked): Promise<RequestPage> => {
  const { rows, next } = await (asked.list === 'staff' ? waitingPage(tx, services, asked) : plainPage(tx, asked))
  const requests: Settled[] = []
  for (const request of rows) requests.push({ request, situation: await lookAt(tx, services, request) })
  return { requests, next }
}

type Page = { readonly rows: readonly RequestRow[]; readonly next: RequestPlaces | undefined }

/**
 * Each kind has its own clock, and within a kind what came first is due first. So a page of all of them is the next of each
 * kind, laid together by when they are due: nothing has to be kept about it and each kind is read by its index.
 */
const waitingPage = async (
  tx: Tx,
  { reference: { holidays } }: Pick<Services, 'reference'>,
  { kind, after, limit }: Asked,
): Promise<Page> => {
  const kinds = kind === undefined ? requestKinds : [kind]
  const found = await Promise.all(
    kinds.map((one) => listWaitingRequests(tx, { kind: one, after: after[one] ?? FIRST_PLACE, limit: limit + 1 })),
  )
  const due = found
    .flat()
    .map((row) => ({ row, until: answerUntil(row, holidays).getTime() }))
    .toSorted(
      (one, other) =>
        one.until - other.until ||
        one.row.receivedAt.getTime() - other.row.receivedAt.getTime() ||
        (one.row.trackingNumber < other.row.trackingNumber ? -1 : 1),
    )
  const rows = due.slice(0, limit).map(({ row }) => row)
  const places = Object.fromEntries(
    rows.map(({ kind: one, receivedAt, trackingNumber }) => [one, { at: receivedAt, trackingNumber }]),
  )
  return { rows, next: due.length > limit ? { ...after, ...places } : undefined }
}

const plainPage = async (tx: Tx, { list, kind, after, limit }: Asked): Promise<Page> => {
  const found =
    list === 'hers'
      ? await listHerRequests(tx, { kind, after: after.all ?? FIRST_PLACE, limit: limit + 1 })
      : await listEndedRequests(tx, { kind, before: after.all ?? LAST_PLACE, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length <= limit || last === undefined) return { rows, next: undefined }
  const at = list === 'hers' ? last.receivedAt : (last.concludedAt ?? last.receivedAt)
  return { rows, next: { all: { at, trackingNumber: last.trackingNumber } } }
}

/** How many requests of each kind wait for somebody of the staff, counted up to a limit. */
export const countWaiting = async (tx: Tx, limit: number): Promise<Readonly<Record<ConsumerRequestKind, number>>> => {
  const counts = await Promise.all(requestKinds.map((kind) => countWaitingRequests(tx, kind, limit)))
  return Object.fromEntries(requestKinds.map((kind, index) => [kind, counts[index] ?? 0])) as Record<
    ConsumerRequestKind,
    number
  >
}
