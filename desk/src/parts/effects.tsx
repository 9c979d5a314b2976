import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { arrowIcon } from '@hola/ui/layout/icons.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import type { ReactNode } from 'react'
import { isMoney, sayEffect, sayEffectValue } from '../proposal-words.ts'
import css from './effects.module.css'

type Effect = DeskRetOf<'proposals/preview'>['effects'][number]

/** What an act changes, before and after; the number that matters most stands first, large. */
export function Effects({ of }: { of: readonly Effect[] }): ReactNode {
  const owed = of.find(({ name }) => name === 'owed_centavos')
  const rest = of.filter((effect) => effect !== owed)
  return (
    <div className={css.effects}>
      {owed && (
        <dl className={css.owed}>
          <div>
            <dt>{m.desk_effect_owed_before()}</dt>
            <dd>{sayEffectValue(owed.name, owed.before)}</dd>
          </div>
          <Icon shape={arrowIcon} size="small" />
          <div>
            <dt>{m.desk_effect_owed_after()}</dt>
            <dd className={css.after}>{sayEffectValue(owed.name, owed.after)}</dd>
          </div>
        </dl>
      )}
      {rest.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{m.desk_effect_what()}</th>
              <th scope="col">{m.desk_effect_before()}</th>
              <th scope="col">{m.desk_effect_after()}</th>
            </tr>
          </thead>
          <tbody>
            {rest.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{sayEffect(name)}</th>
                <td data-money={isMoney(name) || undefined}>{sayEffectValue(name, before)}</td>
                <td data-money={isMoney(name) || undefined} className={before === after ? undefined : css.changed}>
                  {before !== after && <VisuallyHidden>{m.desk_effect_changed()}: </VisuallyHidden>}
                  {sayEffectValue(name, after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
