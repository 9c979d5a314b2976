import type { ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { usePage } from '../../router/page-context.ts'
import { buildUrl } from '../../router/query.ts'
import { Icon } from '../../ui/icon.tsx'
import { alertIcon } from '../../ui/icons.ts'
import css from './error-summary.module.css'
import type { StepPageForm } from './step-form.ts'

/** Everything that has to be corrected, each with the way to its field; and what the server said against the whole. */
export function ErrorSummary({ form }: { form: StepPageForm }): ReactNode {
  const { path, query } = usePage()
  const count = form.problems.length
  return (
    <div role="alert">
      {(count > 0 || form.refusal) && (
        <div className={css.summary}>
          <Icon shape={alertIcon} size="medium" />
          <div>
            <h2 className={css.title}>
              {form.refusal ?? (count === 1 ? m.application_check_one() : m.application_check_some({ count }))}
            </h2>
            <p>{m.application_kept()}</p>
            {count > 0 && (
              <ul className={css.list}>
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
                    {`: ${text}`}
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
