import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatRate } from '@hola/i18n/format.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { checkIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import css from './products.module.css'

export type Publication = DeskRetOf<'products/list'>['publications'][number]

/** Everything that was ever offered under this product, the newest first. */
export function Versions({ of, onClose }: { of: readonly Publication[]; onClose: () => void }): ReactNode {
  return (
    <Dialog title={m.desk_money_versions()} onDismiss={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard has to reach it */}
      <ul className={css.versions} tabIndex={0}>
        {of.map(({ version_count, published_at, published_by, is_current, product }) => (
          <li key={`${version_count} ${published_at}`}>
            <b>{m.desk_money_version({ number: version_count })}</b>
            {is_current && (
              <Badge tone="done" icon={checkIcon}>
                {m.desk_money_offered_now()}
              </Badge>
            )}
            <p>
              {formatDate(published_at)} {formatTime(published_at)}, {published_by}
            </p>
            <p>
              {m.desk_money_version_terms({
                fee: formatRate(product.fee_basis_points),
                tna: formatRate(product.tna_basis_points),
                late: formatRate(product.late_daily_basis_points),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
