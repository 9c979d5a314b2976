import type { BodyOf } from '@hola/core/contract/contract.ts'
import type { PhotoKind } from './images.ts'

export type WireKind = BodyOf<'app/upload_image_info'>['kind']

/** The three photos in the order in which they are taken. */
export const photoKinds = ['front', 'back', 'selfie'] as const satisfies readonly PhotoKind[]

export const wireKinds: Readonly<Record<PhotoKind, WireKind>> = { front: 'id_front', back: 'id_back', selfie: 'selfie' }

export const kindOfWire: Readonly<Record<WireKind, PhotoKind>> = {
  id_front: 'front',
  id_back: 'back',
  selfie: 'selfie',
}
