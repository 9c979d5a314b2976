// What other rooms may use of this one. Nothing of it is imported past this file.

export { getCardInfo } from './card-info.ts'
export { findCardEvidence } from './case-evidence.ts'
export { openFaceIndex } from './face-index.ts'
export { deleteGoneFaces, forgetFace } from './face-store.ts'
export { sweepFiles } from './file-sweep.ts'
export { indexForm, personOf, sexes } from './form.ts'
export { openImageCleaner } from './image-cleaner.ts'
export type { PhotoKind } from './images.ts'
export { insertMadeUpPhotos } from './made-up.ts'
export { addYears } from './person.ts'
export { photoKinds } from './photo-kinds.ts'
export { historySince, openPhotos } from './photos-on-file.ts'
export { judgeAgain, readPhoto } from './read-photo.ts'
export { openIdentityReader } from './reader.ts'
export { reasonText, reasonsToRetake } from './reason-words.ts'
export { findSameAs } from './reuse.ts'
export { readIdentityRules } from './rules.ts'
export type { Specimen } from './specimen.ts'
export { drawSpecimen, specimenVariants } from './specimen.ts'
export { askForPhotosAgain, findStandingVerdict, indexDni, listOthersOfDni } from './standing-verdict.ts'
export {
  countPhotos,
  forgetPhotos,
  listAllFiles,
  listJudgements,
  listPhotoFiles,
  listPhotoSummaries,
  listStandingReasons,
  listUsersOfDni,
} from './store.ts'
export { uploadImageInfo } from './upload-image-info.ts'
export type { IdentityVerdict } from './verdict.ts'
export { isUpToHer } from './verdict.ts'
