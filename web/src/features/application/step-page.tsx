import type { ReactNode } from 'react'
import { STEP_COUNT } from '@hola/core/application/step-count.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { Load } from '../../lib/form-load.ts'
import { linkTo } from '../../lib/link.ts'
import { usePage } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { Steps } from '@hola/ui/layout/steps.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { StepPageForm } from './step-form.ts'
import css from './step-page.module.css'

const Progress = ({
  step,
  form: { done, keptAt, isSaved },
}: {
  step: number
  form: Pick<StepPageForm, 'done' | 'keptAt' | 'isSaved'>
}): ReactNode => (
  <Steps
    text={m.application_step({ step, of: STEP_COUNT })}
    aside={keptAt !== null && (isSaved ? savedWords(keptAt) : m.application_draft_at({ time: formatTime(keptAt) }))}
    step={step}
    of={STEP_COUNT}
    done={done}
  />
)

const savedWords = (savedAt: string): string =>
  civilDayOf(new Date(savedAt)) === civilDayOf(new Date())
    ? m.application_saved_at({ time: formatTime(savedAt) })
    : m.application_saved_on({ date: formatDate(savedAt) })

const lockedWords = { review: m.application_locked_review, approval: m.application_locked_approval } as const

/** The page around a step: how far, what went wrong, the fields, and the one way on. */
export function StepPage({
  form,
  step,
  lead,
  action,
  locked = null,
  children,
}: {
  form: StepPageForm
  /** Missing when the form stands alone and is no part of an application. */
  step?: number | undefined
  lead: ReactNode
  action: string
  /** Shown to be read, and why. */
  locked?: 'review' | 'approval' | null
  children: ReactNode
}): ReactNode {
  const { setPage } = form
  return (
    <form
      ref={setPage}
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {step !== undefined && <Progress step={step} form={form} />}
      {locked === null ? <p className={css.lead}>{lead}</p> : <Note>{lockedWords[locked]()}</Note>}
      {locked === null && form.restored && form.problems.length === 0 && <Note live>{m.application_restored()}</Note>}
      <ErrorSummary form={form} />
      <fieldset className={css.fields} disabled={locked !== null}>
        {children}
      </fieldset>
      <Dock>
        {locked === null ? (
          <Button type="submit" busy={form.busy} busyText={m.application_saving()}>
            {action}
          </Button>
        ) : (
          <ButtonLink kind="secondary" {...linkTo('/pages/index/review-state/review-state')}>
            {m.application_see_review()}
          </ButtonLink>
        )}
      </Dock>
    </form>
  )
}

/** Until the data of a step are there, in the shape of its fields; and when they do not come, the way to ask again. */
export function StepWaiting({ loads, onRetry }: { loads: readonly Load<unknown>[]; onRetry: () => void }): ReactNode {
  const { title } = usePage()
  const failed = loads.find((load) => load.status === 'failed')
  if (failed)
    return (
      <div className={css.page}>
        <EmptyState
          drawing="night"
          title={m.application_load_failed()}
          text={failed.problem ?? m.application_load_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={onRetry}>
              {m.application_retry()}
            </Button>
          }
        />
      </div>
    )
  return (
    <section className={css.page} aria-busy="true" aria-label={m.shell_loading({ title })}>
      <Skeleton width="40%" />
      <Skeleton shape="bar" />
      <Skeleton width="70%" />
      {[30, 45, 25, 35].map((width) => (
        <div key={width}>
          <Skeleton width={`${width}%`} />
          <Skeleton shape="block" />
        </div>
      ))}
    </section>
  )
}

/** Fields that belong together, under a heading. */
export function Group({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={css.group}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Two short fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }): ReactNode => <div className={css.pair}>{children}</div>
