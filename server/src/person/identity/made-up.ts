import { createHash } from 'node:crypto'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { indexForm, personOf } from './form.ts'
import { photoKinds } from './photo-kinds.ts'
import type { Specimen } from './specimen.ts'
import { upsertTrace } from './face-store.ts'
import { insertVerdict, replacePhoto } from './store.ts'
import type { IdentityVerdict } from './verdict.ts'

export type MadeUpPhotos = {
  readonly userId: string
  readonly basic: SavedBasic
  readonly verdict: Pick<IdentityVerdict, 'outcome' | 'reasons'>
  /** The images with the names of their files; without them nothing is kept of the photos but that there were some. */
  readonly files: { readonly images: Specimen; readonly names: Readonly<Record<keyof Specimen, string>> } | undefined
}

/** For the made-up book of the sandbox: three photos on file, and what the identity check said about them. */
export const insertMadeUpPhotos = async (
  tx: Tx,
  { clock, random, sealer }: Pick<Services, 'clock' | 'random' | 'sealer'>,
  { userId, basic, verdict, files }: MadeUpPhotos,
): Promise<{ readonly uploadIds: readonly string[] }> => {
  const now = clock.now()
  const uploadIds = { front: random.uuid(), back: random.uuid(), selfie: random.uuid() }
  for (const kind of photoKinds) {
    const image = files?.images[kind] ?? random.bytes(32)
    await replacePhoto(tx, {
      userId,
      uploadId: uploadIds[kind],
      kind,
      imageIndex: sealer.blindIndex(createHash('sha256').update(image).digest('hex'), 'photo image'),
      isRetake: false,
      storedAt: now,
      fileName: files?.names[kind] ?? random.uuid(),
    })
  }
  const form = personOf(basic)
  await upsertTrace(tx, { userId, dniIndex: sealer.blindIndex(form.dni, 'dni'), face: null, at: now })
  await insertVerdict(tx, {
    ...verdict,
    retake: [],
    userId,
    verdictId: random.uuid(),
    uploadIds,
    formIndex: indexForm(sealer, form),
    scores: {},
    versions: {},
    rulesVersion: '1',
    judgedAt: now,
  })
  return { uploadIds: Object.values(uploadIds) }
}
