import type { WorkKind, WorkName } from '@hola/core/desk-contract/queue.ts'
import { maySeeWork, workKindNames } from '@hola/core/desk-contract/queue.ts'
import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Tx, WaitingKey } from '../../platform/db/public.ts'
import type { SignedIn } from '../member/public.ts'
import type { Services } from '../services.ts'
import { CLAIMS_MAX, findClaimed } from './claims.ts'
import { dueAt, lastSince } from './deadlines.ts'
import type { Source, Waiting } from './sources.ts'
import { kindOrder, sources } from './sources.ts'
import type { Claim } from './store.ts'
import { listClaims } from './store.ts'

/** From here on a clock is shown as near its end. */
const NEAR = 0.7

type Reader = Pick<SignedIn, 'memberId' | 'role'>

export type Show = 'all' | 'mine' | 'nobody' | WorkKind

type Group = 'past' | 'sign' | 'rest'
const groups: readonly Group[] = ['past', 'sign', 'rest']

export type QueueItem = Waiting & { readonly group: Group; readonly owner: Claim | null }

/** Where each source stands after a page; one that is not named is at its beginning. */
export type Positions = Readonly<Partial<Record<WorkName, WaitingKey>>>

const byLaw: readonly WorkName[] = ['regret', 'unsubscribe', 'complaint', 'data_access', 'data_change']
const isByLaw = (name: WorkName): boolean => byLaw.includes(name)

/** What is late, and what the law wants today, stands first; within a group whatever has the least time left. */
const groupOf = ({ kind, name, dueAt: due }: Waiting, now: Date): Group => {
  if (kind === 'proposal') return 'sign'
  const endOfToday = startOfDay(addDays(civilDayOf(now), 1))
  return due <= now || (isByLaw(name) && due < endOfToday) ? 'past' : 'rest'
}

const inOrder = (one: QueueItem, other: QueueItem): number =>
  groups.indexOf(one.group) - groups.indexOf(other.group) ||
  one.dueAt.getTime() - other.dueAt.getTime() ||
  kindOrder(one.kind) - kindOrder(other.kind) ||
  one.since.getTime() - other.since.getTime() ||
  (one.itemId < other.itemId ? -1 : 1)

/** By what a source goes on: a proposal by its end, everything else by since when it waits. */
const keyOf = ({ kind, since, dueAt: due, itemId }: Waiting): WaitingKey => ({
  since: kind === 'proposal' ? due : since,
  id: itemId,
})

/**
 * A page of the queue. Each source is in its own order of time, which is also the order in which its things are due; so
 * one page of each is enough to find the next of all, however many wait.
 */
export const listQueue = async (
  tx: Tx,
  services: Services,
  reader: Reader,
  { show, after, limit }: { readonly show: Show; readonly after: Positions; readonly limit: number },
): Promise<{ readonly items: readonly QueueItem[]; readonly next: Positions | undefined }> => {
  const now = services.clock.now()
  const claimed = await findClaimed(tx, services, await listClaims(tx, CLAIMS_MAX))
  const shown = (item: Waiting): QueueItem => ({
    ...item,
    group: groupOf(item, now),
    owner: claimed.find(({ claim }) => claim.kind === item.kind && claim.itemId === item.itemId)?.claim ?? null,
  })
  if (show === 'mine') {
    const mine = claimed.filter(({ claim }) => claim.memberId === reader.memberId)
    return {
      items: mine
        .map(({ item }) => shown(item))
        .toSorted(inOrder)
        .slice(0, limit),
      next: undefined,
    }
  }
  const wanted = sources.filter(
    ({ kind }) =>
      maySeeWork(reader.role, kind) && (show === 'all' || show === kind || (show === 'nobody' && kind !== 'proposal')),
  )
  const found: { readonly source: Source; readonly item: QueueItem }[] = []
  let isMore = false
  for (const source of wanted) {
    const page = await source.list(
      tx,
      { ...services, memberId: reader.memberId },
      {
        after: after[source.name],
        limit: limit + 1,
        ...(show === 'nobody'
          ? { except: claimed.filter(({ item }) => item.kind === source.kind).map(({ item }) => item.itemId) }
          : {}),
      },
    )
    isMore ||= page.length > limit
    found.push(...page.map((item) => ({ source, item: shown(item) })))
  }
  const taken = found.toSorted((one, other) => inOrder(one.item, other.item)).slice(0, limit)
  const next = taken.reduce<Positions>(
    (positions, { source, item }) => ({ ...positions, [source.name]: keyOf(item) }),
    after,
  )
  return {
    items: taken.map(({ item }) => item),
    next: isMore || found.length > taken.length ? next : undefined,
  }
}

export type QueueCounts = {
  readonly all: number
  readonly mine: number
  readonly nobody: number
  readonly kinds: Readonly<Record<WorkKind, number | null>>
  readonly past: number
  readonly near: number
}

const capped = (count: number): number => Math.min(COUNT_MAX, count)

/** How much waits, none of it counted beyond the cap. */
export const countQueue = async (tx: Tx, services: Services, reader: Reader): Promise<QueueCounts> => {
  const now = services.clock.now()
  const { holidays } = services.reference
  const kinds: Partial<Record<WorkKind, number>> = {}
  const sum = { past: 0, near: 0 }
  for (const source of sources) {
    const { kind, name } = source
    if (!maySeeWork(reader.role, kind)) continue
    const count = (until?: Date): Promise<number> =>
      source.count(tx, { ...services, memberId: reader.memberId }, { until, limit: COUNT_MAX })
    kinds[kind] = (kinds[kind] ?? 0) + (await count())
    if (name === 'proposal') continue
    const shareAt = (since: Date): number => {
      const whole = dueAt(name, since, holidays).getTime() - since.getTime()
      return (now.getTime() - since.getTime()) / whole
    }
    const [pastSince, nearSince] = [1, NEAR].map((share) => lastSince(now, (since) => shareAt(since) >= share))
    const past = pastSince === undefined ? 0 : await count(pastSince)
    sum.past += past
    sum.near += nearSince === undefined ? 0 : (await count(nearSince)) - past
  }
  const all = Object.values(kinds).reduce((total, count) => total + count, 0)
  const claimed = await findClaimed(tx, services, await listClaims(tx, CLAIMS_MAX))
  const takeable = all - (kinds.proposal ?? 0)
  const inHand = claimed.filter(({ item }) => maySeeWork(reader.role, item.kind)).length
  return {
    all: capped(all),
    mine: capped(claimed.filter(({ claim }) => claim.memberId === reader.memberId).length),
    nobody: capped(Math.max(0, takeable - inHand)),
    kinds: Object.fromEntries(
      workKindNames.map((kind) => [kind, kinds[kind] === undefined ? null : capped(kinds[kind])]),
    ) as QueueCounts['kinds'],
    past: capped(sum.past),
    near: capped(sum.near),
  }
}
