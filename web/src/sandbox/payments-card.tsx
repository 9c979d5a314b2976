import { centavos, formatPesos } from '@hola/core/money.ts'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { readPesos } from '../lib/pesos.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { Fold } from '@hola/ui/layout/fold.tsx'
import { alertIcon, checkIcon, clockIcon, closeIcon, helpIcon } from '@hola/ui/layout/icons.ts'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import css from './money-item.module.css'
import { Older } from './older.tsx'
import { pay, reverseMoney, resendPaymentEvent } from './sandbox-api.ts'
import type { AskedPayment, Pay, Payments, ReceivedMoney } from './sandbox-api.ts'
import { useAsk } from './use-ask.ts'

/** What borrowers were told how to pay, paid from here in every way that happens; and the money that came. */
export function PaymentsCard({
  payments,
  today,
  onChange,
}: {
  payments: Payments | undefined
  /** In Argentina, by the sandbox's clock. */
  today: string | undefined
  onChange: (payments: Payments) => void
}): ReactNode {
  const { busy, ask } = useAsk(onChange)
  const payNow = (payment: Pay): Promise<void> => ask((language) => pay(language, payment), m.sandbox_paid())
  return (
    <Card title={m.sandbox_payments()}>
      {!payments && <Skeleton width="80%" />}
      {payments?.payments.length === 0 && (
        <EmptyState title={m.sandbox_payments_none()} text={m.sandbox_payments_none_text()} />
      )}
      {payments && payments.payments.length > 0 && (
        <Older items={payments.payments}>
          {(payment) => <Payment key={payment.payment_id} payment={payment} today={today} busy={busy} onPay={payNow} />}
        </Older>
      )}
      {payments && payments.money.length > 0 && (
        <div className={css.part}>
          <h3>{m.sandbox_money()}</h3>
          <Older items={payments.money}>
            {(money) => (
              <Money
                key={money.provider_payment_id}
                money={money}
                busy={busy}
                onTell={(id) => ask((language) => resendPaymentEvent(language, id), m.sandbox_told())}
                onReverse={(id) => ask((language) => reverseMoney(language, id), m.sandbox_reversed_now())}
              />
            )}
          </Older>
        </div>
      )}
      <div className={css.part}>
        <Fold title={m.sandbox_pay_unknown()}>
          <PayForm today={today} busy={busy} onPay={payNow} />
        </Fold>
      </div>
    </Card>
  )
}

type PayProps = {
  readonly today: string | undefined
  readonly busy: boolean
  readonly onPay: (payment: Pay) => Promise<void>
}

function Payment({ payment, today, busy, onPay }: PayProps & { payment: AskedPayment }): ReactNode {
  const { reference, order_number: orderNumber, amount_centavos: amount, requested_at: requestedAt } = payment
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The page to pay on that a borrower is sent to is this one.
    if ([`#pay-${reference}`, `#slip-${reference}`].includes(window.location.hash)) item.current?.scrollIntoView()
  }, [reference])
  return (
    <li ref={item} className={css.item} aria-label={reference}>
      <p className={css.head}>
        <PaymentState state={payment.state} />
        <span className={css.name}>{formatPesos(centavos(amount))}</span>
        <time className={css.when} dateTime={requestedAt}>
          {formatDate(requestedAt)} {formatTime(requestedAt)}
        </time>
      </p>
      <p className={css.note}>
        {m.sandbox_loan({ number: orderNumber })} · {kindWords[payment.kind]()} ·{' '}
        {methodWords[payment.method_id]?.() ?? payment.method_id} · {m.sandbox_reference({ reference })}
      </p>
      <div className={css.actions}>
        <Button kind="secondary" blocked={busy} onClick={() => void onPay({ reference })}>
          {m.sandbox_pay()}
        </Button>
        <Button kind="secondary" blocked={busy} onClick={() => void onPay({ reference, times: 2 })}>
          {m.sandbox_pay_twice()}
        </Button>
      </div>
      <Fold title={m.sandbox_pay_otherwise()}>
        <PayForm asked={payment} today={today} busy={busy} onPay={onPay} />
      </Fold>
    </li>
  )
}

