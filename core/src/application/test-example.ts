import { civilDay } from '../calendar.ts'
import { centavos } from '../money.ts'
import type { BasicInfo } from './basic.ts'

/** An invented applicant, whom the tests, the simulation and the browser journeys fill the first step in with. */
export const exampleBasic: BasicInfo = {
  first_name: 'Lucía',
  last_name: 'Romero',
  gender_id: 'f',
  birth_day: civilDay('1983-08-14'),
  national_id_number: '30111222',
  cuil: '27301112225',
  education_id: 'secondary',
  industry_id: 'commerce',
  address: {
    province_id: '06',
    district_id: '06854',
    locality_id: '06854100',
    locality_other: null,
    street: 'Av. San Martín',
    street_number: '1234',
    postal_code: 'B6660ABC',
  },
  loan_purpose_id: 'bills',
  whatsapp_phone: '+5491123456789',
  overdue_past_six_months: false,
  longest_overdue_period_id: 'never',
  current_internet_loans_centavos: centavos(0),
  past_loans_count: 2,
  internet_loans_in_progress_count: 0,
}

/** The same as people type: it comes out of the form as above. */
export const exampleTyped = {
  ...exampleBasic,
  first_name: ' Lucía ',
  national_id_number: '30.111.222',
  cuil: '27-30111222-5',
  address: { ...exampleBasic.address, postal_code: 'b6660abc' },
  whatsapp_phone: '011 15 2345-6789',
}
