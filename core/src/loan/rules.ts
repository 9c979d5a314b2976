/**
 * By which rules a loan is counted and booked. A loan keeps the version it was signed under, so that its books can be
 * computed again at any time; docs/decisions/0024 says which loans have which.
 */
export const loanRules = {
  1: { limitsLateOneTime: false, splitsVat: false },
  /** The one-time late charge is never more than what is unpaid on the due day, and none for a small remainder. */
  2: { limitsLateOneTime: true, splitsVat: false },
  /** The VAT inside the fee and the late charges stands on the VAT account. */
  3: { limitsLateOneTime: true, splitsVat: true },
} as const

export type RulesVersion = keyof typeof loanRules

/** Of every loan that is signed now. */
export const CURRENT_RULES_VERSION: RulesVersion = 3
