import type { Place, Sealer } from '../../platform/sealed/public.ts'
import type { PhotoReadings } from './evidence.ts'
import type { PhotoKind } from './images.ts'

const placeOf = (userId: string, uploadId: string): Place => ({
  table: 'photo',
  column: 'sealed_reading',
  row: [userId, uploadId],
})

/** What was read from a photo is what is on the card: it is kept as the form is, sealed in its row. */
export const sealReading = (
  sealer: Sealer,
  userId: string,
  { uploadId, reading }: { readonly uploadId: string; readonly reading: PhotoReadings[PhotoKind] },
): Buffer => sealer.seal(JSON.stringify(reading), placeOf(userId, uploadId))

/** The caller knows of which kind the photo is; the reading is of the same. */
export const openReading = <K extends PhotoKind>(
  sealer: Sealer,
  userId: string,
  _kind: K,
  { uploadId, sealedReading }: { readonly uploadId: string; readonly sealedReading: Buffer },
): PhotoReadings[K] =>
  // Only the reader's own answers are ever sealed here, and nobody else can make one that opens.
  JSON.parse(sealer.open(sealedReading, placeOf(userId, uploadId)).toString()) as PhotoReadings[K]
