import type { ComponentProps, ReactNode } from 'react'
import { shortPesos } from '../../lib/quote-parts.ts'
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
          }))
      : 'loading'
  return <RequestForm {...form} loans={loans} />
}
