import { civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { DataCategory } from '@hola/core/privacy.ts'
import { dataCategories } from '@hola/core/privacy.ts'
import { maskAddress } from '../../person/account/public.ts'
import { findApplicant } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { findLastDay, listUploads } from '../../person/device-data/public.ts'
import type { Handler } from '../services.ts'
import { REPORT_VALID_MS } from '../../lending/review/public.ts'
import { showConsents } from './consents.ts'
import type { Counted } from './copy.ts'
import { countHeld, findKeys } from './copy.ts'
import { findKept, findObstacle } from './erasure.ts'
import { listAccesses } from './store.ts'

const ACCESSES_SHOWN = 50
const UPLOADS_SHOWN_OF_EACH = 20

/** Everything that "my data" shows, at one moment. Nothing of it is opened: it is counted. */
export const state: Handler<'privacy/state'> = ({ services, user: { userId } }) =>
  inTransaction(services.pool, async (tx) => {
    const held = await countHeld(tx, await findKeys(tx, services, userId))
    const accesses = await listAccesses(tx, userId, ACCESSES_SHOWN)
    const sent = await listUploads(tx, userId, UPLOADS_SHOWN_OF_EACH)
    const obstacle = await findObstacle(tx, services, userId, { locked: false })
    const { addresses } = await findApplicant(tx, services, userId)
    return {
      now_at: services.clock.now().toISOString(),
      consents: await showConsents(tx, services, userId),
      held: await showHeld(tx, userId, held),
      accesses: accesses.map(({ at, ...access }) => ({ at: at.toISOString(), ...access })),
      sent: sent.map(({ kind, sentAt, storedCount }) => ({
        kind,
        sent_at: sentAt.toISOString(),
        stored_count: storedCount,
      })),
      erasure: {
        is_possible: obstacle === null,
        obstacle,
        kept: await findKept(tx, services, userId),
        code_channels: addresses.map((address) => ({ channel: address.kind, contact_masked: maskAddress(address) })),
      },
    }
  })

/** By category, those of which there is something. */
const showHeld = async (
  tx: Tx,
  userId: string,
  counted: readonly Counted[],
): Promise<RetOf<'privacy/state'>['held']> => {
  const lastDayOf = async (category: DataCategory, since: Date | null): Promise<CivilDay | null> => {
    if (category === 'device_data') return findLastDay(tx, userId)
    return category === 'bureau' && since !== null ? civilDayOf(new Date(since.getTime() + REPORT_VALID_MS)) : null
  }
  const held: RetOf<'privacy/state'>['held'] = []
  for (const category of dataCategories) {
    const parts = counted.filter(({ holding, count }) => holding.category === category && count > 0)
    if (parts.length === 0) continue
    const times = parts.flatMap(({ since }) => since?.getTime() ?? [])
    const since = times.length === 0 ? null : new Date(Math.min(...times))
    held.push({
      category,
      records_count: parts.reduce((sum, { count }) => sum + count, 0),
      since_at: since?.toISOString() ?? null,
      keep_until_day: await lastDayOf(category, since),
    })
  }
  return held
}
