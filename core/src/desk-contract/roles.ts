/** What a member of the lender's staff works as. */
export const staffRoles = ['analyst', 'support', 'treasury', 'supervisor', 'auditor'] as const

export type StaffRole = (typeof staffRoles)[number]

/**
 * Everything that can be done at the desk, and who may. Each call of the desk and each command of the command line that
 * needs a member names one of these: there is no other list of rights.
 */
export const powers = {
  be_signed_in: staffRoles,
  see_queue: staffRoles,
  take_work: ['analyst', 'support', 'treasury', 'supervisor'],
  see_staff: ['supervisor', 'auditor'],
  suspend_staff: ['supervisor'],
  see_proposals: staffRoles,
  /** Which kinds, and whose, the list of kinds says. */
  decide_proposals: ['supervisor'],
  make_proposals: ['analyst', 'support', 'treasury', 'supervisor'],
  see_acts: ['supervisor', 'auditor'],
  see_cases: ['analyst', 'supervisor', 'auditor'],
  decide_cases: ['analyst', 'supervisor'],
  give_coupons: ['support', 'supervisor'],
  see_people: ['analyst', 'support', 'supervisor', 'auditor'],
  write_notes: ['analyst', 'support', 'supervisor'],
  /** Of a person whom a role does not see, only the account that a loan goes back to. */
  open_fields: staffRoles,
  see_money: ['treasury', 'supervisor', 'auditor'],
  reconcile: ['treasury', 'supervisor'],
  see_loans: ['support', 'treasury', 'supervisor', 'auditor'],
  see_requests: ['support', 'supervisor', 'auditor'],
  answer_requests: ['support', 'supervisor'],
  /** About what is late, by templates alone. */
  contact_borrowers: ['support', 'supervisor'],
  retry_jobs: ['treasury', 'supervisor'],
  export_data: ['support', 'supervisor'],
  stop: ['treasury', 'supervisor'],
  export_debtors: ['treasury', 'supervisor'],
  see_portfolio: ['treasury', 'supervisor', 'auditor'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>

export type Power = keyof typeof powers

export const may = (role: StaffRole, power: Power): boolean => powers[power].some((one) => one === role)
