import type { RetOf } from '@hola/core/contract/contract.ts'
import type { ReactNode } from 'react'
import { m } from '../i18n/compiled/messages.js'
import { Card } from '../ui/card.tsx'
import { MoneyBar } from '../ui/money-bar.tsx'
import css from './quota-card.module.css'
import { shortPesos } from './quote-parts.ts'

type Quota = NonNullable<RetOf<'app/home'>['quota']>

/** The limit and its three parts, which add up to it. */
export function QuotaCard({ quota, children }: { quota: Quota; children?: ReactNode }): ReactNode {
  const {
    total_centavos: total,
    available_centavos: available,
    used_centavos: used,
    remaining_centavos: remaining,
    frozen_centavos: frozen,
  } = quota
  return (
    <Card title={m.home_limit()} aside={<strong className={css.total}>{shortPesos(total)}</strong>}>
      <MoneyBar
        exact
        parts={[
          { kind: 'available', label: m.home_limit_available(), text: shortPesos(available), share: available },
          { kind: 'used', label: m.home_limit_used(), text: shortPesos(used), share: used },
          { kind: 'waiting', label: m.home_limit_waiting(), text: shortPesos(remaining), share: remaining },
        ]}
      />
      {frozen > 0 && <p className={css.text}>{m.home_limit_held({ amount: shortPesos(frozen) })}</p>}
      {remaining > frozen && (
        <p className={css.text}>{remaining === total ? m.home_limit_closed() : m.home_limit_opens()}</p>
      )}
      {children}
    </Card>
  )
}
