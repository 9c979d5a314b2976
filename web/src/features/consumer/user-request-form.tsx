import type { ComponentProps, ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { RequestForm } from './request-form.tsx'

const firstPage = {}

/** The form of somebody logged in: her open loans are there to choose from. */
export function UserRequestForm(form: Omit<ComponentProps<typeof RequestForm>, 'loans'>): ReactNode {
  const { remote } = useRemote('user/get_processing_order', firstPage)
  // Whoever cannot be shown her loans types the number, like everybody else.
  if (remote.status === 'failed') return <RequestForm {...form} />
  const loans =
    remote.status === 'ready'
      ? remote.data.groups
          .flatMap(({ orders }) => orders)
          .map((order) => ({
            orderId: order.order_id,
            number: order.order_number,
            amount: shortPesos(order.amount_centavos),
            isPaidOut: order.paid_out_at !== null,
            withdrawal: withdrawalWords(order),
          }))
      : 'loading'
  return <RequestForm {...form} loans={loans} />
}

type Order = RetOf<'user/get_processing_order'>['groups'][number]['orders'][number]

const withdrawalWords = (order: Order): string[] => {
  const { withdrawn_at: at, withdrawal_state: state, withdrawal_until_day: until } = order
  if (at === null) return []
  const said = m.consumer_loan_withdrawn({ day: formatDate(at) })
  // Until its money has come nobody knows how much there is to give back, nor by when.
  if (until === null) return [said]
  const date = formatDay(until)
  return [
    said,
    state === 'lapsed'
      ? m.consumer_loan_withdrawn_lapsed({ date })
      : m.consumer_loan_withdrawn_return({ amount: exactPesos(order.payoff_centavos), date }),
  ]
}
