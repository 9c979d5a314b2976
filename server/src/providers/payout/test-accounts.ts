import type { Payout } from './port.ts'

/** Accounts of a bank and a branch that there are, with right check digits, by what the sandbox does with them. */
export const sandboxAccounts = {
  instant: '0110012900000000000017',
  delayed: '0110012900000000091019',
  wrongAccount: '0110012900000000091026',
  closed: '0110012900000000091033',
  holderMismatch: '0110012900000000091040',
  limit: '0110012900000000091057',
  silentPaid: '0110012900000000091064',
  silentLost: '0110012900000000091071',
  silentFailed: '0110012900000000091088',
  repeatedMessages: '0110012900000000091095',
  delayedFailure: '0110012900000000091101',
} as const

export const accountOf = (name: keyof typeof sandboxAccounts): Payout['account'] => ({
  kind: 'cbu',
  number: sandboxAccounts[name],
})
