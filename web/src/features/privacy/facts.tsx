import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../../ui/icon.tsx'
import { checkIcon } from '../../ui/icons.ts'
import css from './privacy.module.css'

/** Short lines, each with the same small mark. */
export const Facts = ({
  facts,
  icon = checkIcon,
}: {
  facts: readonly string[]
  icon?: IconShape | undefined
}): ReactNode => (
  <ul className={css.facts}>
    {facts.map((fact) => (
      <li key={fact} className={css.fact}>
        <Icon shape={icon} size="medium" />
        <span>{fact}</span>
      </li>
    ))}
  </ul>
)
