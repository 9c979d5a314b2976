import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { TimeLineItem } from '@hola/ui/layout/time-line.tsx'
import { accountName } from '../orders/account-name.ts'

/** What comes after an approval: the same on Home and on the page that brings the news. */
export const loanSteps = (account: RetOf<'app/home'>['payout_account']): readonly TimeLineItem[] => [
  { state: 'now', mark: 1, title: m.home_next_choose(), detail: m.home_next_choose_text() },
  { state: 'later', mark: 2, title: m.home_next_sign() },
  {
    state: 'later',
    mark: 3,
    title: account ? m.home_next_receive({ account: accountName(account) }) : m.home_next_receive_plain(),
  },
]
