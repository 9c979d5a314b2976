// What other rooms may use of this one. Nothing of it is imported past this file.

export type { BooksCheck, BooksProblem, MustSay } from './book.ts'
export { book, bookMany, checkEntries } from './book.ts'
export type { Cause, HashedEntry } from './hash.ts'
export { hashOf, hashedTextOf, linesOf } from './hash.ts'
export { journalOf } from './journal.ts'
export { listEntries } from './store.ts'
