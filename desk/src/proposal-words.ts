import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import type { LedgerAccount } from '@hola/core/ledger/ledger.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatRate } from '@hola/i18n/format.ts'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { fieldNames } from './product-words.ts'

// What takes two people, and what it does, in words. Each message is named here, so that the build takes these and no others.

const kinds: Readonly<Record<ProposalKind, () => string>> = {
  refund: m.desk_proposals_kind_refund,
  refund_reversal: m.desk_proposals_kind_refund_reversal,
  payout_resend: m.desk_proposals_kind_payout_resend,
  transfer: m.desk_proposals_kind_transfer,
  place: m.desk_proposals_kind_place,
  unplacing: m.desk_proposals_kind_unplacing,
  transfer_reversal: m.desk_proposals_kind_transfer_reversal,
  transfer_restoration: m.desk_proposals_kind_transfer_restoration,
  transfer_return: m.desk_proposals_kind_transfer_return,
  statement: m.desk_proposals_kind_statement,
  waiver: m.desk_proposals_kind_waiver,
  waiver_reversal: m.desk_proposals_kind_waiver_reversal,
  plan: m.desk_proposals_kind_plan,
  plan_reversal: m.desk_proposals_kind_plan_reversal,
  write_off: m.desk_proposals_kind_write_off,
  write_off_reversal: m.desk_proposals_kind_write_off_reversal,
  publication: m.desk_proposals_kind_publication,
  limit: m.desk_proposals_kind_limit,
  coupon: m.desk_proposals_kind_coupon,
  block: m.desk_proposals_kind_block,
  unblock: m.desk_proposals_kind_unblock,
  export: m.desk_proposals_kind_export,
  debtors_report: m.desk_proposals_kind_debtors_report,
  start: m.desk_proposals_kind_start,
  agency: m.desk_proposals_kind_agency,
  member: m.desk_proposals_kind_member,
}

export const sayProposalKind = (kind: ProposalKind): string => kinds[kind]()

const accounts: Readonly<Record<LedgerAccount, () => string>> = {
  principal: m.desk_ledger_principal,
  interest: m.desk_ledger_interest,
  interest_vat: m.desk_ledger_interest_vat,
  late_one_time: m.desk_ledger_late_one_time,
  late_daily: m.desk_ledger_late_daily,
  paid_out: m.desk_ledger_paid_out,
  collected: m.desk_ledger_collected,
  fee_earned: m.desk_ledger_fee_earned,
  interest_earned: m.desk_ledger_interest_earned,
  vat_to_pay: m.desk_ledger_vat_to_pay,
  late_earned: m.desk_ledger_late_earned,
  borrower_credit: m.desk_ledger_borrower_credit,
  late_waived: m.desk_ledger_late_waived,
  written_off: m.desk_ledger_written_off,
  recovered: m.desk_ledger_recovered,
}

export const sayLedgerAccount = (account: LedgerAccount): string => accounts[account]()

const names: Readonly<Record<string, () => string>> = {
  owed_centavos: m.desk_effect_owed,
  state: m.desk_effect_state,
  plan: m.desk_effect_plan,
  written_off_day: m.desk_effect_written_off_day,
  account: m.desk_effect_account,
  fee_reduction_centavos: m.desk_effect_fee_reduction,
  extension_days: m.desk_effect_extension_days,
  valid_days: m.desk_effect_valid_days,
  export: m.desk_effect_export,
  loans_count: m.desk_effect_loans_count,
  principal_centavos: m.desk_effect_principal,
  limit_by_the_rules_centavos: m.desk_effect_limit_by_the_rules,
  limit_centavos: m.desk_effect_limit,
  same_person: m.desk_effect_same_face,
  member: m.desk_effect_member,
  role: m.desk_effect_role,
  placed_on: m.desk_effect_placed_on,
  paid_day: m.desk_effect_paid_day,
  amount_centavos: m.desk_effect_amount,
  money: m.desk_effect_money,
  refund_centavos: m.desk_effect_refund,
  credit_centavos: m.desk_effect_credit,
  way: m.desk_effect_way,
  transfer_centavos: m.desk_effect_transfer,
  applications: m.desk_effect_applications,
  payouts: m.desk_effect_payouts,
  statement: m.desk_money_effect_statement,
  statement_lines: m.desk_money_effect_statement_lines,
  statement_centavos: m.desk_money_effect_statement_total,
  agency: m.desk_effect_agency,
  loan: m.desk_effect_loan,
  person: m.desk_effect_person,
  payout: m.desk_effect_payout,
  unanswered_since_at: m.desk_effect_unanswered_since,
}

const values: Readonly<Record<string, () => string>> = {
  open: m.desk_effect_value_open,
  blocked: m.desk_effect_value_blocked,
  by_hand: m.desk_effect_value_by_hand,
  provider: m.desk_effect_value_provider,
  running: m.desk_effect_value_running,
  complete: m.desk_effect_value_complete,
  broken: m.desk_effect_value_broken,
  stopped: m.desk_effect_value_stopped,
  placed: m.desk_effect_value_placed,
  suspense: m.desk_effect_value_suspense,
  reversed: m.desk_effect_value_reversed,
  paid_out: m.desk_effect_value_paid_out,
  overdue: m.desk_effect_value_overdue,
  cleared: m.desk_effect_value_cleared,
  another_person: m.desk_effect_value_another_person,
  unanswered: m.desk_effect_value_unanswered,
  sent_again: m.desk_effect_value_sent_again,
}

const productFields: Readonly<Record<string, () => string>> = { ...fieldNames, channels: m.desk_money_channels }

/** `single-payment.example.term_days` is a field of that product. */
const sayProductField = (name: string): string | undefined =>
  productFields[name.slice(name.indexOf('.') + 1).replace('.', '_')]?.()

/** Of a product: its field, or the full cost of a sample loan. */
const cost = /^(?<product>.+)\.cftea_basis_points\.(?<days>\d+)_days\.(?<amount>\d+)_centavos$/

/** What changes, in words; a name that this page does not know stands as it is. */
export const sayEffect = (name: string): string => {
  const known = names[name]
  if (known !== undefined) return known()
  if (name.startsWith('ledger.')) return accounts[name.slice('ledger.'.length) as LedgerAccount]?.() ?? name
  if (name.startsWith('part.')) return m.desk_effect_part({ day: formatDay(name.slice('part.'.length)) })
  if (name.startsWith('method:')) return m.desk_effect_method({ method: name.slice('method:'.length) })
  if (name.startsWith('statement_line.'))
    return m.desk_money_effect_statement_line({ number: name.slice('statement_line.'.length) })
  const sample = cost.exec(name)?.groups
  if (sample !== undefined)
    return m.desk_effect_cftea({
      amount: formatPesos(centavos(Number(sample['amount'])), { centavos: false }),
      days: sample['days'] ?? '',
    })
  return sayProductField(name) ?? name
}

export const isMoney = (name: string): boolean =>
  name.endsWith('_centavos') ? !cost.test(name) : name.startsWith('ledger.') || name.startsWith('part.')

/** One side of an effect. */
export const sayEffectValue = (name: string, value: string | number | null): string => {
  if (value === null) return '–'
  const number = typeof value === 'number' ? value : Number(value)
  if (Number.isSafeInteger(number)) {
    if (isMoney(name)) return formatPesos(centavos(number))
    if (name.includes('_basis_points')) return formatRate(number)
  }
  if (typeof value === 'number') return String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value)
  if (name.endsWith('_at')) return `${formatDate(value)} ${formatTime(value)}`
  return values[value]?.() ?? value
}
