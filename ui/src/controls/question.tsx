import type { ReactNode } from 'react'
import { Icon } from '../layout/icon.tsx'
import { downIcon } from '../layout/icons.ts'
import css from './question.module.css'

/** A question that opens in place; below its answer there is room for where to go on. */
export function Question({
  as: Heading = 'h3',
  question,
  answer,
  children,
}: {
  /** One level below what stands above it. */
  as?: 'h2' | 'h3'
  question: string
  answer: string
  children?: ReactNode
}): ReactNode {
  return (
    <details className={css.question}>
      <summary className={css.summary}>
        <Heading className={css.words}>{question}</Heading>
        <span className={css.mark}>
          <Icon shape={downIcon} />
        </span>
      </summary>
      <p className={css.answer}>{answer}</p>
      {children && <p className={css.more}>{children}</p>}
    </details>
  )
}
