import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { QUEUE_PAGE, workNames } from '@hola/core/desk-contract/queue.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import * as z from 'zod/mini'
import { inTransaction } from '../../platform/db/public.ts'
import type { Claim, Positions, QueueItem } from '../../staff/work/public.ts'
import {
  businessDayOf,
  countQueue,
  handOverWork,
  listColleagues,
  listQueue,
  releaseWork,
  takeWork,
} from '../../staff/work/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'

/** Where each source stands: the time in milliseconds, and the id. */
const position = z.tuple([z.int(), z.string().check(z.maxLength(200))])
const positions = z.partialRecord(z.enum(workNames), position)

const writeCursor = (at: Positions): string => {
  const plain = Object.fromEntries(Object.entries(at).map(([name, { since, id }]) => [name, [since.getTime(), id]]))
  return Buffer.from(JSON.stringify(plain)).toString('base64url')
}

const readCursor = (text: string): Positions | undefined => {
  try {
    const read = positions.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!read.success) return undefined
    return Object.fromEntries(Object.entries(read.data).map(([name, [ms, id]]) => [name, { since: new Date(ms), id }]))
  } catch {
    return undefined
  }
}

const showOwner = ({ memberId, name, claimedAt }: Claim) => ({
  member_id: memberId,
  name,
  since_at: claimedAt.toISOString(),
})

const showItem = (item: QueueItem, { reference, clock }: Services): DeskRetOf<'queue/list'>['items'][number] => ({
  kind: item.kind,
  item_id: item.itemId,
  name: item.name,
  group: item.group,
  since_at: item.since.toISOString(),
  due_at: item.dueAt.toISOString(),
  business_day: businessDayOf(item.name, item.since, { now: clock.now(), holidays: reference.holidays }),
  amount_centavos: item.amount,
  reference: item.reference,
  reasons: [...item.reasons],
  facts: { ...item.facts } as DeskRetOf<'queue/list'>['items'][number]['facts'],
  owner: item.owner && showOwner(item.owner),
})

export const showQueue: DeskHandler<'queue/list'> = async ({ services, member }, { show, after: cursor }) => {
  const after = cursor === undefined ? {} : readCursor(cursor)
  if (after === undefined) return refuse('bad_request')
  const { items, next } = await inTransaction(services.pool, (tx) =>
    listQueue(tx, services, member, { show, after, limit: QUEUE_PAGE }),
  )
  return {
    now: services.clock.now().toISOString(),
    items: items.map((item) => showItem(item, services)),
    next: next === undefined ? null : writeCursor(next),
  }
}

export const showQueueCounts: DeskHandler<'queue/counts'> = ({ services, member }) =>
  inTransaction(services.pool, (tx) => countQueue(tx, services, member))

export const take: DeskHandler<'queue/take'> = async ({ services, member }, { kind, item_id: itemId }) => {
  const taken = await inTransaction(services.pool, (tx) => takeWork(tx, services, member, { kind, itemId }))
  return taken instanceof Refusal ? taken : { owner: showOwner(taken) }
}

export const release: DeskHandler<'queue/release'> = async ({ services, member }, { kind, item_id: itemId }) =>
  (await inTransaction(services.pool, (tx) => releaseWork(tx, services, member, { kind, itemId }))) ?? {}

export const handOver: DeskHandler<'queue/hand_over'> = async ({ services, member }, body) => {
  const { kind, item_id: itemId, member_id: to, why } = body
  const given = await inTransaction(services.pool, (tx) =>
    handOverWork(tx, services, { actor: member, to, why }, { kind, itemId }),
  )
  return given instanceof Refusal ? given : { owner: showOwner(given) }
}

export const showColleagues: DeskHandler<'queue/colleagues'> = async ({ services, member }, { kind }) => {
  const members = await inTransaction(services.pool, (tx) => listColleagues(tx, kind))
  return {
    members: members
      .filter(({ memberId }) => memberId !== member.memberId)
      .map(({ memberId, name, role }) => ({ member_id: memberId, name, role })),
  }
}
