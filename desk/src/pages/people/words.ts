import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { proposalKindNames } from '@hola/core/desk-contract/proposals.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import {
  alertIcon,
  arrowIcon,
  calendarIcon,
  chatIcon,
  checkIcon,
  clockIcon,
  docIcon,
  downloadIcon,
  editIcon,
  eyeIcon,
  mailIcon,
  peopleIcon,
  shareIcon,
  shieldIcon,
  signIcon,
  ticketIcon,
  undoIcon,
  userIcon,
} from '@hola/ui/layout/icons.ts'
import type { LineEvent } from '../../parts/event-line.tsx'
import { sayProposalKind } from '../../proposal-words.ts'
import { sayAct } from '../../words.ts'

export type PersonEvent = DeskRetOf<'people/events'>['events'][number]

type Says = { readonly title: () => string; readonly icon: IconShape; readonly tone?: LineEvent['tone'] }

const orders: Readonly<Record<string, Says>> = {
  signed: { title: m.desk_people_order_signed, icon: signIcon, tone: 'done' },
  paid_out: { title: m.desk_people_order_paid_out, icon: shareIcon, tone: 'done' },
  payout_failed: { title: m.desk_people_order_payout_failed, icon: alertIcon, tone: 'failed' },
  resubmitted: { title: m.desk_people_order_resubmitted, icon: arrowIcon },
  payment: { title: m.desk_people_order_payment, icon: downloadIcon, tone: 'done' },
  payment_reversed: { title: m.desk_people_order_payment_reversed, icon: undoIcon, tone: 'late' },
  extended: { title: m.desk_people_order_extended, icon: calendarIcon },
  withdrawn: { title: m.desk_people_order_withdrawn, icon: undoIcon },
  refunded: { title: m.desk_people_order_refunded, icon: shareIcon },
  refund_reversed: { title: m.desk_people_order_refund_reversed, icon: undoIcon },
  receipt_reversed: { title: m.desk_people_order_receipt_reversed, icon: undoIcon, tone: 'late' },
  waived: { title: m.desk_people_order_waived, icon: ticketIcon, tone: 'done' },
  waiver_reversed: { title: m.desk_people_order_waiver_reversed, icon: undoIcon },
  written_off: { title: m.desk_people_order_written_off, icon: docIcon },
  write_off_reversed: { title: m.desk_people_order_write_off_reversed, icon: undoIcon },
  planned: { title: m.desk_people_order_planned, icon: calendarIcon, tone: 'done' },
  plan_reversed: { title: m.desk_people_order_plan_reversed, icon: undoIcon },
  corrected: { title: m.desk_people_order_corrected, icon: editIcon },
  cleared: { title: m.desk_people_order_cleared, icon: checkIcon, tone: 'done' },
  reopened: { title: m.desk_people_order_reopened, icon: clockIcon },
  cancelled: { title: m.desk_people_order_cancelled, icon: undoIcon },
}

const messages: Readonly<Record<string, () => string>> = {
  three_days_before: m.desk_people_message_three_days_before,
  on_the_day: m.desk_people_message_on_the_day,
  one_day_after: m.desk_people_message_one_day_after,
  seven_days_after: m.desk_people_message_seven_days_after,
  withdrawal_ends: m.desk_people_message_withdrawal_ends,
  new_level: m.desk_people_message_new_level,
  approved: m.desk_people_message_approved,
  refused: m.desk_people_message_refused,
  to_mend: m.desk_people_message_to_mend,
  money_sent: m.desk_people_message_money_sent,
  money_back: m.desk_people_message_money_back,
  payment_credited: m.desk_people_message_payment_credited,
  payment_reversed: m.desk_people_message_payment_reversed,
  contact_talk: m.desk_people_message_contact_talk,
  contact_plan: m.desk_people_message_contact_plan,
  contact_waiver: m.desk_people_message_contact_waiver,
  contact_pause: m.desk_people_message_contact_pause,
  contact_agency_notice: m.desk_people_message_contact_agency_notice,
  opt_out: m.desk_people_message_opt_out,
  opt_in: m.desk_people_message_opt_in,
}

const requests: Readonly<Record<string, () => string>> = {
  regret: m.desk_people_request_regret,
  unsubscribe: m.desk_people_request_unsubscribe,
  complaint: m.desk_people_request_complaint,
}

