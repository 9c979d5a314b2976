import { readSteps } from '../application/saved-steps.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { indexForm, personOf } from './form.ts'
import type { PhotoKind } from './images.ts'
import { insertVerdict, listPhotoFiles } from './store.ts'
import type { ReasonCode } from './verdict.ts'

/**
 * Somebody looked at the photos and asks for one again. Said by a verdict like any other, so that the person sees it at
 * that photo, in words, and what was judged before is kept; its code gives her a try also when all were used. To be
 * called under the lock of the application.
 */
export const askForPhotoAgain = async (
  tx: Tx,
  { sealer, clock, random, identity }: Pick<Services, 'sealer' | 'clock' | 'random' | 'identity'>,
  { userId, photo, reason }: { readonly userId: string; readonly photo: PhotoKind; readonly reason?: ReasonCode },
): Promise<void> => {
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
    retake: [photo],
    reasons: [...(reason === undefined ? [] : [reason]), `${photo}_asked_again`],
    scores: {},
    versions: {},
    rulesVersion: identity.rules.version,
    judgedAt: clock.now(),
    uploadIds: { front: uploadIdOf('front'), back: uploadIdOf('back'), selfie: uploadIdOf('selfie') },
    formIndex: indexForm(sealer, personOf(basic.info)),
  })
}
