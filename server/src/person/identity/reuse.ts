import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { openDescriptor, sealDescriptor } from './face-seal.ts'
import { listFacesUnderAnotherDni, listMatches, replaceMatches, upsertTrace } from './face-store.ts'
import type { FaceMatch } from './face-store.ts'
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
  renewDniIndexes,
} from './store.ts'
import type { IdentityHistory } from './verdict.ts'

const PAGE_ROWS = 1_000
const FIRST_PAGE = '00000000-0000-0000-0000-000000000000'
const SAME_MAX = 10

type Means = Pick<Services, 'sealer' | 'settings' | 'identity'>

/** By what somebody is known again. */
export type Trace = {
  readonly userId: string
  readonly dniIndex: BlindIndex
  readonly imageIndexes: readonly Buffer[]
  readonly descriptor: Descriptor | null
}

/**
 * Leaves the trace by which the next one is known. It has to be committed before anybody looks for reuse: of two who share
 * a face and come at the same moment, whoever commits last finds the other, and nobody has to wait for anybody.
 */
export const leaveTrace = async (
  tx: Tx,
  { sealer, clock, random }: Pick<Services, 'sealer' | 'clock' | 'random'>,
  { userId, dniIndex, descriptor }: Trace,
): Promise<void> => {
  await renewDniIndexes(tx, dniIndex)
  const face = descriptor && { faceId: random.uuid(), sealedDescriptor: sealDescriptor(sealer, userId, descriptor) }
  await upsertTrace(tx, { userId, dniIndex, face, at: clock.now() })
}

/** The ids of the faces that can be this one, the nearest first. After her trace is committed, in no transaction. */
export const searchFaces = async (
  { settings, identity: { faces, rules } }: Means,
  { descriptor }: Trace,
): Promise<readonly string[]> => {
  // In the sandbox everybody borrows one of two public faces: there it says nothing.
  if (descriptor === null || settings.mode === 'sandbox') return []
  return faces.search(descriptor, rules.thresholds.faceReuseDistance)
}

/** Whether these images or this face came before under another DNI; keeps whose face it was. */
export const findReuse = async (
  tx: Tx,
  { sealer, clock, identity: { rules } }: Means & Pick<Services, 'clock'>,
  { trace, faceIds }: { readonly trace: Trace; readonly faceIds: readonly string[] },
): Promise<IdentityHistory['reuse']> => {
  const { userId, imageIndexes, descriptor } = trace
  const dniIndexes = trace.dniIndex.versions
  const distanceMax = rules.thresholds.faceReuseDistance
  const matches: FaceMatch[] = []
  for (let from = 0; descriptor !== null && from < faceIds.length && matches.length < SAME_MAX; from += PAGE_ROWS) {
    const page = faceIds.slice(from, from + PAGE_ROWS)
    for (const other of await listFacesUnderAnotherDni(tx, { faceIds: page, userId, dniIndexes })) {
      const distance = faceDistance(descriptor, openDescriptor(sealer, other.userId, other.sealedDescriptor))
      if (distance <= distanceMax) matches.push({ userId: other.userId, distance })
    }
  }
  const nearest = matches.toSorted((one, other) => one.distance - other.distance).slice(0, SAME_MAX)
  await replaceMatches(tx, { userId, matches: nearest, at: clock.now() })
  if (await hasImageUnderAnotherDni(tx, { userId, dniIndexes, imageIndexes })) return 'image'
  return nearest.length > 0 ? 'face' : 'none'
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
  const kept = await listMatches(tx, userId)
  const found = kept.length > 0 ? kept : await compareWithAll(tx, { sealer, distanceMax }, userId)
  const same: SameAs[] = []
  for (const other of found.slice(0, SAME_MAX)) {
    const selfie = (await listPhotoFiles(tx, other.userId)).find(({ kind }) => kind === 'selfie')
    same.push({
      ...other,
      by: 'face',
      photo: 'selfie',
      otherPhoto: 'selfie',
      isPhotoKept: selfie !== undefined,
      sentAt: selfie?.storedAt ?? null,
    })
  }
  return same
}

/**
 * Whose face it is by opening everybody's, the nearest first: for a verdict from before matches were kept, and what a
 * search has to agree with. 23 s for a million people.
 */
export const compareWithAll = async (
  tx: Tx,
  { sealer, distanceMax }: { readonly sealer: Services['sealer']; readonly distanceMax: number },
  userId: string,
): Promise<FaceMatch[]> => {
  const trace = await findTrace(tx, userId)
  if (trace === undefined || trace.sealedDescriptor === null) return []
  const descriptor = openDescriptor(sealer, userId, trace.sealedDescriptor)
  const found: FaceMatch[] = []
  for (let after = FIRST_PAGE; ;) {
    const page = await listOtherFaces(tx, { userId, dniIndexes: [trace.dniIndex], after, limit: PAGE_ROWS })
    for (const other of page) {
      const distance = faceDistance(descriptor, openDescriptor(sealer, other.userId, other.sealedDescriptor))
      if (distance <= distanceMax) found.push({ userId: other.userId, distance })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ROWS) break
    after = last.userId
  }
  return found.toSorted((one, other) => one.distance - other.distance)
}
