import * as z from 'zod/mini'
import { choiceOf, group, mobilePhone, personName, typedPesos } from '../form/fields.ts'
import type { FieldProblem } from '../form/problems.ts'
import { checkPhone } from '../identifiers/phone.ts'
import { employmentTypeIds, maritalStatusIds, relationshipIds } from './option-ids.ts'

const emergencyContact = () =>
  group({ relationship_id: choiceOf(relationshipIds), contact_name: personName(), contact_phone: mobilePhone() })

/** The social step. What lies between its fields is in `socialRules`. */
export const extraInfo = z.strictObject({
  employment_type_id: choiceOf(employmentTypeIds),
  monthly_salary_centavos: typedPesos(100),
  marital_status_id: choiceOf(maritalStatusIds),
  emergency_contact_1: emergencyContact(),
  emergency_contact_2: emergencyContact(),
})

type ContactTyped = { readonly contact_phone?: string | null | undefined } | undefined

/** What the rules look at, as far as it is typed. */
export type SocialTyped = { readonly emergency_contact_1?: ContactTyped; readonly emergency_contact_2?: ContactTyped }

/**
 * The two contacts can be reached by two phones, and neither is the applicant's own. Phones are compared as they are
 * stored, so that `011 15…` and `+54 9 11…` are the same one.
 */
export const socialRules = (info: SocialTyped, ownPhones: readonly (string | null | undefined)[]): FieldProblem[] => {
  const taken = new Set(ownPhones.map(storedPhone))
  return (['emergency_contact_1', 'emergency_contact_2'] as const).flatMap((contact) => {
    const phone = storedPhone(info[contact]?.contact_phone)
    if (phone === null) return []
    if (taken.has(phone)) return [{ path: `${contact}.contact_phone`, problem: 'same_phone' as const }]
    taken.add(phone)
    return []
  })
}

const storedPhone = (typed: string | null | undefined): string | null => {
  const phone = checkPhone(typed ?? '')
  return phone.ok ? phone.value : null
}
