import { m } from '@hola/i18n/compiled/messages.js'
import type { Labels } from './step-form.ts'
import type { BasicValues } from './basic-values.ts'

export const basicLabels: Labels<BasicValues> = {
  first_name: () => m.application_field_first_name(),
  last_name: () => m.application_field_last_name(),
  national_id_number: () => m.application_field_national_id_number(),
  gender_id: () => m.application_field_gender_id(),
  cuil: () => m.application_field_cuil(),
  birth_day: () => m.application_field_birth_day(),
  education_id: () => m.application_field_education_id(),
  industry_id: () => m.application_field_industry_id(),
  has_internet_loans: () => m.application_has_internet_loans(),
  had_loans: () => m.application_had_loans(),
  whatsapp_phone: () => m.application_field_whatsapp_phone(),
  'address.province_id': () => m.application_field_province_id(),
  'address.district_id': () => m.application_field_district_id(),
  'address.locality_id': () => m.application_field_locality_id(),
  'address.locality_kind': () => m.application_field_locality_id(),
  'address.locality_other': () => m.application_field_locality_other(),
  'address.street': () => m.application_field_street(),
  'address.street_number': () => m.application_field_street_number(),
  'address.postal_code': () => m.application_field_postal_code(),
  loan_purpose_id: () => m.application_field_loan_purpose_id(),
  overdue_past_six_months: () => m.application_field_overdue_past_six_months(),
  longest_overdue_period_id: () => m.application_field_longest_overdue_period_id(),
  current_internet_loans_centavos: () => m.application_field_current_internet_loans_centavos(),
  past_loans_count: () => m.application_field_past_loans_count(),
  internet_loans_in_progress_count: () => m.application_field_internet_loans_in_progress_count(),
}
