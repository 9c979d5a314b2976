import type { DataCategory } from '@hola/core/privacy.ts'

/**
 * Everything that is held about a person, table by table: what "my data" counts, what a copy contains. A test holds it
 * against the database, so that a table that names a person cannot be forgotten here.
 */
export type Holding = {
  readonly table: string
  readonly category: DataCategory
  /** When a row came to be; null where nothing says. */
  readonly time: string | null
  /** By what a row is found: her id, an address that she logs in with, or her CUIL. */
  readonly by: 'user' | 'address' | 'user or address' | 'cuil'
  /** The columns that name the row where its sealed values live. */
  readonly key: readonly string[]
  /** What is sealed in it, and what it is once opened. */
  readonly sealed: Readonly<Record<string, 'json' | 'text' | 'bytes'>>
  /** What says nothing about her: secrets of ours, and who of the staff it was. */
  readonly hidden: readonly string[]
}

const holding = (
  category: DataCategory,
  table: string,
  time: string | null,
  { by = 'user', key = ['user_id'], sealed = {}, hidden = [] }: Partial<Holding> = {},
): Holding => ({ table, category, time, by, key, sealed, hidden })

export const holdings: readonly Holding[] = [
  holding('account', 'account', 'created_at'),
  holding('account', 'login_address', 'created_at', {
    key: ['kind', 'address_index'],
    sealed: { sealed_address: 'text' },
  }),
  holding('account', 'session', 'created_at', { hidden: ['token_sha256'] }),
  holding('account', 'login_code', 'created_at', { by: 'address', hidden: ['tried_by'] }),
  holding('account', 'login_origin', null),
  holding('account', 'photo_attempt', null, { key: ['user_id', 'kind'] }),
  holding('form', 'application', 'started_at'),
  holding('form', 'application_step', 'saved_at', { key: ['user_id', 'step'], sealed: { sealed: 'json' } }),
  holding('photos', 'photo', 'stored_at', { key: ['user_id', 'upload_id'], sealed: { sealed_reading: 'json' } }),
  holding('identity_result', 'identity_verdict', 'judged_at'),
  holding('identity_result', 'identity_trace', null, { sealed: { sealed_descriptor: 'bytes' } }),
  holding('identity_result', 'face_match', 'found_at', { hidden: ['other_user_id'] }),
  holding('bureau', 'bureau_report', 'fetched_at', {
    by: 'cuil',
    key: ['cuil_index'],
    sealed: { sealed_report: 'json' },
  }),
  holding('decisions', 'review_decision', 'decided_at', {
    key: ['user_id', 'decision_id'],
    sealed: { sealed_inputs: 'json' },
    hidden: ['decided_by'],
  }),
  holding('loans_and_payments', 'quota', 'changed_at'),
  holding('loans_and_payments', 'loan_order', 'signed_at', {
    key: ['user_id', 'order_id'],
    sealed: { sealed_account: 'json' },
  }),
  holding('loans_and_payments', 'order_event', 'at'),
  holding('loans_and_payments', 'ledger_entry', 'booked_at'),
  holding('loans_and_payments', 'payout_attempt', 'asked_at'),
  holding('loans_and_payments', 'payment', 'requested_at', {
    key: ['user_id', 'payment_id'],
    sealed: { sealed_instructions: 'json' },
  }),
  holding('loans_and_payments', 'receipt', 'heard_at'),
  holding('loans_and_payments', 'receipt_reversal', 'made_at'),
  holding('loans_and_payments', 'refund', 'asked_at'),
  holding('loans_and_payments', 'refund_transfer', 'asked_at'),
  holding('loans_and_payments', 'refund_reversal', 'made_at'),
  holding('loans_and_payments', 'waiver', 'made_at'),
  holding('loans_and_payments', 'waiver_reversal', 'made_at'),
  holding('loans_and_payments', 'write_off', 'made_at'),
  holding('loans_and_payments', 'write_off_reversal', 'made_at'),
  holding('loans_and_payments', 'payment_plan', 'made_at'),
  holding('loans_and_payments', 'payment_plan_part', null),
  holding('loans_and_payments', 'payment_plan_reversal', 'made_at'),
  holding('loans_and_payments', 'apply_request', 'answered_at', {
    key: ['user_id', 'apply_id'],
    sealed: { sealed_answer: 'json' },
  }),
  holding('loans_and_payments', 'repay_request', 'answered_at', {
    key: ['user_id', 'request_id'],
    sealed: { sealed_answer: 'json' },
  }),
  holding('agreements', 'agreement', 'made_at', {
    key: ['user_id', 'sha256'],
    sealed: { sealed_facts: 'json', sealed_pdf: 'bytes' },
  }),
  holding('agreements', 'signature_evidence', null, {
    key: ['user_id', 'entry_number'],
    sealed: { sealed_entry: 'json' },
  }),
  holding('coupons', 'coupon', 'granted_at'),
  holding('messages', 'reminder', 'tried_at'),
  holding('messages', 'news', 'tried_at'),
  holding('messages', 'message_choice', 'off_at'),
  // What was said about a debt belongs to the loan, and stays as long as it does.
  holding('loans_and_payments', 'contact_attempt', 'attempted_at', {
    key: ['user_id', 'contact_number'],
    sealed: { sealed_text: 'text' },
    hidden: ['member_id', 'previous_number', 'before_number', 'previous_day', 'before_day'],
  }),
  holding('loans_and_payments', 'contact_outcome', 'at', { key: ['user_id', 'contact_number'] }),
  holding('loans_and_payments', 'contact_opt_out', 'chosen_at', {
    key: ['user_id', 'choice_number'],
    hidden: ['member_id'],
  }),
  holding('loans_and_payments', 'promise', 'made_at', { key: ['user_id', 'promise_id'], hidden: ['member_id'] }),
  holding('loans_and_payments', 'agency_handover', 'handed_at', { key: ['user_id', 'order_id'] }),
  holding('consumer_requests', 'consumer_request', 'received_at', {
    by: 'user or address',
    key: ['tracking_number'],
    sealed: { sealed_address: 'text', sealed_words: 'json', sealed_answer: 'text' },
  }),
  holding('device_data', 'device_record', 'stored_at', {
    key: ['user_id', 'kind', 'record_index'],
    sealed: { sealed_record: 'json' },
  }),
  holding('device_data', 'device_upload', 'sent_at'),
  holding('consents', 'agreed_text', 'agreed_at'),
  holding('consents', 'consent', 'given_at'),
  holding('access_log', 'data_access', 'at', { hidden: ['actor_name'] }),
  holding('access_log', 'proposal', 'proposed_at', { key: ['proposal_id'], hidden: ['proposed_by', 'details'] }),
  holding('access_log', 'note', 'written_at', {
    key: ['user_id', 'note_id'],
    sealed: { sealed_text: 'text' },
    hidden: ['member_id'],
  }),
  holding('access_log', 'desk_act', 'acted_at', {
    hidden: ['actor', 'member_id', 'entry_number', 'previous_sha256', 'entry_sha256'],
  }),
]
