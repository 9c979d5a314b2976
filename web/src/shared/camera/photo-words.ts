import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { PhotoKind } from '../photo-queue/photo-queue.ts'

export type ApplyInfo = RetOf<'loan/apply_info'>
export type PhotoStatus = ApplyInfo['photos'][number]
export type Application = ApplyInfo['application']

type Words = {
  readonly title: () => string
  /** What the photo should show. */
  readonly how: () => string
  readonly take: () => string
  readonly takeAgain: () => string
  /** In the list of what is still on its way. */
  readonly sending: () => string
  /** The one thing to mind while the camera is open, and a line under it. */
  readonly frame: () => string
  readonly frameMore: () => string
  /** What to look at before a photo is used. */
  readonly check: () => string
}

export const photoWords: Readonly<Record<PhotoKind, Words>> = {
  id_front: {
    title: m.photos_front,
    how: m.photos_front_how,
    take: m.photos_front_take,
    takeAgain: m.photos_front_again,
    sending: m.photos_front_sending,
    frame: m.photos_card_frame,
    frameMore: m.photos_front_frame_more,
    check: m.photos_front_check,
  },
  id_back: {
    title: m.photos_back,
    how: m.photos_back_how,
    take: m.photos_back_take,
    takeAgain: m.photos_back_again,
    sending: m.photos_back_sending,
    frame: m.photos_card_frame,
    frameMore: m.photos_back_frame_more,
    check: m.photos_back_check,
  },
  selfie: {
    title: m.photos_selfie,
    how: m.photos_selfie_how,
    take: m.photos_selfie_take,
    takeAgain: m.photos_selfie_again,
    sending: m.photos_selfie_sending,
    frame: m.photos_selfie_frame,
    frameMore: m.photos_selfie_frame_more,
    check: m.photos_selfie_check,
  },
}
