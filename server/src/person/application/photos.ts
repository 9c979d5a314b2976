import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import type { Tx } from '../../platform/db/public.ts'

export type PhotoStatus = RetOf<'loan/apply_info'>['photos'][number]

export type CardCheck = RetOf<'loan/apply_info'>['card_check']

export type PhotosOnFile = {
  /** One status for each kind, also for a photo that is missing: front, back, selfie. */
  readonly photos: PhotoStatus[]
  readonly card: CardCheck
  /** When the last of them was stored. */
  readonly savedAt: Date | null
}

/** What an application needs to know about photographs. Who stores and checks them tells it in the caller's `tx`. */
export type Photos = {
  /** `basic` is the form that they are held against, as it is saved now; it may still be on its way. */
  readonly find: (
    tx: Tx,
    who: { readonly userId: string; readonly language: WireLanguage; readonly basic: Promise<SavedBasic | null> },
  ) => Promise<PhotosOnFile>
  /** The basic step has changed: what was said about the photos may not hold any more. */
  readonly formChanged: (tx: Tx, userId: string) => Promise<void>
}
