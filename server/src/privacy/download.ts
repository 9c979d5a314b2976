import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { writtenDay } from '@hola/core/agreement/written.ts'
import { brand } from '@hola/core/brand.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { dataCategories } from '@hola/core/privacy.ts'
import { documentPdf } from '../agreement/pdf.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Handler } from '../handler.ts'
import type { Services } from '../services.ts'
import { logAccess } from './access-log.ts'
import type { Copied, CopiedRow } from './copy.ts'
import { findKeys, readHeld } from './copy.ts'
import { readableDocument } from './readable.ts'

/** A copy of everything that is held about the caller. That it was made is part of what is held. */
export const download: Handler<'privacy/download'> = async ({ services, user: { userId } }, { format }) => {
  const { pool, clock, reference } = services
  const held = await inTransaction(
    pool,
    async (tx) => {
      await logAccess(tx, services, { userId, actor: 'you', categories: 'everything', purpose: 'download' })
      return readHeld(tx, services, await findKeys(tx, services, userId))
    },
    { isolation: 'repeatable read' },
  )
  const copied = await withPhotos(services, held)
  const madeAt = clock.now()
  const today = civilDayOf(madeAt)
  const content =
    format === 'json'
      ? Buffer.from(JSON.stringify(jsonOf(copied, madeAt), null, 2))
      : (
          await documentPdf(readableDocument(copied, reference, madeAt), {
            madeOnDay: today,
            footer: `Tus datos · ${writtenDay(today)}`,
          })
        ).bytes
  return {
    file_name: `${brand.name.toLowerCase()}-mis-datos-${today}.${format}`,
    content_base64: content.toString('base64'),
  }
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
