// What other rooms may use of this one. Nothing of it is imported past this file.

export { checkDatabase } from './check-database.ts'
export { checkMachine } from './check-machine.ts'
export { listenProblem } from './check-port.ts'
export type { Configuration, Environment } from './configuration.ts'
export { readConfiguration } from './configuration.ts'
export { providerWarnings } from './doctor.ts'
export { rememberSecrets } from './known-secrets.ts'
