import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { usePage } from '../../router/page-context.ts'
import { buildUrl } from '../../router/query.ts'
import { classes } from '@hola/ui/classes.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import css from './error-summary.module.css'
import type { StepPageForm } from './step-form.ts'

const WORDED_MAX = 4

/** Everything that has to be corrected, each with the way to its field; and what the server said against the whole. */
export function ErrorSummary({ form }: { form: StepPageForm }): ReactNode {
  const { path, query } = usePage()
  const count = form.problems.length
  // A long list names the fields alone; what is wrong with each stands at the field.
  const isLong = count > WORDED_MAX
  return (
    <div role="alert" className={css.alert}>
      {(count > 0 || form.refusal) && (
        <div className={css.summary}>
          <Icon shape={alertIcon} size="medium" />
          <div>
            <h2 className={css.title}>
              {form.refusal ?? (count === 1 ? m.application_check_one() : m.application_check_some({ count }))}
            </h2>
            <p>{m.application_kept()}</p>
            {count > 0 && (
              <ul className={classes(css.list, isLong && css.long)}>
                {form.problems.map(({ name, label, text }) => (
                  <li key={name}>
                    <a
                      className={css.link}
                      // The hash is the router's: the address of this page, and a press that stays on it.
                      href={`#${buildUrl(path, query)}`}
                      onClick={(event) => {
                        event.preventDefault()
                        form.focus(name)
                      }}
                    >
                      {label}
                    </a>
                    {isLong ? null : `: ${text}`}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
