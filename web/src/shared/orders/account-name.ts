import type { RetOf } from '@hola/core/contract/contract.ts'

type Account = Pick<NonNullable<RetOf<'app/home'>['payout_account']>, 'institution_name' | 'account_ending'>

/** `Mercado Pago ···· 0017`: enough to recognise an account, and one unit from the dots on. */
export const accountName = ({ institution_name: institution, account_ending: ending }: Account): string =>
  `${institution} ····\u00A0${ending}`
