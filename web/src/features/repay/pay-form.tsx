import { useRef, useState, type ReactNode } from 'react'
import type { Centavos } from '@hola/core/money.ts'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { dotField, tidyPesos } from '../../lib/pesos.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { newUuid } from '../../lib/uuid.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { clockIcon, helpIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { partOf } from './amount.ts'
import { MethodRows, methodOf } from './method-rows.tsx'
import { usePayChoice, type PayChoice } from './pay-choice.ts'
import { RadioRows } from './radio-rows.tsx'
import { repayUrl, type Order, type PayOptions } from './repay-data.ts'
import type { OrderKey, RepayBody } from './repay-request.ts'
import { RepayHead } from './repay-head.tsx'
import css from './repay-page.module.css'
import { paymentUrl } from './use-repay.ts'

/** How much and how: all that is owed today or a part of it, then the way to pay. */
export function PayForm({
  orderKey,
  order,
  options: { methods },
  payable: { payoff_centavos: payoff, partial_payment_min_centavos: min, valid_until_at: until },
  firstShare,
  isSending,
  onSend,
}: {
  orderKey: OrderKey
  order: Order
  options: PayOptions
  payable: NonNullable<PayOptions['payable']>
  firstShare: PayChoice['share']
  isSending: boolean
  onSend: (body: RepayBody) => void
}): ReactNode {
  const { choice, choose } = usePayChoice(orderKey, firstShare)
  const [isTold, setTold] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const canSplit = min < payoff
  const isPart = canSplit && choice.share === 'part'
  const part = partOf(choice.part, { min, payoff })
  const method = methodOf(methods, choice.methodId)

  const send = (): void => {
    if (!method) return
    const request = { request_id: newUuid(), order_id: orderKey.orderId, method_id: method.method_id }
    if (!isPart) return onSend({ ...request, kind: 'payoff' })
    if (!part.ok) {
      setTold(true)
      field.current?.focus()
      return
    }
    // Typed to the last centavo, the whole is the whole: paid today it leaves nothing.
    onSend(
      part.left === 0 ? { ...request, kind: 'payoff' } : { ...request, kind: 'part', amount_centavos: part.amount },
    )
  }

  return (
    <>
      <RepayHead
        label={m.repay_owed_today()}
        amount={payoff}
        text={m.repay_owed_until({ date: formatDate(until), time: formatTime(until) })}
      />
      <WaitingPayments order={order} />
      <Regret order={order} payoff={payoff} />
      <Card>
        <RadioRows
          label={m.repay_how_much()}
          value={isPart ? 'part' : 'all'}
          onChange={(share) => choose({ share })}
          options={[
            { value: 'all', text: m.repay_all({ amount: exactPesos(payoff) }), detail: m.repay_all_text() },
            ...(canSplit
              ? [
                  {
                    value: 'part' as const,
                    text: m.repay_part(),
                    detail: m.repay_part_text({ min: shortPesos(min) }),
                  },
                ]
              : []),
          ]}
        />
        {isPart && (
          <div className={css.part}>
            <TextField
              ref={field}
              label={m.repay_part_label()}
              prefix="$"
              inputMode="decimal"
              autoComplete="off"
              value={choice.part}
              error={isTold && !part.ok ? part.problem : undefined}
              onChange={({ target }) => {
                dotField(target, choice.part)
                choose({ part: target.value })
              }}
              onBlur={() => {
                if (choice.part !== '') setTold(true)
                choose({ part: tidyPesos(choice.part) })
              }}
            />
            <output className={css.left}>{part.ok && leftText(part.left)}</output>
          </div>
        )}
      </Card>
      <Card>
        <MethodRows methods={methods} chosen={method} onChange={(methodId) => choose({ methodId })} />
      </Card>
      <Card>
        <RowList>
          <Row
            icon={helpIcon}
            title={m.repay_help_link()}
            detail={m.repay_help_link_text()}
            {...linkTo('/pages/custom-service/repay_help')}
          />
        </RowList>
      </Card>
      <Dock>
        <Button busy={isSending} busyText={m.repay_asking_how()} onClick={send}>
          {m.repay_ask()}
        </Button>
      </Dock>
    </>
  )
}

const leftText = (left: Centavos): string =>
  left === 0 ? m.repay_part_left_nothing() : m.repay_part_left({ amount: exactPesos(left) })

/** In the first days giving the loan back takes less than paying it off: whoever is about to pay should know. */
function Regret({ order: { order_id: orderId, withdrawal }, payoff }: { order: Order; payoff: Centavos }): ReactNode {
  if (withdrawal === null || withdrawal.return_centavos >= payoff) return null
  return (
    <Card>
      <RowList>
        <Row
          icon={undoIcon}
          good
          title={m.repay_regret()}
          detail={m.repay_regret_text({
            date: formatDay(withdrawal.until_day),
            amount: exactPesos(withdrawal.return_centavos),
          })}
          {...linkTo(`${repayUrl(orderId)}&kind=withdrawal`)}
        />
      </RowList>
    </Card>
  )
}

/** What was asked for before and is not paid: it can still be paid, and nobody has to ask twice. */
function WaitingPayments({ order: { payments, order_id: orderId } }: { order: Order }): ReactNode {
  const waiting = payments.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return null
  return (
    <Card title={m.repay_waiting_before()}>
      <RowList>
        {waiting.map((payment) => (
          <Row
            key={payment.payment_id}
            icon={clockIcon}
            title={exactPesos(payment.amount_centavos)}
            detail={m.repay_asked_at({
              date: formatDate(payment.requested_at),
              time: formatTime(payment.requested_at),
            })}
            {...linkTo(paymentUrl(orderId, payment.payment_id))}
          />
        ))}
      </RowList>
    </Card>
  )
}
