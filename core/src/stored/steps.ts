import * as z from 'zod/mini'
import { basicInfo } from '../application/basic.ts'
import { extraInfo } from '../application/social.ts'
import { transferInfo } from '../application/withdrawal.ts'
import { text, whole } from './fields.ts'
import { savedForm, sentForm } from './saved-form.ts'
import { keptShape } from './versions.ts'

/** The three steps as they were saved. Each begins with what its first form asked for; see `SavedForm`. */

const firstBasic = z.object({
  first_name: text,
  last_name: text,
  gender_id: text,
  birth_day: text,
  national_id_number: text,
  cuil: text,
  education_id: text,
  industry_id: text,
  address: z.object({
    province_id: text,
    district_id: text,
    locality_id: z.nullable(text),
    locality_other: z.nullable(text),
    street: text,
    street_number: text,
    postal_code: text,
  }),
  loan_purpose_id: text,
  whatsapp_phone: text,
  overdue_past_six_months: z.boolean(),
  longest_overdue_period_id: text,
  current_internet_loans_centavos: whole,
  past_loans_count: whole,
  internet_loans_in_progress_count: whole,
})

const firstContact = z.object({ relationship_id: text, contact_name: text, contact_phone: text })

const firstSocial = z.object({
  employment_type_id: text,
  monthly_salary_centavos: whole,
  marital_status_id: text,
  emergency_contact_1: firstContact,
  emergency_contact_2: firstContact,
})

const firstWithdrawal = z.object({
  institution_kind: text,
  institution_id: text,
  account_number: text,
  full_name: text,
})

export const keptSteps = {
  basic: keptShape('step-basic', savedForm(basicInfo, firstBasic)),
  social: keptShape('step-social', savedForm(extraInfo, firstSocial)),
  withdrawal: keptShape('step-withdrawal', savedForm(transferInfo, firstWithdrawal)),
} as const

/** The same for the answers that show a saved step. */
export const sentSteps = {
  basic: sentForm(basicInfo, firstBasic),
  social: sentForm(extraInfo, firstSocial),
  withdrawal: sentForm(transferInfo, firstWithdrawal),
} as const

export type SavedBasic = ReturnType<typeof keptSteps.basic.read>
export type SavedSocial = ReturnType<typeof keptSteps.social.read>
export type SavedWithdrawal = ReturnType<typeof keptSteps.withdrawal.read>
