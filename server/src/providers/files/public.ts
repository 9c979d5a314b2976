// What other rooms may use of this one. Nothing of it is imported past this file.

export { filesFolder, holdsFiles, openDiskFiles } from './disk.ts'
export { FileProblem } from './port.ts'
