import { transferInfo, withdrawalRules } from '@hola/core/application/withdrawal.ts'
import { checkForm } from '@hola/core/form/problems.ts'
import { sayProblems } from './say-problems.ts'
import type { WithdrawalValues } from './withdrawal-values.ts'

export type Applicant = { readonly first_name: string; readonly last_name: string }

export const checkWithdrawal = (values: WithdrawalValues, applicant: Applicant | null) =>
  sayProblems(
    checkForm(transferInfo, values, (typed) => withdrawalRules(typed, applicant)),
    values,
  )