const consents: Readonly<Record<string, () => string>> = {
  biometric: m.desk_people_consent_biometric,
  device: m.desk_people_consent_device,
  location: m.desk_people_consent_location,
  sms: m.desk_people_consent_sms,
  apps: m.desk_people_consent_apps,
  behaviour: m.desk_people_consent_behaviour,
}

/** A server that is newer than this page may know more: they are shown by their code. */
export const sayConsent = (kind: string): string => consents[kind]?.() ?? kind

const fields: Readonly<Record<string, () => string>> = {
  name: m.desk_people_field_name,
  dni: m.desk_people_field_dni,
  cuil: m.desk_people_field_cuil,
  birth_day: m.desk_people_field_birth_day,
  phone: m.desk_people_field_phone,
  mail: m.desk_people_field_mail,
  address: m.desk_people_field_address,
  account: m.desk_people_field_account,
  income: m.desk_people_field_income,
}

const isProposal = (name: string): name is ProposalKind => proposalKindNames.some((kind) => kind === name)

const saySubject = (subject: string | null): string => {
  if (subject === null) return ''
  return isProposal(subject) ? sayProposalKind(subject) : (fields[subject]?.() ?? '')
}

/** What the desk writes by itself, nobody's words. */
const unsaid = new Set(['search_person', 'see_person', 'see_loan', 'note'])

const opening = /^(see_|open_field$|search_person$)/

const saysOf = ({ kind, name, subject }: PersonEvent): Says => {
  switch (kind) {
    case 'account_opened':
      return { title: m.desk_people_event_account, icon: userIcon }
    case 'application_submitted':
      return { title: m.desk_people_event_submitted, icon: docIcon }
    case 'decided_approved':
      return { title: m.desk_people_event_approved, icon: checkIcon, tone: 'done' }
    case 'decided_refused':
      return { title: m.desk_people_event_refused, icon: alertIcon }
    case 'decided_manual':
      return { title: m.desk_people_event_manual, icon: peopleIcon }
    case 'order':
      return orders[name] ?? { title: () => name, icon: docIcon }
    case 'message':
      return {
        title: messages[name] ?? (() => name),
        icon: mailIcon,
        ...(subject === 'unreachable' ? { tone: 'failed' as const } : {}),
      }
    case 'request_received':
      return { title: requests[name] ?? (() => name), icon: chatIcon }
    case 'request_concluded':
      return { title: m.desk_people_event_answered, icon: chatIcon, tone: 'done' }
    case 'consent_given':
      return { title: m.desk_people_event_consent, icon: shieldIcon }
    case 'consent_withdrawn':
      return { title: m.desk_people_event_consent_off, icon: shieldIcon }
    case 'coupon':
      return { title: m.desk_people_event_coupon, icon: ticketIcon }
    case 'act':
      return { title: () => sayAct(name), icon: opening.test(name) ? eyeIcon : name === 'note' ? editIcon : peopleIcon }
  }
}

const textOf = ({ kind, name, amount_centavos, subject, why, order_number }: PersonEvent): string => {
  const parts = [
    amount_centavos === null ? '' : formatPesos(amount_centavos),
    kind.startsWith('consent_') ? sayConsent(name) : '',
    kind.startsWith('request_') ? (subject ?? '') : '',
    kind === 'coupon' && subject !== null ? m.desk_people_days({ count: Number(subject) }) : '',
    kind === 'act' ? saySubject(subject) : '',
    why === null || unsaid.has(name) ? '' : `“${why}”`,
    order_number ?? '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const whoOf = ({ kind, actor, name }: PersonEvent): LineEvent['who'] => {
  if (actor !== null) return { name: actor, isMember: true }
  const isHers =
    ['account_opened', 'application_submitted', 'request_received', 'consent_given', 'consent_withdrawn'].includes(
      kind,
    ) ||
    (kind === 'message' && ['opt_out', 'opt_in'].includes(name)) ||
    (kind === 'order' && ['signed', 'withdrawn', 'resubmitted', 'payment'].includes(name))
  return { name: isHers ? m.desk_people_who_person() : m.desk_people_who_system(), isMember: false }
}

/** An event of the contract in words. */
export const lineEventOf = (event: PersonEvent): LineEvent => {
  const { title, icon, tone } = saysOf(event)
  return {
    id: event.event_id,
    at: event.at,
    icon,
    tone,
    title: title(),
    text: textOf(event),
    who: whoOf(event),
  }
}
