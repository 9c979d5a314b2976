import type { RetOf } from '@hola/core/contract/contract.ts'

export type TransferInfo = NonNullable<RetOf<'app/get_bank_info'>['info']>

/** The withdrawal step as it is typed, in the order of the page. */
export const emptyWithdrawal = { account_number: '', institution_kind: '', institution_id: '', full_name: '' }

export type WithdrawalValues = typeof emptyWithdrawal

export const withdrawalFrom = (info: TransferInfo): WithdrawalValues => ({ ...info })
