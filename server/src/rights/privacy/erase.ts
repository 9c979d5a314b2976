import { Refusal, refuse } from '@hola/core/errors.ts'
import { findOwner, hasAccount, keyOf, lockIndex, sealOwner, useCode } from '../../person/account/public.ts'
import { findApplicant } from '../../person/application/public.ts'
import type { ConsentKind } from '../../person/consent/public.ts'
import { consentKinds, withdrawConsent } from '../../person/consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { forgetFace, listAllFiles } from '../../person/identity/public.ts'
import { lockQuota } from '../../lending/quota/public.ts'
import type { Services } from '../services.ts'
import { logAccess } from '../../platform/access-log.ts'
import { findKeys } from './copy.ts'
import { findKept, findObstacle, refusalOf } from './erasure.ts'
import type { KeptByLaw } from './erasure.ts'
import { identityOf, associatedDataOf, sealIdentity } from './sealed-erasure.ts'
import { deleteAccount, deleteForeignRows, deleteUnkept, findErasure, insertErasure } from './store.ts'

/**
 * Erases an account in one transaction, with a code to its owner. Who never signed a loan leaves nothing behind; of
 * somebody who did, what the law names stays, out of reach of the product, and everything else goes.
 */
export const erase: Handler<'privacy/erase'> = async ({ services, user: { userId } }, body) => {
  const { pool, files } = services
  const done = await inTransaction(pool, async (tx) => {
    // Nobody signs, decides or logs in meanwhile.
    await lockQuota(tx, userId)
    const { addresses } = await findApplicant(tx, services, userId)
    for (const address of addresses) await lockIndex(tx, keyOf(services.sealer, address).addressIndex)
    const obstacle = await findObstacle(tx, services, userId, { locked: true })
    if (obstacle !== null) return refuse(refusalOf[obstacle])
    const contact = addresses.find(({ kind }) => kind === body.code_channel)
    if (contact === undefined) return refuse('no_address_on_file')
    // Last, so that nobody loses the code over anything else. A wrong one is counted because the refusal is returned.
    const used = await useCode(tx, services, { ...keyOf(services.sealer, contact), purpose: 'erase' }, body.code)
    if (used instanceof Refusal) return used

    const erased = await eraseAll(tx, services, userId, { isTold: false })
    await services.jobs.enqueue(tx, 'erasure-message', { user_id: userId })
    return erased
  })
  if (done instanceof Refusal) return done
  for (const name of done.fileNames) await files.delete(name)
  return { erased_at: done.erasedAt.toISOString(), kept: done.kept }
}

type Erased = {
  readonly erasedAt: Date
  readonly kept: KeptByLaw[]
  /** To be deleted once the rows are gone. */
  readonly fileNames: readonly string[]
}

const eraseAll = async (
  tx: Tx,
  services: Services,
  userId: string,
  { isTold }: { readonly isTold: boolean },
): Promise<Erased> => {
  const erasedAt = services.clock.now()
  const kept = await findKept(tx, services, userId)
  await writeErasure(tx, services, { userId, erasedAt, kept, isTold })
  const fileNames = (await listAllFiles(tx, userId)).map(({ fileName }) => fileName)
  await forget(tx, services, userId, kept)
  return { erasedAt, kept, fileNames }
}

/**
 * Erases an account that its owner had erased when a backup from before it was restored. She was told then, and is not
 * told again. Of a loan that was still open on the day of the backup the account stays, and it is said so.
 */
export const eraseAgain = async (services: Services, userId: string): Promise<'erased' | 'not_there' | 'open_loan'> => {
  const done = await inTransaction(services.pool, async (tx) => {
    if (!(await hasAccount(tx, userId)) || (await findErasure(tx, userId)) !== undefined) return 'not_there'
    await lockQuota(tx, userId)
    const obstacle = await findObstacle(tx, services, userId, { locked: true })
    return obstacle === null ? eraseAll(tx, services, userId, { isTold: true }) : 'open_loan'
  })
  if (typeof done === 'string') return done
  for (const name of done.fileNames) await services.files.delete(name)
  return 'erased'
}

/** That it was erased, where to say so, and what the law on money laundering wants to be known of a borrower. */
const writeErasure = async (
  tx: Tx,
  services: Services,
  {
    userId,
    erasedAt,
    kept,
    isTold,
  }: {
    readonly userId: string
    readonly erasedAt: Date
    readonly kept: readonly KeptByLaw[]
    readonly isTold: boolean
  },
): Promise<void> => {
  const { sealer } = services
  const owner = isTold ? undefined : await findOwner(tx, sealer, userId)
  const identityUntil = kept.find(({ category }) => category === 'form' || category === 'photos')?.until_day ?? null
  const identity = identityUntil === null ? null : await identityOf(tx, services, userId)
  await insertErasure(tx, {
    userId,
    erasedAt,
    kept,
    sealedOwner: owner === undefined ? null : sealOwner(sealer, owner, associatedDataOf(userId, 'sealed_owner')),
    sealedIdentity: identity && sealIdentity(services, userId, identity),
    identityUntil,
  })
}

const forget = async (tx: Tx, services: Services, userId: string, kept: readonly KeptByLaw[]): Promise<void> => {
  const keys = await findKeys(tx, services, userId)
  await deleteForeignRows(tx, keys)
  await forgetFace(tx, { userId, at: services.clock.now() })
  if (kept.length === 0) return deleteAccount(tx, userId)
  for (const kind of Object.keys(consentKinds) as ConsentKind[])
    await withdrawConsent(tx, services, { userId, kind }, async () => null)
  await deleteUnkept(tx, userId)
  await logAccess(tx, services, { userId, actor: 'you', categories: 'everything', purpose: 'erasure' })
}
