import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Tx } from '../db/transaction.ts'

export type PhotoStatus = RetOf<'loan/apply_info'>['photos'][number]

export type PhotosOnFile = {
  /** One status for each kind, also for a photo that is missing: front, back, selfie. */
  readonly photos: PhotoStatus[]
  /** When the last of them was stored. */
  readonly savedAt: Date | null
}

/** What an application needs to know about photographs. Who stores and checks them tells it in the caller's `tx`. */
export type Photos = {
  readonly find: (tx: Tx, userId: string, language: WireLanguage) => Promise<PhotosOnFile>
}

/** Decisions, section 8: how often one photo may be taken again. */
const PHOTO_RETAKES_MAX = 3

const kinds = ['id_front', 'id_back', 'selfie'] as const satisfies readonly PhotoStatus['kind'][]

/** As long as nobody can send a photograph, there is none. */
export const noPhotos: Photos = {
  find: async () => ({
    photos: kinds.map((kind) => ({ kind, state: 'missing', reasons: [], retakes_left_count: PHOTO_RETAKES_MAX })),
    savedAt: null,
  }),
}
