import { brand } from '@hola/core/brand.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { AmountList } from '@hola/ui/layout/row-list.tsx'
import { usePageTitle } from '../../router/page-context.ts'
import { orderUrl, type Borrower, type Method, type Order, type Payment } from './repay-data.ts'
import css from './repay-page.module.css'
import { ShareText } from './share-text.tsx'

/** What proves the payment, on one sheet that can be printed, and what it left. */
export function Receipt({
  order,
  borrower,
  payment,
  method,
}: {
  order: Order
  borrower: Borrower
  payment: Payment
  method: Method | undefined
}): ReactNode {
  usePageTitle(m.repay_receipt_title())
  const paid = payment.paid_centavos ?? payment.amount_centavos
  const facts = [
    { name: m.repay_receipt_amount(), text: exactPesos(paid), weight: 'strong' as const },
    ...(paid === payment.amount_centavos
      ? []
      : [{ name: m.repay_receipt_asked_amount(), text: exactPesos(payment.amount_centavos) }]),
    ...(payment.paid_day ? [{ name: m.repay_receipt_day(), text: formatDay(payment.paid_day) }] : []),
    ...(method ? [{ name: m.repay_receipt_method(), text: method.name, isWords: true }] : []),
    { name: m.repay_reference(), text: payment.reference },
    { name: m.repay_receipt_loan(), text: order.order_number },
    {
      name: m.repay_receipt_asked(),
      text: m.repay_at({ date: formatDate(payment.requested_at), time: formatTime(payment.requested_at) }),
    },
  ]
  const parties = [
    { name: m.repay_receipt_payer(), text: borrower.full_name, isWords: true },
    { name: m.repay_receipt_dni(), text: formatDni(borrower.dni) },
    { name: m.repay_receipt_lender(), text: brand.legalEntity, isWords: true },
    { name: m.repay_receipt_cuit(), text: brand.cuit },
    {
      name: m.repay_receipt_issued(),
      text: m.repay_at({ date: formatDate(order.now_at), time: formatTime(order.now_at) }),
    },
  ]
  const isOpen = order.state === 'in_repayment' || order.state === 'overdue'
  return (
    <>
      <Card title={m.repay_receipt()}>
        <div className={css.block}>
          <AmountList
            rows={[
              ...facts,
              ...parties,
              ...(isOpen
                ? [{ name: m.repay_receipt_left(), text: exactPesos(order.payoff_centavos), weight: 'total' as const }]
                : []),
            ]}
          />
          {/* It proves a payment; what is still owed, and her DNI, is nobody else's business. */}
          <ShareText
            label={m.repay_share_receipt()}
            lines={[
              m.repay_share_receipt_title({ lender: brand.name }),
              ...facts.map(({ name, text }) => `${name}: ${text}`),
            ]}
          />
        </div>
      </Card>
      <Dock>
        <Button kind="secondary" onClick={() => window.print()}>
          {m.repay_print()}
        </Button>
        <ButtonLink {...linkTo(orderUrl(order.order_id))}>{m.repay_see_order()}</ButtonLink>
      </Dock>
    </>
  )
}
