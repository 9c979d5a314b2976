// What other rooms may use of this one. Nothing of it is imported past this file.

export type {
  NotKnown,
  Payout,
  PayoutFailure,
  PayoutFault,
  PayoutResult,
  Payouts,
  Statement,
  StatementLine,
} from './port.ts'
export { StatementProblem, isCommonFault, payoutFailures, payoutFaults } from './port.ts'
export { payoutRegistry } from './registry.ts'
export type { SandboxPayout } from './sandbox-store.ts'
export { findSandboxPayout, updateSandboxPayout } from './sandbox-store.ts'
export { stateOf } from './sandbox.ts'
export { sandboxAccounts } from './test-accounts.ts'
