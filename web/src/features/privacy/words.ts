import type { RetOf } from '@hola/core/contract/contract.ts'
import type {
  AccessActor,
  AccessPurpose,
  DataCategory,
  ErasureObstacle,
  PhotosKeptBecause,
} from '@hola/core/privacy.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { ConsentKind } from '../../shared/consents/consents.ts'
import { bankIcon, clockIcon, faceIcon, chatIcon, phoneIcon, pinIcon } from '@hola/ui/layout/icons.ts'

export type PrivacyState = RetOf<'privacy/state'>

type Words<Name extends string> = Readonly<Record<Name, () => string>>

export const kinds: Readonly<
  Record<ConsentKind, { readonly icon: string; readonly name: () => string; readonly text: () => string }>
> = {
  device: { icon: phoneIcon, name: () => m.privacy_kind_device(), text: () => m.privacy_kind_device_text() },
  location: { icon: pinIcon, name: () => m.privacy_kind_location(), text: () => m.privacy_kind_location_text() },
  sms: { icon: chatIcon, name: () => m.privacy_kind_sms(), text: () => m.privacy_kind_sms_text() },
  apps: { icon: bankIcon, name: () => m.privacy_kind_apps(), text: () => m.privacy_kind_apps_text() },
  behaviour: { icon: clockIcon, name: () => m.privacy_kind_behaviour(), text: () => m.privacy_kind_behaviour_text() },
  biometric: { icon: faceIcon, name: () => m.privacy_kind_biometric(), text: () => m.privacy_kind_biometric_text() },
}

export const categories: Readonly<Record<DataCategory, { readonly name: () => string; readonly why: () => string }>> = {
  account: { name: () => m.privacy_category_account(), why: () => m.privacy_category_account_why() },
  form: { name: () => m.privacy_category_form(), why: () => m.privacy_category_form_why() },
  photos: { name: () => m.privacy_category_photos(), why: () => m.privacy_category_photos_why() },
  identity_result: {
    name: () => m.privacy_category_identity_result(),
    why: () => m.privacy_category_identity_result_why(),
  },
  bureau: { name: () => m.privacy_category_bureau(), why: () => m.privacy_category_bureau_why() },
  decisions: { name: () => m.privacy_category_decisions(), why: () => m.privacy_category_decisions_why() },
  loans_and_payments: {
    name: () => m.privacy_category_loans_and_payments(),
    why: () => m.privacy_category_loans_and_payments_why(),
  },
  agreements: { name: () => m.privacy_category_agreements(), why: () => m.privacy_category_agreements_why() },
  coupons: { name: () => m.privacy_category_coupons(), why: () => m.privacy_category_coupons_why() },
  messages: { name: () => m.privacy_category_messages(), why: () => m.privacy_category_messages_why() },
  consumer_requests: {
    name: () => m.privacy_category_consumer_requests(),
    why: () => m.privacy_category_consumer_requests_why(),
  },
  device_data: { name: () => m.privacy_category_device_data(), why: () => m.privacy_category_device_data_why() },
  consents: { name: () => m.privacy_category_consents(), why: () => m.privacy_category_consents_why() },
  access_log: { name: () => m.privacy_category_access_log(), why: () => m.privacy_category_access_log_why() },
}

export const actors: Words<AccessActor> = {
  you: () => m.privacy_actor_you(),
  review: () => m.privacy_actor_review(),
  desk: () => m.privacy_actor_desk(),
  retention: () => m.privacy_actor_retention(),
}

export const purposes: Words<AccessPurpose> = {
  download: () => m.privacy_purpose_download(),
  decision: () => m.privacy_purpose_decision(),
  manual_review: () => m.privacy_purpose_manual_review(),
  identity_check: () => m.privacy_purpose_identity_check(),
  support: () => m.privacy_purpose_support(),
  consent_withdrawn: () => m.privacy_purpose_consent_withdrawn(),
  too_old: () => m.privacy_purpose_too_old(),
  central_bank: () => m.privacy_purpose_central_bank(),
  erasure: () => m.privacy_purpose_erasure(),
}

export const photosStay: Words<PhotosKeptBecause> = {
  open_application: () => m.privacy_photos_open_application(),
  open_loan: () => m.privacy_photos_open_loan(),
  law: () => m.privacy_photos_law(),
}

/** Why the account cannot be erased, and where that can be changed. */
export const obstacles = {
  open_loan: {
    text: () => m.privacy_obstacle_open_loan(),
    go: () => m.privacy_obstacle_open_loan_go(),
    url: '/pages/my-loan/my-loan',
  },
  credit_to_refund: {
    text: () => m.privacy_obstacle_credit_to_refund(),
    go: () => m.privacy_obstacle_credit_to_refund_go(),
    url: '/pages/custom-service/custom-service',
  },
  application_in_review: {
    text: () => m.privacy_obstacle_application_in_review(),
    go: () => m.privacy_obstacle_application_in_review_go(),
    url: '/pages/index/review-state/review-state',
  },
  open_request: {
    text: () => m.privacy_obstacle_open_request(),
    go: () => m.privacy_obstacle_open_request_go(),
    url: '/pages/consumer/unsubscribe',
  },
} as const satisfies Record<ErasureObstacle, { text: () => string; go: () => string; url: string }>

export const countWords = (count: number): string =>
  count === 1 ? m.privacy_records_one() : m.privacy_records({ count })

/** The moment in words: the day and the minute. */
export const whenOf = (instant: string): { date: string; time: string } => ({
  date: formatDate(instant),
  time: formatTime(instant),
})