/** Another amount, an earlier day; without a payment also a reference that may be anybody's or nobody's. */
function PayForm({ asked, today, busy, onPay }: PayProps & { asked?: AskedPayment }): ReactNode {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string): string => String(typed.get(name) ?? '').trim()
    const amount = readPesos(text('amount'))
    if (typeof amount !== 'number' || amount <= 0) {
      showToast({ title: m.sandbox_pay_no_amount(), icon: 'error' })
      return
    }
    const day = text('day')
    void onPay({
      reference: asked?.reference ?? text('reference'),
      amount_centavos: amount,
      ...(day !== '' && { paid_day: day }),
    })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {asked === undefined && (
        <TextField label={m.sandbox_pay_reference()} name="reference" required maxLength={60} autoComplete="off" />
      )}
      <TextField
        label={m.sandbox_pay_amount()}
        name="amount"
        required
        inputMode="decimal"
        autoComplete="off"
        prefix="$"
        defaultValue={asked && formatPesos(centavos(asked.amount_centavos)).replace(/^\D+/, '')}
      />
      <TextField label={m.sandbox_pay_day()} hint={m.sandbox_pay_day_hint()} name="day" type="date" max={today} />
      <Button type="submit" kind="secondary" blocked={busy}>
        {m.sandbox_pay_like_this()}
      </Button>
    </form>
  )
}

function Money({
  money,
  busy,
  onTell,
  onReverse,
}: {
  money: ReceivedMoney
  busy: boolean
  onTell: (id: string) => Promise<void>
  onReverse: (id: string) => Promise<void>
}): ReactNode {
  const { provider_payment_id: id, reference, amount_centavos: amount, paid_day: day } = money
  return (
    <li className={css.item} aria-label={id}>
      <p className={css.head}>
        <MoneyState state={money.receipt_state} />
        <span className={css.name}>{formatPesos(centavos(amount))}</span>
        <span className={css.when}>{m.sandbox_money_day({ day: formatDay(day) })}</span>
      </p>
      <p className={css.note}>
        {m.sandbox_reference({ reference })}
        {money.collector_state === 'reversed' && money.receipt_state !== 'reversed' && ` · ${m.sandbox_taken_back()}`}
      </p>
      <div className={css.actions}>
        {money.collector_state === 'credited' && (
          <Button kind="secondary" blocked={busy} onClick={() => void onReverse(id)}>
            {m.sandbox_reverse()}
          </Button>
        )}
        <Button kind="quiet" blocked={busy} onClick={() => void onTell(id)}>
          {m.sandbox_tell_again()}
        </Button>
      </div>
    </li>
  )
}

function PaymentState({ state }: { state: AskedPayment['state'] }): ReactNode {
  const looks = {
    waiting: { tone: 'neutral', icon: clockIcon, text: m.sandbox_payment_waiting() },
    credited: { tone: 'done', icon: checkIcon, text: m.sandbox_payment_credited() },
    expired: { tone: 'late', icon: clockIcon, text: m.sandbox_payment_expired() },
    rejected: { tone: 'failed', icon: closeIcon, text: m.sandbox_payment_rejected() },
    reversed: { tone: 'failed', icon: alertIcon, text: m.sandbox_taken_back() },
  } as const
  const { tone, icon, text } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}

function MoneyState({ state }: { state: ReceivedMoney['receipt_state'] }): ReactNode {
  const looks = {
    unheard: { tone: 'neutral', icon: clockIcon, text: m.sandbox_money_unheard() },
    credited: { tone: 'done', icon: checkIcon, text: m.sandbox_payment_credited() },
    suspense: { tone: 'late', icon: helpIcon, text: m.sandbox_money_suspense() },
    reversed: { tone: 'failed', icon: alertIcon, text: m.sandbox_taken_back() },
  } as const
  const { tone, icon, text } = looks[state ?? 'unheard']
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}

const kindWords: Readonly<Record<AskedPayment['kind'], () => string>> = {
  part: m.sandbox_kind_part,
  payoff: m.sandbox_kind_payoff,
  withdrawal: m.sandbox_kind_withdrawal,
}

const methodWords: Readonly<Record<string, () => string>> = {
  transfer: m.sandbox_method_transfer,
  checkout: m.sandbox_method_checkout,
  rapipago: m.sandbox_method_rapipago,
  pagofacil: m.sandbox_method_pagofacil,
}
