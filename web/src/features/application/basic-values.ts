import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import { writePesos } from '../../lib/pesos.ts'

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
