import { m } from '@hola/i18n/compiled/messages.js'
import type { Labels } from './step-form.ts'
import type { WithdrawalValues } from './withdrawal-values.ts'

export const withdrawalLabels: Labels<WithdrawalValues> = {
  institution_kind: () => m.application_field_institution_kind(),
  institution_id: () => m.application_field_institution_id(),
  account_number: () => m.application_field_account_number(),
  full_name: () => m.application_field_full_name(),
}
