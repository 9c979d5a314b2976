import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { AssociatedData } from '../../platform/sealed/public.ts'
import { faceDistance } from './faces.ts'
import type { Descriptor } from './faces.ts'
import type { PhotoKind } from './images.ts'
import {
  findTrace,
  hasImageUnderAnotherDni,
  listOtherFaces,
  listPhotoFiles,
  listSameImages,
  listStandingReasons,
  lockTraces,
  upsertTrace,
} from './store.ts'
import type { IdentityHistory } from './verdict.ts'

const PAGE_ROWS = 1_000
const FIRST_PAGE = '00000000-0000-0000-0000-000000000000'

const associatedDataOf = (userId: string): AssociatedData => ({
  table: 'identity_trace',
  column: 'sealed_descriptor',
  row: [userId],
})

type Means = Pick<Services, 'sealer' | 'settings' | 'identity'>

type Traced = {
  readonly userId: string
  readonly dni: string
  readonly imageIndexes: readonly Buffer[]
  readonly descriptor: Descriptor | null
}

/**
 * Whether these images or this face came before under another DNI, and leaves the trace by which the next one is known.
 * Every face is looked at: sealed numbers cannot be searched. It takes about 4 s for 100,000 people, in pages that let
 * other work through.
 */
export const traceReuse = async (
  tx: Tx,
  { sealer, settings, identity: { rules } }: Means,
  { userId, dni, imageIndexes, descriptor }: Traced,
): Promise<IdentityHistory['reuse']> => {
  await lockTraces(tx)
  const dniIndex = sealer.blindIndex(dni, 'dni')
  const sealedDescriptor =
    descriptor && sealer.seal(new Uint8Array(new Float32Array(descriptor).buffer), associatedDataOf(userId))
  await upsertTrace(tx, { userId, dniIndex, sealedDescriptor })

  if (await hasImageUnderAnotherDni(tx, { userId, dniIndex, imageIndexes })) return 'image'
  // In the sandbox everybody borrows one of two public faces: there it says nothing.
  if (descriptor === null || settings.mode === 'sandbox') return 'none'
  for await (const { distance } of otherFaces(tx, { sealer }, { userId, dniIndex, descriptor }))
    if (distance <= rules.thresholds.faceReuseDistance) return 'face'
  return 'none'
}

type Compared = { readonly userId: string; readonly dniIndex: Buffer; readonly descriptor: Descriptor }

/** How far everybody's face who applied under another DNI is from this one. */
async function* otherFaces(
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  { userId, dniIndex, descriptor }: Compared,
): AsyncGenerator<{ readonly userId: string; readonly distance: number }> {
  for (let after = FIRST_PAGE; ;) {
    const page = await listOtherFaces(tx, { userId, dniIndex, after, limit: PAGE_ROWS })
    for (const other of page)
      yield {
        userId: other.userId,
        distance: faceDistance(descriptor, openDescriptor(sealer, other.userId, other.sealedDescriptor)),
      }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ROWS) return
    after = last.userId
  }
}

const openDescriptor = (sealer: Services['sealer'], userId: string, sealed: Buffer): Descriptor => {
  const bytes = Uint8Array.from(sealer.open(sealed, associatedDataOf(userId)))
  return Array.from(new Float32Array(bytes.buffer))
}

/** Somebody who applied under another DNI with the same image or the same face. */
export type SameAs = {
  readonly userId: string
  readonly by: 'image' | 'face'
  /** Between the two faces; null for the very same image. */
  readonly distance: number | null
  readonly photo: PhotoKind
  readonly otherPhoto: PhotoKind
  readonly isPhotoKept: boolean
  readonly sentAt: Date | null
}

const SAME_MAX = 10

/**
 * Who it is that a person's images or face came from before, as the review found it: images always, faces where the
 * verdict says that one is known. Each person once, the nearest first.
 */
export const findSameAs = async (
  tx: Tx,
  { sealer, identity: { rules } }: Pick<Services, 'sealer' | 'identity'>,
  userId: string,
): Promise<readonly SameAs[]> => {
  const images = (await listSameImages(tx, { userId, limit: 5 * SAME_MAX })).map((one): SameAs => ({
    userId: one.userId,
    by: 'image',
    distance: null,
    photo: one.photo,
    otherPhoto: one.otherPhoto,
    isPhotoKept: one.isKept,
    sentAt: one.sentAt,
  }))
  const faces = (await listStandingReasons(tx, [userId])).get(userId)?.includes('face_reused')
    ? await findSameFaces(tx, { sealer, distanceMax: rules.thresholds.faceReuseDistance }, userId)
    : []
  // The selfie says most about a face: of several equal images it is the one to show.
  const all = [...images.toSorted((a, b) => Number(b.photo === 'selfie') - Number(a.photo === 'selfie')), ...faces]
  const once = all.filter((one, at) => all.findIndex((other) => other.userId === one.userId) === at)
  return once.slice(0, SAME_MAX)
}

const findSameFaces = async (
  tx: Tx,
  { sealer, distanceMax }: { readonly sealer: Services['sealer']; readonly distanceMax: number },
  userId: string,
): Promise<SameAs[]> => {
  const trace = await findTrace(tx, userId)
  if (trace === undefined || trace.sealedDescriptor === null) return []
  const descriptor = openDescriptor(sealer, userId, trace.sealedDescriptor)
  const found: SameAs[] = []
  for await (const other of otherFaces(tx, { sealer }, { userId, dniIndex: trace.dniIndex, descriptor })) {
    if (other.distance > distanceMax) continue
    const selfie = (await listPhotoFiles(tx, other.userId)).find(({ kind }) => kind === 'selfie')
    found.push({
      ...other,
      by: 'face',
      photo: 'selfie',
      otherPhoto: 'selfie',
      isPhotoKept: selfie !== undefined,
      sentAt: selfie?.storedAt ?? null,
    })
  }
  return found.toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0))
}
