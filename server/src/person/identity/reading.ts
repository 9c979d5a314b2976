import { keptReadings } from '@hola/core/stored/identity.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { PhotoReadings } from './evidence.ts'
import type { PhotoKind } from './images.ts'

const associatedDataOf = (userId: string, uploadId: string): AssociatedData => ({
  table: 'photo',
  column: 'sealed_reading',
  row: [userId, uploadId],
})

/** What was read from a photo is what is on the card: it is kept as the form is, sealed in its row. */
export const sealReading = <Kind extends PhotoKind>(
  sealer: Sealer,
  userId: string,
  kind: Kind,
  { uploadId, reading }: { readonly uploadId: string; readonly reading: PhotoReadings[Kind] },
): Buffer => {
  const shapes: { readonly [Kind in PhotoKind]: { readonly writeText: (one: PhotoReadings[Kind]) => string } } =
    keptReadings
  return sealer.seal(shapes[kind].writeText(reading), associatedDataOf(userId, uploadId))
}

/** The caller knows of which kind the photo is; the reading is of the same. */
export const openReading = <Kind extends PhotoKind>(
  sealer: Sealer,
  userId: string,
  kind: Kind,
  { uploadId, sealedReading }: { readonly uploadId: string; readonly sealedReading: Buffer },
): PhotoReadings[Kind] => {
  const shapes: { readonly [One in PhotoKind]: { readonly readText: (text: string) => PhotoReadings[One] } } =
    keptReadings
  return shapes[kind].readText(sealer.open(sealedReading, associatedDataOf(userId, uploadId)).toString())
}
