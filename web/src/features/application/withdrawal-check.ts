import { transferInfo, withdrawalRules } from '@hola/core/application/withdrawal.ts'
import { checkForm, type FieldProblem } from '@hola/core/form/problems.ts'
import { sayProblems } from './say-problems.ts'
import type { WithdrawalValues } from './withdrawal-values.ts'

export type Applicant = { readonly first_name: string; readonly last_name: string }

/** Bank or wallet follow from the account number: as long as that is not right, nobody is asked for them. */
const asOnThePage = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.some(({ path }) => path === 'account_number')
    ? problems.filter(({ path }) => !path.startsWith('institution_'))
    : [...problems]

export const checkWithdrawal = (values: WithdrawalValues, applicant: Applicant | null) => {
  const form = checkForm(transferInfo, values, (typed) => withdrawalRules(typed, applicant))
  return sayProblems(form.ok ? form : { ...form, problems: asOnThePage(form.problems) }, values)
}
