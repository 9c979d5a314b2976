import type { ReviewReason } from '@hola/core/review/reasons.ts'
import { m } from '@hola/i18n/compiled/messages.js'

// Why a case waits or was decided, in words for the staff. The codes are those of the review and of the identity check.

const review: Readonly<Record<ReviewReason, () => string>> = {
  identity_photos_do_not_match: m.desk_queue_why_identity_photos_do_not_match,
  identity_card_expired: m.desk_queue_why_identity_card_expired,
  identity_other_dni: m.desk_queue_why_identity_other_dni,
  identity_sides_differ: m.desk_queue_why_identity_sides_differ,
  identity_needs_a_person: m.desk_queue_why_identity_needs_a_person,
  identity_not_read: m.desk_queue_why_identity_not_read,
  age_not_accepted: m.desk_queue_why_age_not_accepted,
  dni_in_another_account: m.desk_queue_why_dni_in_another_account,
  bureau_situation_now: m.desk_queue_why_bureau_situation_now,
  bureau_situation_past: m.desk_queue_why_bureau_situation_past,
  bureau_rejected_cheques: m.desk_queue_why_bureau_rejected_cheques,
  bureau_situation_2: m.desk_queue_why_bureau_situation_2,
  bureau_thin_file: m.desk_queue_why_bureau_thin_file,
  bureau_in_review: m.desk_queue_why_bureau_in_review,
  bureau_legal_situation: m.desk_queue_why_bureau_legal_situation,
  bureau_unavailable: m.desk_queue_why_bureau_unavailable,
  declared_overdue: m.desk_queue_why_declared_overdue,
  own_overdue: m.desk_queue_why_own_overdue,
  score_low: m.desk_queue_why_score_low,
  not_affordable: m.desk_queue_why_not_affordable,
  limited_by_income: m.desk_queue_why_limited_by_income,
  decided_by_a_person: m.desk_queue_why_decided_by_a_person,
  income_not_plausible: m.desk_queue_why_income_not_plausible,
  facts_missing: m.desk_queue_why_facts_missing,
}

const identity: Readonly<Record<string, () => string>> = {
  front_unusable: m.desk_queue_why_photo_front_unusable,
  back_unusable: m.desk_queue_why_photo_back_unusable,
  selfie_unusable: m.desk_queue_why_photo_selfie_unusable,
  front_blurred: m.desk_queue_why_photo_front_blurred,
  back_blurred: m.desk_queue_why_photo_back_blurred,
  selfie_blurred: m.desk_queue_why_photo_selfie_blurred,
  front_asked_again: m.desk_queue_why_photo_front_asked_again,
  back_asked_again: m.desk_queue_why_photo_back_asked_again,
  selfie_asked_again: m.desk_queue_why_photo_selfie_asked_again,
  not_processed: m.desk_queue_why_photo_not_processed,
  selfie_without_face: m.desk_queue_why_photo_selfie_without_face,
  selfie_with_several_faces: m.desk_queue_why_photo_selfie_with_several_faces,
  portrait_not_found: m.desk_queue_why_photo_portrait_not_found,
  card_unread: m.desk_queue_why_photo_card_unread,
  dni_differs: m.desk_queue_why_photo_dni_differs,
  birth_differs: m.desk_queue_why_photo_birth_differs,
  sex_differs: m.desk_queue_why_photo_sex_differs,
  names_differ: m.desk_queue_why_photo_names_differ,
  card_of_another_dni: m.desk_queue_why_photo_card_of_another_dni,
  sides_differ: m.desk_queue_why_photo_sides_differ,
  sides_differ_again: m.desk_queue_why_photo_sides_differ_again,
  expiry_unread: m.desk_queue_why_photo_expiry_unread,
  card_expired: m.desk_queue_why_photo_card_expired,
  face_uncertain: m.desk_queue_why_photo_face_uncertain,
  face_differs: m.desk_queue_why_photo_face_differs,
  face_differs_again: m.desk_queue_why_photo_face_differs_again,
  image_reused: m.desk_queue_why_photo_image_reused,
  face_reused: m.desk_queue_why_photo_face_reused,
  selfie_perhaps_of_picture: m.desk_queue_why_photo_selfie_perhaps_of_picture,
  retakes_used_up: m.desk_queue_why_photo_retakes_used_up,
}

/** A reason of the review or of the identity check; one that this page does not know yet is shown by its code. */
export const sayReason = (code: string): string =>
  (code in review ? review[code as ReviewReason] : identity[code])?.() ?? code
