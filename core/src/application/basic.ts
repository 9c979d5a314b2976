import * as z from 'zod/mini'
import { type CivilDay, isCivilDay } from '../calendar.ts'
import {
  choiceOf,
  chosenDay,
  group,
  listedId,
  mobilePhone,
  personName,
  typedPesos,
  typedText,
  wholeNumber,
  yesOrNo,
} from '../form/fields.ts'
import type { FieldProblem } from '../form/problems.ts'
import {
  checkLocality,
  checkPostalCode,
  checkStreet,
  checkStreetNumber,
  LOCALITY_LENGTH_MAX,
  STREET_LENGTH_MAX,
  STREET_NUMBER_LENGTH_MAX,
} from '../identifiers/address.ts'
import { checkAge } from '../identifiers/age.ts'
import { checkCuil, isCuilOf } from '../identifiers/cuil.ts'
import { checkDni } from '../identifiers/dni.ts'
import { educationIds, genderIds, industryIds, loanPurposeIds, overduePeriodIds } from './option-ids.ts'

const LOANS_COUNT_MAX = 1000

/** The basic step. What lies between its fields is in `basicRules`. */
export const basicInfo = z.strictObject({
  first_name: personName(),
  last_name: personName(),
  gender_id: choiceOf(genderIds),
  birth_day: chosenDay(),
  national_id_number: typedText(20, checkDni),
  cuil: typedText(20, checkCuil),
  education_id: choiceOf(educationIds),
  industry_id: choiceOf(industryIds),
  address: group({
    province_id: listedId(),
    district_id: listedId(),
    /** Null when the place is not in the list and is written out instead. */
    locality_id: z.nullable(listedId()),
    locality_other: z.nullable(typedText(LOCALITY_LENGTH_MAX, checkLocality)),
    street: typedText(STREET_LENGTH_MAX, checkStreet),
    street_number: typedText(STREET_NUMBER_LENGTH_MAX, checkStreetNumber),
    postal_code: typedText(12, checkPostalCode),
  }),
  loan_purpose_id: choiceOf(loanPurposeIds),
  whatsapp_phone: mobilePhone(),
  overdue_past_six_months: yesOrNo(),
  longest_overdue_period_id: choiceOf(overduePeriodIds),
  current_internet_loans_centavos: typedPesos(0),
  past_loans_count: wholeNumber(0, LOANS_COUNT_MAX),
  internet_loans_in_progress_count: wholeNumber(0, LOANS_COUNT_MAX),
})

export type BasicInfo = z.output<typeof basicInfo>

type Typed<Value> = Value | null | undefined

/** What the rules look at, as far as it is typed. */
export type BasicTyped = {
  readonly birth_day?: Typed<string>
  readonly national_id_number?: Typed<string>
  readonly cuil?: Typed<string>
  readonly address?: { readonly locality_id?: Typed<string>; readonly locality_other?: Typed<string> } | undefined
  readonly overdue_past_six_months?: Typed<boolean>
  readonly longest_overdue_period_id?: Typed<string>
}

/** What no field can know alone: the age on a day, the CUIL of this DNI, one way to name the place. */
export const basicRules = (info: BasicTyped, today: CivilDay): FieldProblem[] => {
  const problems: FieldProblem[] = []

  const age = isCivilDay(info.birth_day) ? checkAge(info.birth_day, today) : null
  if (age?.ok === false) problems.push({ path: 'birth_day', problem: age.problem })

  const dni = checkDni(info.national_id_number ?? '')
  const cuil = checkCuil(info.cuil ?? '')
  if (dni.ok && cuil.ok && !isCuilOf(cuil.value, dni.value)) problems.push({ path: 'cuil', problem: 'cuil_not_of_dni' })

  const { locality_id, locality_other } = info.address ?? {}
  if (!locality_id && !locality_other) problems.push({ path: 'address.locality_id', problem: 'required_select' })
  if (locality_id && locality_other) problems.push({ path: 'address.locality_other', problem: 'not_valid' })

  if (info.overdue_past_six_months === true && info.longest_overdue_period_id === 'never') {
    problems.push({ path: 'longest_overdue_period_id', problem: 'overdue_period_needed' })
  }
  return problems
}
