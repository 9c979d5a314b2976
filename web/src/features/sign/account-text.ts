import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'

type Account = RetOf<'loan/preview'>['payout_account']

/** `Mercado Pago ···· 0017` */
export const accountTitle = ({ institution_name: name, account_ending: ending }: Account): string =>
  m.sign_account({ name, ending })

const kinds: Record<Account['account_kind'], (words: { holder: string }) => string> = {
  cbu: m.sign_account_cbu,
  cvu: m.sign_account_cvu,
  alias: m.sign_account_alias,
}

/** `CVU a nombre de …` */
export const accountText = ({ account_kind: kind, holder_name: holder }: Account): string => kinds[kind]({ holder })
