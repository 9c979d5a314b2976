import type { RetOf } from '@hola/core/contract/contract.ts'
import { subtract } from '@hola/core/money.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import { MoneyBar } from '@hola/ui/format/money-bar.tsx'
import css from './quota-card.module.css'
import { shortPesos } from './quote-parts.ts'

type Quota = NonNullable<RetOf<'app/home'>['quota']>

/** The limit and its parts, which add up to it. What a signed loan holds is of the part that cannot be borrowed now. */
export function QuotaCard({ quota, children }: { quota: Quota; children?: ReactNode }): ReactNode {
  const {
    total_centavos: total,
    available_centavos: available,
    used_centavos: used,
    remaining_centavos: remaining,
    frozen_centavos: frozen,
  } = quota
  const notOpen = subtract(remaining, frozen)
  return (
    <Card title={m.home_limit()} aside={<strong className={css.total}>{shortPesos(total)}</strong>}>
      <MoneyBar
        exact
        parts={[
          { kind: 'available', label: m.home_limit_available(), text: shortPesos(available), share: available },
          { kind: 'used', label: m.home_limit_used(), text: shortPesos(used), share: used },
          ...(frozen > 0
            ? [{ kind: 'held' as const, label: m.home_limit_held(), text: shortPesos(frozen), share: frozen }]
            : []),
          { kind: 'waiting', label: m.home_limit_waiting(), text: shortPesos(notOpen), share: notOpen },
        ]}
      />
      {notOpen > 0 && <p className={css.text}>{notOpen === total ? m.home_limit_closed() : m.home_limit_opens()}</p>}
      {children}
    </Card>
  )
}
