/**
 * What somebody did on a screen, and never what she typed: an event has a name from a list, a time, and what happened
 * meanwhile. There is no place in it where words could stand.
 */

/** The screens on which it is looked at how it went. */
export const behaviourScreens = [
  'step_basic',
  'step_social',
  'step_withdrawal',
  'photos',
  'loan_choose',
  'loan_offer',
  'agreement',
  'sign',
  'repay',
] as const

export type BehaviourScreen = (typeof behaviourScreens)[number]

/** What can happen on one of them. */
export const behaviourActs = ['correct', 'paste', 'problem', 'hide', 'show', 'submit', 'leave'] as const

export type BehaviourAct = (typeof behaviourActs)[number]

/** Which field was corrected or pasted into: the names of the three forms, a group for all that is in it. */
export const behaviourFields = [
  'first_name',
  'last_name',
  'gender_id',
  'birth_day',
  'national_id_number',
  'cuil',
  'education_id',
  'industry_id',
  'address',
  'loan_purpose_id',
  'whatsapp_phone',
  'overdue_past_six_months',
  'longest_overdue_period_id',
  'current_internet_loans_centavos',
  'past_loans_count',
  'internet_loans_in_progress_count',
  'employment_type_id',
  'monthly_salary_centavos',
  'marital_status_id',
  'emergency_contact_1',
  'emergency_contact_2',
  'institution_kind',
  'institution_id',
  'account_number',
  'full_name',
] as const

export type BehaviourField = (typeof behaviourFields)[number]

/** On one visit of a screen; what goes beyond is not worth keeping. */
export const BEHAVIOUR_ACTS_MAX = 100

/** Opening a screen, with what happened on it. Times are milliseconds since 1970. */
export type BehaviourEvent = {
  readonly key: BehaviourScreen
  readonly time: number
  readonly events?: readonly {
    readonly key: BehaviourAct
    readonly time: number
    readonly field?: BehaviourField
  }[]
}
