/** What is fixed behind "my data": the time that the law gives, what there can be about a person, who may look at it, and why. */

/** Ley 25.326, articles 14 and 16: within these she is told what is held, and what is wrong is corrected. */
export const ACCESS_DAYS = 10
export const CORRECTION_BUSINESS_DAYS = 5

/** Everything we hold belongs to one of these. */
export const dataCategories = [
  'account',
  'form',
  'photos',
  'identity_result',
  'bureau',
  'decisions',
  'loans_and_payments',
  'agreements',
  'coupons',
  'messages',
  'consumer_requests',
  'device_data',
  'consents',
  'access_log',
] as const

export type DataCategory = (typeof dataCategories)[number]

/** Who opened or deleted something: the person herself, the review, the lender's staff, the nightly deletion. */
export const accessActors = ['you', 'review', 'desk', 'retention'] as const

export type AccessActor = (typeof accessActors)[number]

export const accessPurposes = [
  'download',
  'decision',
  'manual_review',
  'identity_check',
  'support',
  'consent_withdrawn',
  'too_old',
  'erasure',
  'central_bank',
] as const

export type AccessPurpose = (typeof accessPurposes)[number]

/** What stands in the way of erasing an account, the first that applies. */
export const erasureObstacles = ['open_loan', 'credit_to_refund', 'application_in_review', 'open_request'] as const

export type ErasureObstacle = (typeof erasureObstacles)[number]

/**
 * Why photos stay when the consent to them is withdrawn: an application that is in review or approved, a loan that is not
 * settled, or the law on money laundering, by which a lender keeps the DNI of whoever it lent to.
 */
export const photosKeptBecause = ['open_application', 'open_loan', 'law'] as const

export type PhotosKeptBecause = (typeof photosKeptBecause)[number]
