import { join, resolve } from 'node:path'
import { inTransaction } from '../../platform/db/public.ts'
import { findErasure, openIdentity } from '../../rights/privacy/public.ts'
import type { Services } from '../services.ts'
import { recordAct } from '../../staff/act/public.ts'
import { findUnusedExport } from '../../staff/proposal/public.ts'
import { makeFolder, writeNew } from './folder.ts'
import { findOrderByNumber } from './order.ts'
import type { Answer } from './print.ts'
import { DeskProblem } from './problem.ts'
import type { By } from './proposals.ts'
import { propose } from './proposals.ts'

const EXPORT_MS = 24 * 3_600_000

/**
 * Writes down for an authority that asks for it who a borrower is that erased her account, with the two sides of her DNI:
 * once a second person has approved it, once, within a day; until then it is proposed. That it was opened is written down
 * before the first byte is.
 */
export const writeErased = async (
  services: Services,
  { member, why }: By,
  { orderNumber, folder }: { readonly orderNumber: string; readonly folder: string },
): Promise<Answer> => {
  const since = new Date(services.clock.now().getTime() - EXPORT_MS)
  const { memberId, name } = member
  const { key, proposalId } = await inTransaction(services.pool, async (tx) => {
    const found = await findOrderByNumber(tx, orderNumber)
    return { key: found, proposalId: await findUnusedExport(tx, { ...found, memberId, since }) }
  })
  if (proposalId === undefined)
    return propose(services, { member, why }, { kind: 'export', details: { order_number: orderNumber } })
  const place = resolve(folder)
  await makeFolder(place)
  const { userId, identity } = await inTransaction(services.pool, async (tx) => {
    const sealed = (await findErasure(tx, key.userId))?.sealedIdentity
    if (sealed === undefined || sealed === null)
      throw new DeskProblem(`Nothing is kept under lock for ${orderNumber}: not erased, never lent, or long ago.`)
    // The table takes one such act for each proposal: of two at once the second is refused.
    await recordAct(
      tx,
      services,
      { memberId, name, why },
      {
        act: 'see_erased',
        userId: key.userId,
        details: { order_id: key.orderId, proposal_id: proposalId },
      },
    )
    return { userId: key.userId, identity: openIdentity(services, key.userId, sealed) }
  })
  const { card, ...said } = identity
  const paths = [join(place, `${userId}.json`), ...card.map(({ kind }) => join(place, `${userId}-${kind}.jpg`))]
  const contents = [JSON.stringify(said, null, 2), ...card.map((side) => Buffer.from(side.jpeg_base64, 'base64'))]
  for (const [index, path] of paths.entries()) await writeNew(path, contents[index] ?? '')
  return {
    text: `${paths.join('\n')}\nDelete them when they are handed over.`,
    json: { user_id: userId, files: paths },
  }
}
