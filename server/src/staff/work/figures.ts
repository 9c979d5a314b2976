import type { WorkName } from '@hola/core/desk-contract/queue.ts'
import type { Tx } from '../../platform/db/public.ts'
import { sumOpenProposals } from '../proposal/public.ts'
import type { Services } from '../services.ts'
import { dueAt, lastSince } from './deadlines.ts'
import type { Reader } from './sources.ts'
import { sources } from './sources.ts'

/** How much of one kind of work waits, by the clock that it has. */
type WorkFigure = {
  readonly name: WorkName
  /** Up to the limit that was asked for. */
  readonly openCount: number
  readonly overdueCount: number
  /** Of the one that waits longest, which is also the one that is due first; undefined when none waits. */
  readonly first: { readonly since: Date; readonly dueAt: Date } | undefined
}

type Means = Pick<Services, 'clock' | 'reference' | 'jobs' | 'sealer'>

/** What waits for the staff, with the rights of the application: the server that shows it has no others. */
export const readWorkFigures = async (tx: Tx, means: Means, limit: number): Promise<WorkFigure[]> => {
  const now = means.clock.now()
  const reader: Reader = { ...means, memberId: '' }
  const figures: WorkFigure[] = []
  for (const { name, list, count } of sources) {
    if (name === 'proposal') continue
    const [first] = await list(tx, reader, { limit: 1 })
    const lateSince = lastSince(now, (since) => dueAt(name, since, means.reference.holidays) <= now)
    const isLate = first !== undefined && first.dueAt <= now
    figures.push({
      name,
      openCount: first === undefined ? 0 : await count(tx, reader, { limit }),
      overdueCount: isLate && lateSince !== undefined ? await count(tx, reader, { limit, until: lateSince }) : 0,
      first,
    })
  }
  // Nobody in particular asks, so those that anybody proposed count; one that is over waits no longer.
  const { count: openCount, since, endsAt } = await sumOpenProposals(tx, { now, limit })
  const first = since === null || endsAt === null ? undefined : { since, dueAt: endsAt }
  return [...figures, { name: 'proposal', openCount, overdueCount: 0, first }]
}
