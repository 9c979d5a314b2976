import type { ActName } from '@hola/core/desk-contract/act-names.ts'
import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'

// Codes of the contract in words. Each is named here, so that the build takes these messages and no others.

const roles: Readonly<Record<StaffRole, { readonly name: () => string; readonly does: () => string }>> = {
  analyst: { name: m.desk_role_analyst, does: m.desk_role_analyst_does },
  support: { name: m.desk_role_support, does: m.desk_role_support_does },
  treasury: { name: m.desk_role_treasury, does: m.desk_role_treasury_does },
  supervisor: { name: m.desk_role_supervisor, does: m.desk_role_supervisor_does },
  auditor: { name: m.desk_role_auditor, does: m.desk_role_auditor_does },
}

export const sayRole = (role: StaffRole): string => roles[role].name()
export const sayWhatRoleDoes = (role: StaffRole): string => roles[role].does()

const acts: Readonly<Record<ActName, () => string>> = {
  search_person: m.desk_act_search_person,
  see_person: m.desk_act_see_person,
  open_field: m.desk_act_open_field,
  note: m.desk_act_note,
  see_loan: m.desk_act_see_loan,
  see_document: m.desk_act_see_document,
  see_case: m.desk_act_see_case,
  see_photos: m.desk_act_see_photos,
  approve: m.desk_act_approve,
  refuse: m.desk_act_refuse,
  retake: m.desk_act_retake,
  coupon: m.desk_act_coupon,
  publish: m.desk_act_publish,
  see_suspense: m.desk_act_see_suspense,
  place: m.desk_act_place,
  transfer: m.desk_act_transfer,
  refund: m.desk_act_refund,
  reconcile: m.desk_act_reconcile,
  see_books: m.desk_act_see_books,
  see_request: m.desk_act_see_request,
  confirm_request: m.desk_act_confirm_request,
  answer_request: m.desk_act_answer_request,
  retry_job: m.desk_act_retry_job,
  ask_payout: m.desk_act_ask_payout,
  send_payout: m.desk_act_send_payout,
  ask_account: m.desk_act_ask_account,
  keep_statement: m.desk_act_keep_statement,
  see_statement: m.desk_act_see_statement,
  enter_statement: m.desk_act_enter_statement,
  return_transfer: m.desk_act_return_transfer,
  note_difference: m.desk_act_note_difference,
  see_erased: m.desk_act_see_erased,
  block: m.desk_act_block,
  unblock: m.desk_act_unblock,
  allow_export: m.desk_act_allow_export,
  export_debtors: m.desk_act_export_debtors,
  sign_in: m.desk_act_sign_in,
  register_passkey: m.desk_act_register_passkey,
  take_work: m.desk_act_take_work,
  release_work: m.desk_act_release_work,
  hand_over_work: m.desk_act_hand_over_work,
  let_command_line_in: m.desk_act_let_command_line_in,
  invite_member: m.desk_act_invite_member,
  suspend_member: m.desk_act_suspend_member,
  propose: m.desk_act_propose,
  approve_proposal: m.desk_act_approve_proposal,
  decline_proposal: m.desk_act_decline_proposal,
  withdraw_proposal: m.desk_act_withdraw_proposal,
  reverse_refund: m.desk_act_reverse_refund,
  unplace: m.desk_act_unplace,
  reverse_transfer: m.desk_act_reverse_transfer,
  restore_transfer: m.desk_act_restore_transfer,
  waive: m.desk_act_waive,
  reverse_waiver: m.desk_act_reverse_waiver,
  make_plan: m.desk_act_make_plan,
  reverse_plan: m.desk_act_reverse_plan,
  write_off: m.desk_act_write_off,
  reverse_write_off: m.desk_act_reverse_write_off,
  contact: m.desk_act_contact,
  record_promise: m.desk_act_record_promise,
  record_opt_out: m.desk_act_record_opt_out,
  hand_to_agency: m.desk_act_hand_to_agency,
  stop: m.desk_act_stop,
  start: m.desk_act_start,
}

/** A server that is newer than this page may know more acts: they are shown by their code. */
export const sayAct = (act: string): string => (act in acts ? acts[act as ActName]() : act)

/** What the keys are called on the keycaps. */
const keys: Readonly<Record<string, () => string>> = {
  space: m.desk_key_space,
  enter: () => '↵',
  escape: () => 'Esc',
}

export const sayKey = (key: string): string => keys[key]?.() ?? key.toUpperCase()
