import type { SavedBasic } from '@hola/core/stored/steps.ts'
import { readSteps } from '../application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import { isIndexOf } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { indexForm, personOf } from './form.ts'
import type { PhotoKind } from './images.ts'
import { photoKinds } from './photo-kinds.ts'
import { reasonsToRetake } from './reason-words.ts'
import { findVerdict, insertVerdict, listPhotoFiles, listUsersOfDni } from './store.ts'
import type { IdentityVerdict } from './verdict.ts'

/** The verdict about the photos and the form as they are now; undefined while it is still to come. */
export const findStandingVerdict = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  { userId, basic }: { readonly userId: string; readonly basic: SavedBasic },
): Promise<IdentityVerdict | undefined> => {
  const verdict = await findVerdict(tx, userId)
  if (verdict === undefined || isIndexOf(verdict.formIndex, indexForm(sealer, personOf(basic))) !== true)
    return undefined
  const photos = await listPhotoFiles(tx, userId)
  const isAbout = (kind: PhotoKind): boolean =>
    photos.some((photo) => photo.kind === kind && photo.uploadId === verdict.uploadIds[kind])
  return photoKinds.every(isAbout) ? verdict : undefined
}

/** By what a DNI is known without being stored. */
export const indexDni = ({ sealer }: Pick<Services, 'sealer'>, dni: string): BlindIndex => sealer.blindIndex(dni, 'dni')

/** Other accounts that showed photos under the same DNI. */
export const listOthersOfDni = async (tx: Tx, dniIndex: BlindIndex, userId: string): Promise<string[]> =>
  (await listUsersOfDni(tx, dniIndex)).filter((other) => other !== userId)

/**
 * Somebody looked at the photos and asks for some again, for reasons that name them; `selfie_asked_again` and its like
 * name one alone, whatever else the other reasons could ask for. Said by a verdict like any other, so that the person
 * sees it at those photos, in words, and what was judged before is kept; it gives her a try also when all were used. To
 * be called under the lock of the application. False when no photo is named, or a reason is none that names any.
 */
export const askForPhotosAgain = async (
  tx: Tx,
  { sealer, clock, random, identity }: Pick<Services, 'sealer' | 'clock' | 'random' | 'identity'>,
  { userId, reasons }: { readonly userId: string; readonly reasons: readonly string[] },
): Promise<boolean> => {
  const named = photoKinds.filter((kind) => reasons.includes(`${kind}_asked_again`))
  const known = photoKinds.map((kind) => reasonsToRetake(kind).filter((code) => reasons.includes(code)))
  const retake = named.length > 0 ? named : photoKinds.filter((_, index) => (known[index]?.length ?? 0) > 0)
  const codes = [...new Set([...known.flat(), ...retake.map((kind) => `${kind}_asked_again` as const)])]
  if (retake.length === 0 || reasons.some((reason) => !codes.some((code) => code === reason))) return false

  const files = await listPhotoFiles(tx, userId)
  const uploadIdOf = (kind: PhotoKind): string => {
    const file = files.find((one) => one.kind === kind)
    if (file === undefined) throw new Error(`no ${kind} is on file`)
    return file.uploadId
  }
  const { basic } = await readSteps(tx, sealer, userId)
  if (basic === null) throw new Error('no form is on file')
  await insertVerdict(tx, {
    userId,
    verdictId: random.uuid(),
    outcome: 'retake',
    retake,
    reasons: codes,
    scores: {},
    versions: {},
    rulesVersion: identity.rules.version,
    judgedAt: clock.now(),
    uploadIds: { front: uploadIdOf('front'), back: uploadIdOf('back'), selfie: uploadIdOf('selfie') },
    formIndex: indexForm(sealer, personOf(basic.info)),
  })
  return true
}
