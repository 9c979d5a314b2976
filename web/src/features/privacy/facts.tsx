import type { ReactNode } from 'react'
import { classes } from '@hola/ui/classes.ts'
import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import { checkIcon } from '@hola/ui/layout/icons.ts'
import css from './privacy.module.css'

/** Short lines, each with the same small mark: a good one unless it is named. */
export const Facts = ({ facts, icon }: { facts: readonly string[]; icon?: IconShape | undefined }): ReactNode => (
  <ul className={classes(css.facts, icon === undefined && css.good)}>
    {facts.map((fact) => (
      <li key={fact} className={css.fact}>
        <Icon shape={icon ?? checkIcon} size="medium" />
        <span>{fact}</span>
      </li>
    ))}
  </ul>
)
