// What other rooms may use of this one. Nothing of it is imported past this file.

export { filesFolder, holdsFiles } from './disk.ts'
export type { FileStore, Files } from './port.ts'
export { FileProblem } from './port.ts'
export { fileKeyId, openStoredFile, resealStoredFile } from './sealed.ts'
export type { FileSettings } from './settings.ts'
export { fileRows, openFiles, openStores, readFileSettings } from './settings.ts'
