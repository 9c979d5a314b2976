import type { ConsumerRequestKind } from '@hola/core/consumer.ts'
import {
  COMPLAINT_ANSWER_BUSINESS_DAYS,
  CONSUMER_ANSWER_HOURS,
  DATA_ACCESS_ANSWER_DAYS,
  DATA_CHANGE_ANSWER_BUSINESS_DAYS,
  requestLaws,
} from '@hola/core/consumer.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import { chatIcon, closeIcon, docIcon, editIcon, undoIcon } from '@hola/ui/layout/icons.ts'

// What consumers ask for, in words. Each message is named here, so that the build takes these and no others.

export type Request = DeskRetOf<'requests/show'>['request']

type KindWords = { readonly name: () => string; readonly limit: () => string; readonly icon: IconShape }

const kinds: Readonly<Record<ConsumerRequestKind, KindWords>> = {
  regret: {
    name: m.desk_care_kind_regret,
    limit: () => m.desk_care_limit_hours({ count: CONSUMER_ANSWER_HOURS }),
    icon: undoIcon,
  },
  unsubscribe: {
    name: m.desk_care_kind_unsubscribe,
    limit: () => m.desk_care_limit_hours({ count: CONSUMER_ANSWER_HOURS }),
    icon: closeIcon,
  },
  complaint: {
    name: m.desk_care_kind_complaint,
    limit: () => m.desk_care_limit_business_days({ count: COMPLAINT_ANSWER_BUSINESS_DAYS }),
    icon: chatIcon,
  },
  data_access: {
    name: m.desk_care_kind_data_access,
    limit: () => m.desk_care_limit_days({ count: DATA_ACCESS_ANSWER_DAYS }),
    icon: docIcon,
  },
  data_change: {
    name: m.desk_care_kind_data_change,
    limit: () => m.desk_care_limit_business_days({ count: DATA_CHANGE_ANSWER_BUSINESS_DAYS }),
    icon: editIcon,
  },
}

/** How long there is for it, and by which law. */
export const sayLaw = (kind: ConsumerRequestKind): string =>
  m.desk_care_law({ limit: kinds[kind].limit(), law: requestLaws[kind] })

export const kindWords = (kind: ConsumerRequestKind): KindWords => kinds[kind]

const situations: Readonly<Record<Request['situation'], () => string>> = {
  which_loan: m.desk_care_situation_which_loan,
  confirm_regret: m.desk_care_situation_confirm_regret,
  on_its_way: m.desk_care_situation_on_its_way,
  return: m.desk_care_situation_return,
  no_account: m.desk_care_situation_no_account,
  confirm_end: m.desk_care_situation_confirm_end,
  after_loan: m.desk_care_situation_after_loan,
  in_hand: m.desk_care_situation_in_hand,
  to_cancel: m.desk_care_situation_to_cancel,
  to_end: m.desk_care_situation_to_end,
  cancelled: m.desk_care_situation_cancelled,
  withdrawn: m.desk_care_situation_withdrawn,
  ended: m.desk_care_situation_ended,
  answered: m.desk_care_situation_answered,
  paid: m.desk_care_situation_paid,
  too_late: m.desk_care_situation_too_late,
  not_returned: m.desk_care_situation_not_returned,
  no_loan: m.desk_care_situation_no_loan,
  declined: m.desk_care_situation_declined,
}

export const saySituation = (situation: Request['situation']): string => situations[situation]()

const templates: Readonly<Record<string, () => string>> = {
  who_are_you: m.desk_care_template_who_are_you,
  no_account: m.desk_care_template_no_account,
  you_are_right: m.desk_care_template_you_are_right,
  what_happened: m.desk_care_template_what_happened,
  more_facts: m.desk_care_template_more_facts,
  copy_in_app: m.desk_care_template_copy_in_app,
  changed: m.desk_care_template_changed,
  kept_by_law: m.desk_care_template_kept_by_law,
}

/** A server that is newer than this page may know more of them: they are shown by their code. */
export const sayTemplate = (name: string): string => templates[name]?.() ?? name

export const sayWhen = (instant: string): string => `${formatDate(instant)} ${formatTime(instant)}`

/** What is left of its clock. */
export const clockOf = ({ kind, received_at, answer_until_at, business_days }: Request) => ({
  since: received_at,
  until: answer_until_at,
  limit: kindWords(kind).limit(),
  // The day on which it came is none of them, and the next one is the first.
  businessDay: business_days === null ? undefined : { ...business_days, number: Math.max(1, business_days.number) },
})

/** How it went, as a sentence. */
export const sayAnswered = ({ answered_at, is_late }: Request): string =>
  answered_at === null
    ? m.desk_care_answered_running()
    : `${sayWhen(answered_at)}, ${is_late ? m.desk_care_late() : m.desk_care_in_time()}`
