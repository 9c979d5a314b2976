import type { ReactNode } from 'react'
import type { Method } from './repay-data.ts'
import css from './method-steps.module.css'

/** One way to pay, step by step, and when the payment counts. */
export function MethodSteps({ method: { steps, credited_text: credited } }: { method: Method }): ReactNode {
  return (
    <>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={css.credited}>{credited}</p>
    </>
  )
}
