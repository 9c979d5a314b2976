import { centavos, formatPesos } from '@hola/core/money.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { showActionSheet } from '@hola/ui/overlay/feedback.ts'
import { alertIcon, checkIcon, clockIcon, helpIcon } from '@hola/ui/layout/icons.ts'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './money-item.module.css'
import { Older } from './older.tsx'
import { failPayout, payoutFailures, settlePayout, sendPayoutEvent } from './sandbox-api.ts'
import type { PayoutFailure, SentPayout } from './sandbox-api.ts'
import { useAsk } from './use-ask.ts'

/** What the sandbox's bank has been asked to pay, and how it ends. */
export function PayoutsCard({
  payouts,
  onChange,
}: {
  payouts: readonly SentPayout[] | undefined
  onChange: (payouts: readonly SentPayout[]) => void
}): ReactNode {
  return (
    <Card title={m.sandbox_payouts()}>
      {!payouts && <Skeleton width="80%" />}
      {payouts?.length === 0 && <EmptyState title={m.sandbox_payouts_none()} text={m.sandbox_payouts_none_text()} />}
      {payouts && payouts.length > 0 && (
        <Older items={payouts}>
          {(payout) => <Payout key={payout.payout_key} payout={payout} onChange={onChange} />}
        </Older>
      )}
    </Card>
  )
}

function Payout({
  payout,
  onChange,
}: {
  payout: SentPayout
  onChange: (payouts: readonly SentPayout[]) => void
}): ReactNode {
  const { busy, ask } = useAsk<{ readonly payouts: readonly SentPayout[] }>((ret) => onChange(ret.payouts))
  const { payout_key: key, order_number: orderNumber, amount_centavos: amount, asked_at: askedAt } = payout
  const isOpen = payout.bank_state === 'under_way' || payout.bank_state === 'lost'
  const knows = knowledge(payout)

  const fail = async (): Promise<void> => {
    const chosen = await showActionSheet({
      title: m.sandbox_payout_fail_why(),
      items: payoutFailures.map((reason) => reasonWords[reason]()),
    }).catch(() => undefined)
    const reason = chosen && payoutFailures[chosen.tapIndex]
    if (reason) await ask((language) => failPayout(language, key, reason), m.sandbox_payout_failed_now())
  }

  return (
    <li className={css.item} aria-label={orderNumber}>
      <p className={css.head}>
        <BankState payout={payout} />
        <span className={css.name}>{formatPesos(centavos(amount))}</span>
        <time className={css.when} dateTime={askedAt}>
          {formatDate(askedAt)} {formatTime(askedAt)}
        </time>
      </p>
      <p className={css.note}>
        {m.sandbox_loan({ number: orderNumber })}
        {knows && ` · ${knows}`}
      </p>
      <div className={css.actions}>
        {isOpen && (
          <>
            <Button
              kind="secondary"
              blocked={busy}
              onClick={() => void ask((language) => settlePayout(language, key), m.sandbox_payout_settled_now())}
            >
              {m.sandbox_payout_settle()}
            </Button>
            <Button kind="secondary" blocked={busy} onClick={() => void fail()}>
              {m.sandbox_payout_fail()}
            </Button>
          </>
        )}
        {payout.bank_state !== 'lost' && (
          <Button
            kind="quiet"
            blocked={busy}
            onClick={() => void ask((language) => sendPayoutEvent(language, key), m.sandbox_told())}
          >
            {m.sandbox_tell_again()}
          </Button>
        )}
      </div>
    </li>
  )
}

function BankState({ payout: { bank_state: state, failure_reason: reason } }: { payout: SentPayout }): ReactNode {
  const looks = {
    under_way: { tone: 'neutral', icon: clockIcon, text: m.sandbox_payout_under_way() },
    settled: { tone: 'done', icon: checkIcon, text: m.sandbox_payout_settled() },
    failed: {
      tone: 'failed',
      icon: alertIcon,
      text: m.sandbox_payout_failed({ reason: reasonWords[reason ?? 'other']() }),
    },
    lost: { tone: 'late', icon: helpIcon, text: m.sandbox_payout_lost() },
  } as const
  const { tone, icon, text } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}

/** What the product knows, where that is less than the bank has. */
const knowledge = ({ attempt_state: state }: SentPayout): string | undefined =>
  state === 'asked' ? m.sandbox_knows_nothing() : state === 'accepted' ? m.sandbox_knows_accepted() : undefined

const reasonWords: Readonly<Record<PayoutFailure, () => string>> = {
  wrong_account: m.sandbox_reason_wrong_account,
  account_closed: m.sandbox_reason_account_closed,
  holder_mismatch: m.sandbox_reason_holder_mismatch,
  limit: m.sandbox_reason_limit,
  other: m.sandbox_reason_other,
}
