import { m } from '@hola/i18n/compiled/messages.js'
import type { Labels } from './step-form.ts'
import type { SocialValues } from './social-values.ts'

export const socialLabels: Labels<SocialValues> = {
  employment_type_id: () => m.application_field_employment_type_id(),
  monthly_salary_centavos: () => m.application_field_monthly_salary_centavos(),
  marital_status_id: () => m.application_field_marital_status_id(),
  'emergency_contact_1.relationship_id': () => m.application_field_contact_1_relationship_id(),
  'emergency_contact_1.contact_name': () => m.application_field_contact_1_name(),
  'emergency_contact_1.contact_phone': () => m.application_field_contact_1_phone(),
  'emergency_contact_2.relationship_id': () => m.application_field_contact_2_relationship_id(),
  'emergency_contact_2.contact_name': () => m.application_field_contact_2_name(),
  'emergency_contact_2.contact_phone': () => m.application_field_contact_2_phone(),
}
