import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import { readPesos, writePesos } from '../../lib/pesos.ts'

export type ExtraInfo = NonNullable<RetOf<'app/get_extra_info'>['info']>

const emptyContact = { relationship_id: '', contact_name: '', contact_phone: '' }

/** The social step as it is typed, in the order of the page. */
export const emptySocial = {
  employment_type_id: '',
  monthly_salary_centavos: '',
  marital_status_id: '',
  emergency_contact_1: emptyContact,
  emergency_contact_2: emptyContact,
}

export type SocialValues = typeof emptySocial

const contactFrom = ({ contact_phone, ...contact }: ExtraInfo['emergency_contact_1']): typeof emptyContact => ({
  ...contact,
  contact_phone: formatPhoneTyped(contact_phone),
})

export const socialFrom = (info: ExtraInfo): SocialValues => ({
  employment_type_id: info.employment_type_id,
  monthly_salary_centavos: writePesos(info.monthly_salary_centavos),
  marital_status_id: info.marital_status_id,
  emergency_contact_1: contactFrom(info.emergency_contact_1),
  emergency_contact_2: contactFrom(info.emergency_contact_2),
})

export const socialBody = (values: SocialValues) => ({
  ...values,
  monthly_salary_centavos: readPesos(values.monthly_salary_centavos),
})
