/**
 * Every reason that a decision can have. They are stored with decisions and named in the rules: a code may be added,
 * never renamed or taken away. Their words are the server's, in the language of the request.
 */
export const reviewReasons = [
  // Who it is.
  'identity_photos_do_not_match',
  'identity_card_expired',
  'identity_other_dni',
  'identity_sides_differ',
  'identity_needs_a_person',
  'identity_not_read',
  'age_not_accepted',
  'dni_in_another_account',
  // What the bureau says.
  'bureau_situation_now',
  'bureau_situation_past',
  'bureau_rejected_cheques',
  'bureau_situation_2',
  'bureau_thin_file',
  'bureau_in_review',
  'bureau_legal_situation',
  'bureau_unavailable',
  // What the person says, and what we know of her.
  'declared_overdue',
  'own_overdue',
  'score_low',
  'not_affordable',
  'limited_by_income',
  // What only a person can find.
  'decided_by_a_person',
  'income_not_plausible',
  'facts_missing',
] as const

export type ReviewReason = (typeof reviewReasons)[number]

export const isReviewReason = (code: string): code is ReviewReason => reviewReasons.some((reason) => reason === code)

/** What these say is no reason to refuse anybody: that a person looks, or why a limit is lower. */
type NotForRefusals =
  | 'identity_needs_a_person'
  | 'identity_not_read'
  | 'bureau_situation_2'
  | 'bureau_thin_file'
  | 'bureau_in_review'
  | 'bureau_unavailable'
  | 'limited_by_income'
  | 'facts_missing'

/** The reasons that a person of the staff can refuse for. */
export const refusalReasons = [
  'identity_photos_do_not_match',
  'identity_card_expired',
  'identity_other_dni',
  'identity_sides_differ',
  'age_not_accepted',
  'dni_in_another_account',
  'bureau_situation_now',
  'bureau_situation_past',
  'bureau_rejected_cheques',
  'bureau_legal_situation',
  'declared_overdue',
  'own_overdue',
  'score_low',
  'not_affordable',
  'decided_by_a_person',
  'income_not_plausible',
] as const satisfies readonly Exclude<ReviewReason, NotForRefusals>[]
