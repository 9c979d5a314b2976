// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Note } from './notes.ts'
export { listNotes, writeNote } from './notes.ts'
