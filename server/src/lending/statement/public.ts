// What other rooms may use of this one. Nothing of it is imported past this file.

export type { CsvProblem } from './csv.ts'
export { enterStatement } from './enter.ts'
export type { MatchedLine } from './match.ts'
export { linesToEnter, matchLines } from './match.ts'
export { readStatement } from './read-statement.ts'
export { findImport, findImportByContent, insertImport, listImports, listLines } from './store.ts'
