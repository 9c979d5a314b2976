import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { writtenDay } from '@hola/core/written.ts'
import { brand } from '@hola/core/brand.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { dataCategories } from '@hola/core/privacy.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import type { Services } from '../services.ts'
import { logAccess } from '../../platform/access-log.ts'
import type { Copied, CopiedRow } from './copy.ts'
import { findKeys, readHeld } from './copy.ts'
import { readableDocument } from './readable.ts'
import { listDownloads } from './store.ts'

/** Nobody needs as many, and each opens everything there is. */
const COPIES_A_DAY_MAX = 20
const DAY_MS = 24 * 3_600_000

/** A copy of everything that is held about the caller. That it was made is part of what is held. */
export const download: Handler<'privacy/download'> = async ({ services, user: { userId } }, { format }) => {
  const { pool, clock, reference } = services
  const held = await inTransaction(
    pool,
    async (tx) => {
      const limited = await findLimit(tx, userId, clock.now())
      if (limited !== undefined) return limited
      await logAccess(tx, services, { userId, actor: 'you', categories: 'everything', purpose: 'download' })
      return readHeld(tx, services, await findKeys(tx, services, userId))
    },
    { isolation: 'repeatable read' },
  )
  if (held instanceof Refusal) return held
  const copied = await withPhotos(services, held)
  const madeAt = clock.now()
  const today = civilDayOf(madeAt)
  const file =
    format === 'json'
      ? { bytes: Buffer.from(JSON.stringify(jsonOf(copied, madeAt), null, 2)) }
      : await services.printer.print(readableDocument(copied, reference, madeAt), {
          madeOnDay: today,
          footer: `Tus datos · ${writtenDay(today)}`,
        })
  if (file instanceof Refusal) return file
  return {
    file_name: `${brand.name.toLowerCase()}-mis-datos-${today}.${format}`,
    content_base64: file.bytes.toString('base64'),
  }
}

const findLimit = async (tx: Tx, userId: string, now: Date): Promise<Refusal | undefined> => {
  const taken = await listDownloads(tx, userId, new Date(now.getTime() - DAY_MS), COPIES_A_DAY_MAX)
  const oldest = taken[COPIES_A_DAY_MAX - 1]
  if (oldest === undefined) return undefined
  return refuse('too_many_requests', { seconds: Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000) })
}

/** The photographs lie in files beside the database. One that was replaced this very moment is not there any more. */
const withPhotos = ({ files }: Services, held: readonly Copied[]): Promise<Copied[]> =>
  Promise.all(
    held.map(async ({ holding, rows }) =>
      holding.table === 'photo'
        ? { holding, rows: await Promise.all(rows.map((row) => withPhoto(files, row))) }
        : { holding, rows },
    ),
  )

const withPhoto = async (files: Services['files'], { file_name: name, ...row }: CopiedRow): Promise<CopiedRow> => {
  const jpeg = typeof name === 'string' ? await files.get(name).catch(() => undefined) : undefined
  return jpeg === undefined ? row : { ...row, size_bytes: jpeg.length, jpeg_base64: jpeg.toString('base64') }
}

const jsonOf = (copied: readonly Copied[], madeAt: Date): object => ({
  made_at: madeAt.toISOString(),
  lender: { name: brand.legalEntity, cuit: brand.cuit, address: brand.address, email: brand.support.email },
  legends: [ACCESS_LEGEND, AUTHORITY_LEGEND],
  data: Object.fromEntries(
    dataCategories.map((category) => [
      category,
      Object.fromEntries(
        copied
          .filter(({ holding, rows }) => holding.category === category && rows.length > 0)
          .map(({ holding, rows }) => [holding.table, rows]),
      ),
    ]),
  ),
})
