import {
  educationIds,
  employmentTypeIds,
  genderIds,
  industryIds,
  loanPurposeIds,
  maritalStatusIds,
  overduePeriodIds,
  relationshipIds,
} from '@hola/core/application/option-ids.ts'
import { say, type WordKey } from './words.ts'

export type Option<Id extends string = string> = { readonly id: Id; readonly label: string }

/** A list of choices in a language, from its ids and the message of each: an id without a message does not compile. */
const listOf =
  <Id extends string>(ids: readonly Id[], keyOf: (id: Id) => WordKey) =>
  (language: string): Option<Id>[] =>
    ids.map((id) => ({ id, label: say(keyOf(id), language) }))

/** As the card has it. */
export const genders = listOf(genderIds, (id) => `options_gender_${id}`)
export const educations = listOf(educationIds, (id) => `options_education_${id}`)
export const industries = listOf(industryIds, (id) => `options_industry_${id}`)
export const loanPurposes = listOf(loanPurposeIds, (id) => `options_loan_purpose_${id}`)
export const overduePeriods = listOf(overduePeriodIds, (id) => `options_overdue_period_${id}`)
export const employmentTypes = listOf(employmentTypeIds, (id) => `options_employment_type_${id}`)
export const maritalStatuses = listOf(maritalStatusIds, (id) => `options_marital_status_${id}`)
export const relationships = listOf(relationshipIds, (id) => `options_relationship_${id}`)
