// What other rooms may use of this one. Nothing of it is imported past this file.

export { openPayouts } from './open-payouts.ts'
export type { NotKnown, Payout, PayoutFailure, PayoutResult, Payouts, StatementLine } from './port.ts'
export { StatementProblem, payoutFailures } from './port.ts'
export type { SandboxPayout } from './sandbox-store.ts'
export { findSandboxPayout, updateSandboxPayout } from './sandbox-store.ts'
export { stateOf } from './sandbox.ts'
export type { PayoutProvider } from './settings.ts'
export { payoutSettingsTable, readPayoutProvider } from './settings.ts'
export { sandboxAccounts } from './test-accounts.ts'
