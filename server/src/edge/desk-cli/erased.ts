import { join, resolve } from 'node:path'
import { inTransaction } from '../../platform/db/public.ts'
import { findErasure, openIdentity } from '../../rights/privacy/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { makeFolder, writeNew } from './folder.ts'
import { findOrderByNumber } from './order.ts'
import type { Answer } from './print.ts'
import { DeskProblem } from './problem.ts'

/**
 * Writes down for an authority that asks for it who a borrower is that erased her account, with the two sides of her DNI.
 * That it was opened is written down before the first byte is.
 */
export const writeErased = async (
  services: Services,
  hand: Hand,
  { orderNumber, folder }: { readonly orderNumber: string; readonly folder: string },
): Promise<Answer> => {
  const place = resolve(folder)
  await makeFolder(place)
  const { userId, identity } = await inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, orderNumber)
    const sealed = (await findErasure(tx, key.userId))?.sealedIdentity
    if (sealed === undefined || sealed === null)
      throw new DeskProblem(`Nothing is kept under lock for ${orderNumber}: not erased, never lent, or long ago.`)
    await recordAct(tx, services, hand, { act: 'see_erased', userId: key.userId, details: { order_id: key.orderId } })
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
