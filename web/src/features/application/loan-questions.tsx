import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { checkCircleIcon, downIcon, loansIcon } from '@hola/ui/layout/icons.ts'
import { loanQuestions, type BasicValues } from './basic-values.ts'
import { FormChips, FormChoice, FormPesos, FormText, type Choice } from './fields.tsx'
import css from './loan-questions.module.css'
import type { FieldName, StepForm } from './step-form.ts'

/** The five questions about other loans, folded: short to answer, and not the first thing one is asked. */
export function LoanQuestions({
  form,
  periods,
}: {
  form: StepForm<FieldName<BasicValues>>
  periods: readonly Choice[]
}): ReactNode {
  const open = loanQuestions.filter((name) => form.value(name) === '').length
  return (
    <details className={css.card}>
      <summary className={css.summary}>
        <span className={css.disc}>
          <Icon shape={open === 0 ? checkCircleIcon : loansIcon} />
        </span>
        <span className={css.words}>
          <span className={css.title}>{m.application_other_loans()}</span>
          <span className={css.detail}>
            {open === 0 ? m.application_questions_done() : m.application_questions_left({ count: open })}
          </span>
        </span>
        <span className={css.mark}>
          <Icon shape={downIcon} />
        </span>
      </summary>
      <div className={css.questions}>
        <FormChips
          form={form}
          name="overdue_past_six_months"
          options={[
            { value: 'no', text: m.application_no() },
            { value: 'yes', text: m.application_yes() },
          ]}
        />
        <FormChoice form={form} name="longest_overdue_period_id" choices={periods} />
        <FormPesos form={form} name="current_internet_loans_centavos" hint={m.application_zero_if_none()} />
        <FormText form={form} name="past_loans_count" inputMode="numeric" autoComplete="off" />
        <FormText form={form} name="internet_loans_in_progress_count" inputMode="numeric" autoComplete="off" />
      </div>
    </details>
  )
}
