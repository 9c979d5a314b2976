import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import { readCount, readPesos, writePesos } from '../../lib/pesos.ts'

export type BasicInfo = NonNullable<RetOf<'app/get_basic_info'>['info']>

/** The basic step as it is typed. The order is that of the page: the summary of errors follows it. */
export const emptyBasic = {
  first_name: '',
  last_name: '',
  national_id_number: '',
  gender_id: '',
  cuil: '',
  birth_day: '',
  education_id: '',
  industry_id: '',
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
  loan_purpose_id: '',
  overdue_past_six_months: '',
  longest_overdue_period_id: '',
  current_internet_loans_centavos: '',
  past_loans_count: '',
  internet_loans_in_progress_count: '',
}

export type BasicValues = typeof emptyBasic

/** Folded on the page, and opened when one of them is missing. */
export const loanQuestions = [
  'overdue_past_six_months',
  'longest_overdue_period_id',
  'current_internet_loans_centavos',
  'past_loans_count',
  'internet_loans_in_progress_count',
] as const

export const basicFrom = (info: BasicInfo): BasicValues => ({
  first_name: info.first_name,
  last_name: info.last_name,
  national_id_number: formatDni(info.national_id_number),
  gender_id: info.gender_id,
  cuil: formatCuil(info.cuil),
  birth_day: info.birth_day,
  education_id: info.education_id,
  industry_id: info.industry_id,
  whatsapp_phone: formatPhoneTyped(info.whatsapp_phone),
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
  loan_purpose_id: info.loan_purpose_id,
  overdue_past_six_months: info.overdue_past_six_months ? 'yes' : 'no',
  longest_overdue_period_id: info.longest_overdue_period_id,
  current_internet_loans_centavos: writePesos(info.current_internet_loans_centavos),
  past_loans_count: String(info.past_loans_count),
  internet_loans_in_progress_count: String(info.internet_loans_in_progress_count),
})

const yesOrNo = (typed: string): boolean | undefined => (typed === '' ? undefined : typed === 'yes')

/** The body as far as it is typed; the schema says what is missing. */
export const basicBody = (values: BasicValues) => {
  const { locality_kind, locality_id, locality_other, ...place } = values.address
  const isOther = locality_kind === 'other'
  return {
    ...values,
    address: {
      ...place,
      locality_id: isOther || locality_id === '' ? null : locality_id,
      locality_other: isOther ? locality_other : null,
    },
    overdue_past_six_months: yesOrNo(values.overdue_past_six_months),
    current_internet_loans_centavos: readPesos(values.current_internet_loans_centavos),
    past_loans_count: readCount(values.past_loans_count),
    internet_loans_in_progress_count: readCount(values.internet_loans_in_progress_count),
  }
}
