import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import type { BasicLists, BasicValues } from './basic-values.ts'
import { FormChoice, type Choice } from './fields.tsx'
import { LoanQuestions } from './loan-questions.tsx'
import { PlaceFields } from './place-fields.tsx'
import type { FieldName, StepForm } from './step-form.ts'
import { Group } from './step-page.tsx'

/** The second and the third part of the first step. */
export function BasicLaterParts({
  form,
  lists,
  provinces,
}: {
  form: StepForm<FieldName<BasicValues>>
  lists: BasicLists
  provinces: readonly Choice[]
}): ReactNode {
  return (
    <>
      <Group title={m.application_where_you_live()}>
        <PlaceFields form={form} provinces={provinces} />
      </Group>
      <Group title={m.application_part_loan()}>
        <FormChoice form={form} name="education_id" choices={lists.educations} />
        <FormChoice form={form} name="industry_id" choices={lists.industries} />
        <FormChoice form={form} name="loan_purpose_id" choices={lists.loan_purposes} />
        <LoanQuestions form={form} periods={lists.overdue_periods} />
      </Group>
    </>
  )
}
