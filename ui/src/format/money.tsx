import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './money.module.css'

/**
 * A figure from its written form: `$ 152.580,50` or `299,90 %`. The sign and the centavos are set at 62 %; the
 * decimals of a rate stay full size. It is one unit and never breaks.
 */
export function Money({
  text,
  size = 'l',
  gold,
}: {
  text: string
  size?: 'xl' | 'l' | 'rate' | undefined
  gold?: boolean | undefined
}): ReactNode {
  const [, sign, whole, rest] = /^(\D*)([\d.]+(?:,\d+(?=\s*%))?)(.*)$/.exec(text) ?? ['', '', text, '']
  return (
    <span className={classes(css.figure, css[size], gold && css.gold)}>
      {sign && <span className={css.small}>{sign}</span>}
      {whole}
      {rest && <span className={css.small}>{rest}</span>}
    </span>
  )
}

/** Two figures of equal weight side by side (what arrives, what is paid); stacked when the screen is narrow. */
export function FigurePair({ figures }: { figures: readonly { label: string; text: string }[] }): ReactNode {
  return (
    <div className={css.pair}>
      <dl className={css.halves}>
        {figures.map(({ label, text }) => (
          <div key={label} className={css.half}>
            <dt className={css.label}>{label}</dt>
            <dd>
              <Money text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The total cost of credit, larger than any other rate; gold only on ink. */
export function CostRate({
  name,
  text,
  others,
  gold,
}: {
  name: string
  text: string
  others: string
  gold?: boolean | undefined
}): ReactNode {
  return (
    <div className={css.cost}>
      <div>
        <p className={css.costName}>{name}</p>
        <p className={css.costRates}>{others}</p>
      </div>
      <Money text={text} size="rate" gold={gold} />
    </div>
  )
}
