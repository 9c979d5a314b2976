import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import type { BasicValues } from './basic-values.ts'
import { FormChips, FormChoice, FormPesos, FormText, type Choice } from './fields.tsx'
import type { FieldName, StepForm } from './step-form.ts'

/** The five questions about other loans. Whoever answers "no" is not asked what would follow. */
export function LoanQuestions({
  form,
  periods,
}: {
  form: StepForm<FieldName<BasicValues>>
  periods: readonly Choice[]
}): ReactNode {
  const answers = [
    { value: 'no', text: m.application_no() },
    { value: 'yes', text: m.application_yes() },
  ]
  return (
    <>
      <FormChips form={form} name="overdue_past_six_months" options={answers} />
      {form.value('overdue_past_six_months') === 'yes' && (
        <FormChoice form={form} name="longest_overdue_period_id" choices={periods.filter(({ id }) => id !== 'never')} />
      )}
      <FormChips form={form} name="has_internet_loans" options={answers} />
      {form.value('has_internet_loans') === 'yes' && (
        <>
          <FormText form={form} name="internet_loans_in_progress_count" inputMode="numeric" autoComplete="off" />
          <FormPesos form={form} name="current_internet_loans_centavos" />
        </>
      )}
      <FormChips form={form} name="had_loans" options={answers} />
      {form.value('had_loans') === 'yes' && (
        <FormText form={form} name="past_loans_count" inputMode="numeric" autoComplete="off" />
      )}
    </>
  )
}
