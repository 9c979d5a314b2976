import { createHash } from 'node:crypto'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Refusal, RefusalName } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Facts } from '../application/public.ts'
import { loadFacts, openForChanges, progressOf } from '../application/public.ts'
import { giveConsent } from '../consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import { isIndexOf } from '../../platform/sealed/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext, Handler } from '../services.ts'
import type { ImageProblem, PhotoKind } from './images.ts'
import { kindOfWire, wireKinds } from './photo-kinds.ts'
import { countAttempt, findUpload, renewImageIndexes, replacePhoto, uncountAttempt } from './store.ts'

type Answer = RetOf<'app/upload_image_info'>
type Context = CallContext & { readonly user: Caller }

type Upload = {
  readonly uploadId: string
  readonly kind: PhotoKind
  readonly imageIndex: BlindIndex
  readonly consentVersion: string
}

type Attempt = { readonly userId: string; readonly kind: PhotoKind; readonly at: Date }

/** Of each kind, also those that turn out to be broken. Nobody needs as many; each costs seconds of decoding and reading. */
const ATTEMPTS_A_DAY_MAX = 20
const DAY_MS = 24 * 3_600_000

const refusalOf = {
  not_an_image: 'image_not_an_image',
  animated: 'image_not_an_image',
  // A photo with something else behind it is that something else to whoever opens it otherwise.
  trailing_data: 'image_not_an_image',
  damaged: 'image_damaged',
  too_small: 'image_too_small',
  too_many_pixels: 'image_too_large',
} as const satisfies Record<ImageProblem, RefusalName>

/**
 * Stores one photo: counted before it is looked at, drawn anew, sealed, on the disk before its row is in the database.
 * Sent again under its id, it is stored once and counted once. What an application has already is replaced when the new
 * one is safe.
 */
export const uploadImageInfo: Handler<'app/upload_image_info'> = async (context, body) => {
  const { pool, sealer, files, identity, clock } = context.services
  const bytes = Buffer.from(body.image_base64, 'base64')
  const upload: Upload = {
    uploadId: body.upload_id,
    kind: kindOfWire[body.kind],
    imageIndex: sealer.blindIndex(createHash('sha256').update(bytes).digest('hex'), 'photo image'),
    consentVersion: body.consent_version,
  }
  const attempt = { userId: context.user.userId, kind: upload.kind, at: clock.now() }
  const known = await inTransaction(
    pool,
    async (tx) => (await answerKnown(tx, context, upload)) ?? (await count(tx, attempt)),
  )
  if (known !== undefined) return known
  const clean = await identity.cleaner.clean(bytes, upload.kind)
  if (clean === 'unavailable') {
    await inTransaction(pool, (tx) => uncountAttempt(tx, attempt))
    return refuse('unavailable')
  }
  if (!clean.ok) return refuse(refusalOf[clean.reason])

  const fileName = await files.put(clean.jpeg)
  // Should this throw, nobody knows whether the row is there: the file stays for the sweep to decide.
  const stored = await inTransaction(pool, (tx) => store(tx, context, upload, fileName))
  if ('unneeded' in stored) {
    if (stored.unneeded !== undefined) await files.delete(stored.unneeded)
    return stored.answer
  }
  await files.delete(fileName)
  return stored.instead
}

/** The answer to an upload that has arrived before; the id of one photo cannot bring another. */
const answerKnown = async (
  tx: Tx,
  context: Context,
  { uploadId, kind, imageIndex }: Upload,
): Promise<Answer | Refusal | undefined> => {
  const { services, language, user } = context
  const known = await findUpload(tx, user.userId, uploadId)
  if (known === undefined) return undefined
  // Of an image from before a key was thrown away the id has to do.
  if (known.kind !== kind || isIndexOf(known.imageIndex, imageIndex) === false) return refuse('request_id_reused')
  return answer(await loadFacts(tx, services, { userId: user.userId, language }), kind)
}

type Stored =
  | { readonly answer: Answer; readonly unneeded: string | undefined }
  /** The new file is not needed: somebody was faster, or it is refused. */
  | { readonly instead: Answer | Refusal }

const store = async (tx: Tx, context: Context, upload: Upload, fileName: string): Promise<Stored> => {
  const { services, language, user } = context
  const { userId } = user
  const { uploadId, kind, imageIndex } = upload
  const locked = await openForChanges(tx, services, userId)
  const known = await answerKnown(tx, context, upload)
  if (known !== undefined) return { instead: known }
  if (locked !== undefined) return { instead: locked }
  const consent = { kind: 'biometric', version: upload.consentVersion } as const
  const noConsent = await giveConsent(tx, services, userId, consent)
  if (noConsent !== undefined) return { instead: noConsent }

  const before = await loadFacts(tx, services, { userId, language })
  const refusal = findLimit(before, kind)
  if (refusal !== undefined) return { instead: refusal }
  const isRetake = statusOf(before, kind).state === 'retake'
  const storedAt = before.now
  await renewImageIndexes(tx, imageIndex)
  const unneeded = await replacePhoto(tx, { userId, uploadId, kind, imageIndex, isRetake, storedAt, fileName })
  await services.jobs.enqueue(tx, 'identity-read', { user_id: userId, upload_id: uploadId })
  return { answer: answer(await loadFacts(tx, services, { userId, language }), kind), unneeded }
}

/** A photo that was asked for as often as may be stays what it is: a person looks at it. */
const findLimit = (facts: Facts, kind: PhotoKind): Refusal | undefined => {
  const { state, retakes_left_count: left } = statusOf(facts, kind)
  return state !== 'missing' && left === 0 ? refuse('no_retakes_left') : undefined
}

const count = async (tx: Tx, attempt: Attempt): Promise<Refusal | undefined> => {
  const since = new Date(attempt.at.getTime() - DAY_MS)
  const oldest = await countAttempt(tx, { ...attempt, since, limit: ATTEMPTS_A_DAY_MAX })
  if (oldest === undefined) return undefined
  return refuse('too_many_requests', { seconds: Math.ceil((oldest.getTime() - since.getTime()) / 1000) })
}

const statusOf = ({ photos }: Facts, kind: PhotoKind): Answer['photo'] => {
  const status = photos.photos.find((photo) => photo.kind === wireKinds[kind])
  if (status === undefined) throw new Error(`no status of the ${kind}`)
  return status
}

const answer = (facts: Facts, kind: PhotoKind): Answer => ({
  photo: statusOf(facts, kind),
  application: progressOf(facts),
})
