import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { writePesos } from '../../lib/pesos.ts'
import type { Labels } from './step-form.ts'

export type BasicLists = RetOf<'app/get_list_page1_new'>
export type BasicInfo = NonNullable<RetOf<'app/get_basic_info'>['info']>

/** The basic step as it is typed. The order is that of the page: the summary of errors follows it. */
export const emptyBasic = {
  first_name: '',
  last_name: '',
  national_id_number: '',
  gender_id: '',
  birth_day: '',
  cuil: '',
  whatsapp_phone: '',
  address: {
    province_id: '',
    district_id: '',
    locality_id: '',
    /** `other` when the place is not in the list and is written out. */
    locality_kind: '',
    locality_other: '',
    street: '',
    street_number: '',
    postal_code: '',
  },
  education_id: '',
  industry_id: '',
  loan_purpose_id: '',
  overdue_past_six_months: '',
  longest_overdue_period_id: '',
  /** `no` answers the two questions below it. */
  has_internet_loans: '',
  internet_loans_in_progress_count: '',
  current_internet_loans_centavos: '',
  /** `no` answers the one below it. */
  had_loans: '',
  past_loans_count: '',
}

export type BasicValues = typeof emptyBasic

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

export const basicFrom = (info: BasicInfo): BasicValues => ({
  first_name: info.first_name,
  last_name: info.last_name,
  national_id_number: formatDni(info.national_id_number),
  gender_id: info.gender_id,
  cuil: formatCuil(info.cuil),
  birth_day: info.birth_day,
  address: {
    province_id: info.address.province_id,
    district_id: info.address.district_id,
    locality_id: info.address.locality_id ?? '',
    locality_kind: info.address.locality_other === null ? '' : 'other',
    locality_other: info.address.locality_other ?? '',
    street: info.address.street,
    street_number: info.address.street_number,
    postal_code: info.address.postal_code,
  },
  whatsapp_phone: formatPhoneTyped(info.whatsapp_phone),
  education_id: info.education_id,
  industry_id: info.industry_id,
  loan_purpose_id: info.loan_purpose_id,
  overdue_past_six_months: info.overdue_past_six_months ? 'yes' : 'no',
  longest_overdue_period_id: info.overdue_past_six_months ? info.longest_overdue_period_id : '',
  ...internetLoansFrom(info),
  had_loans: info.past_loans_count === 0 ? 'no' : 'yes',
  past_loans_count: info.past_loans_count === 0 ? '' : String(info.past_loans_count),
})

const internetLoansFrom = ({
  internet_loans_in_progress_count: count,
  current_internet_loans_centavos: centavos,
}: BasicInfo) =>
  count === 0 && centavos === 0
    ? { has_internet_loans: 'no', internet_loans_in_progress_count: '', current_internet_loans_centavos: '' }
    : {
        has_internet_loans: 'yes',
        internet_loans_in_progress_count: String(count),
        current_internet_loans_centavos: writePesos(centavos),
      }
