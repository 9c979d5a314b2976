import * as z from 'zod/mini'
import { choiceOf, listedId, personName, typedText } from '../form/fields.ts'
import type { FieldProblem } from '../form/problems.ts'
import { checkAccount } from '../identifiers/account.ts'
import { bad, good } from '../identifiers/checked.ts'
import { FULL_NAME_LENGTH_MAX, isNameOf } from '../identifiers/person-name.ts'

/** The withdrawal step: where the money goes. What it has to do with the basic step is in `withdrawalRules`. */
export const transferInfo = z.strictObject({
  institution_kind: choiceOf(['bank', 'wallet']),
  institution_id: listedId(),
  /** A CBU, a CVU or an alias, with a bank and with a wallet alike: some wallets are banks by now. */
  account_number: typedText(40, (typed) => {
    const account = checkAccount(typed)
    return account.ok ? good(account.value.text) : bad(account.problem)
  }),
  full_name: personName(FULL_NAME_LENGTH_MAX),
})

export type TransferInfo = z.output<typeof transferInfo>

/** What the rules look at, as far as it is typed. */
export type WithdrawalTyped = { readonly full_name?: string | null | undefined }

/** The account is the applicant's own. `applicant` is null before the basic step is saved. */
export const withdrawalRules = (
  info: WithdrawalTyped,
  applicant: { readonly first_name: string; readonly last_name: string } | null,
): FieldProblem[] =>
  info.full_name && applicant && !isNameOf(info.full_name, applicant.first_name, applicant.last_name)
    ? [{ path: 'full_name', problem: 'holder_not_applicant' }]
    : []
