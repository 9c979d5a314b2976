import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import type { WorkKind, WorkName } from '@hola/core/desk-contract/queue.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import {
  chatIcon,
  closeIcon,
  downloadIcon,
  editIcon,
  eyeIcon,
  idIcon,
  infoIcon,
  refreshIcon,
  shareIcon,
  signIcon,
  undoIcon,
} from '@hola/ui/layout/icons.ts'
import { sayReason } from '../../case-words.ts'
import { sayJob } from '../../job-words.ts'
import type { ClockOf } from '../../parts/clock.tsx'
import { sayProposalKind } from '../../proposal-words.ts'

export type Item = DeskRetOf<'queue/list'>['items'][number]

export const itemKey = ({ kind, item_id }: Item): string => `${kind} ${item_id}`

const icons: Readonly<Record<WorkName, IconShape>> = {
  case: idIcon,
  payout_silent: shareIcon,
  payout_failed: shareIcon,
  suspense: downloadIcon,
  regret: undoIcon,
  unsubscribe: closeIcon,
  complaint: chatIcon,
  data_access: eyeIcon,
  data_change: editIcon,
  proposal: signIcon,
  job: refreshIcon,
  difference: infoIcon,
}

export const kindIcons: Readonly<Record<WorkKind, IconShape>> = {
  case: idIcon,
  payout: shareIcon,
  suspense: downloadIcon,
  request: chatIcon,
  proposal: signIcon,
  job: refreshIcon,
  difference: infoIcon,
}

export const kindWords: Readonly<Record<WorkKind, () => string>> = {
  case: m.desk_queue_show_case,
  payout: m.desk_queue_show_payout,
  suspense: m.desk_queue_show_suspense,
  request: m.desk_queue_show_request,
  proposal: m.desk_queue_show_proposal,
  job: m.desk_queue_show_job,
  difference: m.desk_queue_show_difference,
}

export const iconOf = ({ name }: Item): IconShape => icons[name]

/** What it is. */
export const titleOf = ({ name, reference, reasons }: Item): string => {
  switch (name) {
    case 'case':
      return m.desk_queue_name_case({ reference: reference ?? '' })
    case 'payout_silent':
      return m.desk_queue_name_payout_silent()
    case 'payout_failed':
      return m.desk_queue_name_payout_failed()
    case 'suspense':
      return m.desk_queue_name_suspense()
    case 'regret':
      return m.desk_queue_name_regret()
    case 'unsubscribe':
      return m.desk_queue_name_unsubscribe()
    case 'complaint':
      return m.desk_queue_name_complaint()
    case 'data_access':
      return m.desk_queue_name_data_access()
    case 'data_change':
      return m.desk_queue_name_data_change()
    case 'job':
      return m.desk_queue_name_job({ reference: sayJob(reference ?? '') })
    case 'difference':
      return m.desk_queue_name_difference({ reference: formatDay(reference ?? '') })
    case 'proposal':
      return sayProposalKind(reasons[0] as ProposalKind)
  }
}

const reasons: Readonly<Record<string, () => string>> = {
  asked: m.desk_queue_reason_asked,
  accepted: m.desk_queue_reason_accepted,
  not_sent: m.desk_queue_reason_not_sent,
  settled: m.desk_queue_reason_settled,
  failed: m.desk_queue_reason_failed,
  balance: m.desk_queue_reason_balance,
  access: m.desk_queue_reason_access,
  request: m.desk_queue_reason_request,
  rail: m.desk_queue_reason_rail,
  account_closed: m.desk_queue_reason_account_closed,
  holder_mismatch: m.desk_queue_reason_holder_mismatch,
  wrong_account: m.desk_queue_reason_wrong_account,
  limit: m.desk_queue_reason_limit,
  other: m.desk_queue_reason_other,
  proven: m.desk_queue_reason_proven,
  not_proven: m.desk_queue_reason_not_proven,
  outage: m.desk_queue_reason_outage,
  payout_differs: m.desk_queue_reason_payout_differs,
  collection_differs: m.desk_queue_reason_collection_differs,
}

const sayItemReason = (code: string): string => reasons[code]?.() ?? sayReason(code)

/** Beside it: why it waits, or by which number it is known. */
export const detailOf = (item: Item): string => {
  const { kind, name, reference, facts } = item
  switch (kind) {
    case 'case':
      // What the photos showed says more than that somebody has to look at them.
      return item.reasons.map(sayItemReason).at(-1) ?? ''
    case 'payout':
      return `${reference ?? ''} · ${item.reasons.map(sayItemReason).join(', ')}`
    case 'proposal':
      return [reference, facts['proposer']].filter((part) => part !== null && part !== '').join(' · ')
    case 'job':
      return String(facts['problem'] ?? '')
    case 'difference':
      return `${String(facts['provider'] ?? '')} · ${item.reasons.map(sayItemReason).join(', ')}`
    default:
      return name === 'suspense' ? String(facts['provider'] ?? '') : (reference ?? '')
  }
}

export const reasonsOf = (item: Item): string[] =>
  item.kind === 'proposal' || item.kind === 'job' ? [] : item.reasons.map(sayItemReason)

/** A failed payout and a proposal end by themselves; everything else is late when its time is over. */
export const clockOf = ({ name, since_at, due_at, business_day }: Item): ClockOf => ({
  since: since_at,
  until: due_at,
  ends: name === 'proposal' || name === 'payout_failed' ? 'lapses' : 'due',
  businessDay: business_day ?? undefined,
})

const factNames: Readonly<Record<string, () => string>> = {
  person: m.desk_queue_fact_person,
  user_id: m.desk_queue_fact_person,
  submitted_at: m.desk_queue_fact_submitted_at,
  order_number: m.desk_queue_fact_order_number,
  provider: m.desk_queue_fact_provider,
  asked_count: m.desk_queue_fact_asked_count,
  provider_payment_id: m.desk_queue_fact_provider_payment_id,
  paid_day: m.desk_queue_fact_paid_day,
  tracking_number: m.desk_queue_fact_tracking_number,
  proposer: m.desk_queue_fact_proposer,
  why: m.desk_queue_fact_why,
  job_id: m.desk_queue_fact_job_id,
  problem: m.desk_queue_fact_problem,
  compared_day: m.desk_queue_fact_compared_day,
  unexplained_count: m.desk_queue_fact_unexplained_count,
  ours_centavos: m.desk_queue_fact_ours_centavos,
  theirs_centavos: m.desk_queue_fact_theirs_centavos,
}

/** What a fact is called; one that this page does not know yet stands as it is. */
export const sayFactName = (name: string): string => factNames[name]?.() ?? name

const sayFact = (name: string, value: string | number): string => {
  if (typeof value === 'number') return name.endsWith('_centavos') ? formatPesos(centavos(value)) : formatNumber(value)
  if (name.endsWith('_at')) return `${formatDate(value)} ${formatTime(value)}`
  return name.endsWith('_day') ? formatDay(value) : value
}

/** What else is known of it, in words. */
export const factsOf = ({ facts }: Item): (readonly [string, string])[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [[sayFactName(name), sayFact(name, value)] as const],
  )
