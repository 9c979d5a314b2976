// What other rooms may use of this one. Nothing of it is imported past this file.

export { openBureau } from './open-bureau.ts'
export { BureauProblem } from './port.ts'
export type { BureauProvider } from './settings.ts'
export { bureauSettingsTable, readBureauProvider } from './settings.ts'
