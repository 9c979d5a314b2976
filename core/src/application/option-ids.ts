/**
 * The ids of every list of choices, in the order they are shown. They are stored with applications and read back by
 * the same schema: an id may be added, never renamed or taken away. Their labels are the messages `options_…`, which the
 * browser does not need: the server sends them in the language of the request.
 */

export const genderIds = ['f', 'm', 'x'] as const
export type GenderId = (typeof genderIds)[number]

export const educationIds = [
  'none',
  'primary',
  'secondary_incomplete',
  'secondary',
  'tertiary',
  'university_incomplete',
  'university',
  'postgraduate',
] as const

export const industryIds = [
  'commerce',
  'construction',
  'domestic_work',
  'manufacturing',
  'transport',
  'hospitality',
  'health',
  'education',
  'public_administration',
  'security',
  'agriculture',
  'energy_mining',
  'technology',
  'finance',
  'professional_services',
  'personal_services',
  'culture',
  'other',
  'not_working',
] as const

export const loanPurposeIds = [
  'daily_expenses',
  'bills',
  'other_debts',
  'health',
  'home',
  'education',
  'work',
  'vehicle',
  'purchase',
  'family_event',
  'travel',
  'other',
] as const

export const overduePeriodIds = [
  'never',
  'days_1_7',
  'days_8_30',
  'days_31_90',
  'days_91_180',
  'days_over_180',
] as const

export const employmentTypeIds = [
  'employee',
  'employee_informal',
  'monotributo',
  'self_employed',
  'retired',
  'social_benefit',
  'student',
  'unemployed',
] as const

export const maritalStatusIds = ['single', 'cohabiting', 'married', 'separated', 'divorced', 'widowed'] as const

export const relationshipIds = [
  'partner',
  'parent',
  'child',
  'sibling',
  'relative',
  'friend',
  'coworker',
  'neighbour',
  'other',
] as const
