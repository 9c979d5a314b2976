// What other rooms may use of this one. Nothing of it is imported past this file.

export { indexSealedRecord } from './sealed-record.ts'
export { countRecords, deleteEnded, deleteOldUploads, deleteRecords, findLastDay, listUploads } from './store.ts'
export { uploadApp, uploadBehavior, uploadDevice, uploadLocation, uploadSms } from './upload.ts'
