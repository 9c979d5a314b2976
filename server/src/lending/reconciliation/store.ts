import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, startOfDay } from '@hola/core/calendar.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { LedgerAccount } from '@hola/core/ledger/ledger.ts'
import type { Centavos } from '@hola/core/money.ts'
import { keptDifferences } from '@hola/core/stored/loan.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import { waitingSql } from '../../platform/db/public.ts'
import type { Difference } from './difference.ts'

/** PostgreSQL counts from one. */
const associatedDataOf = (account: LedgerAccount): number => ledgerAccounts.indexOf(account) + 1

/** A payout as our books have it. */
export type OurPayout = {
  /** Null where the books say that money left and no attempt does. */
  readonly provider: string | null
  readonly key: string
  readonly providerPayoutId: string | null
  readonly state: 'asked' | 'accepted' | 'settled' | 'failed' | 'returned'
  readonly orderNumber: string
  /** Null while the money has not left. */
  readonly day: CivilDay | null
  /** What should have left. */
  readonly amount: Centavos
  /** What the ledger says has left. */
  readonly booked: Centavos
}

/** A loan has one payout in its books, and one attempt that went through. */
const selectedPayout = `attempt.provider, coalesce(attempt.idempotency_key, entry.source_id, loan_order.order_id::text) AS key,
  attempt.provider_payout_id AS "providerPayoutId", coalesce(attempt.state, 'settled') AS state,
  loan_order.order_number AS "orderNumber", loan_order.payout_day AS day, loan_order.arrival_centavos AS amount,
  coalesce(-entry.changes[${associatedDataOf('paid_out')}], 0) AS booked`

const payoutEntry = `LEFT JOIN ledger_entry AS entry
  ON entry.user_id = loan_order.user_id AND entry.order_id = loan_order.order_id AND entry.cause = 'payout'`

/** Refunds leave by the same provider. What the books have of one is in its loan's entries, under its id. */
const selectedRefund = `transfer.provider, transfer.idempotency_key AS key,
  transfer.provider_payout_id AS "providerPayoutId", transfer.state, loan_order.order_number AS "orderNumber",
  transfer.settled_day AS day, refund.amount_centavos AS amount,
  coalesce((SELECT -sum(changes[${associatedDataOf('collected')}]) FROM ledger_entry AS entry
             WHERE entry.user_id = refund.user_id AND entry.order_id = refund.order_id
               AND entry.source_id = refund.refund_id::text), 0)::bigint AS booked
  FROM refund_transfer AS transfer JOIN refund USING (user_id, refund_id)
  JOIN loan_order ON loan_order.user_id = refund.user_id AND loan_order.order_id = refund.order_id`

/** The payouts that our books have on a day, of every provider, and the refunds that it sent. */
export const listOurPayouts = async (tx: Tx, day: CivilDay): Promise<OurPayout[]> => {
  const { rows } = await tx.query<OurPayout>(
    `SELECT ${selectedPayout} FROM loan_order ${payoutEntry}
       LEFT JOIN payout_attempt AS attempt
         ON attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id AND attempt.state = 'settled'
      WHERE loan_order.payout_day = $1
      UNION ALL
     SELECT ${selectedRefund} WHERE transfer.settled_day = $1 AND transfer.state = 'settled'`,
    [day],
  )
  return rows
}

/** What our books have under these keys, whenever and in whatever state. */
export const listOurPayoutsByKey = async (tx: Tx, keys: readonly string[]): Promise<OurPayout[]> => {
  if (keys.length === 0) return []
  const { rows } = await tx.query<OurPayout>(
    `SELECT ${selectedPayout} FROM payout_attempt AS attempt
       JOIN loan_order ON attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id ${payoutEntry}
      WHERE attempt.idempotency_key = ANY($1)
      UNION ALL
     SELECT ${selectedRefund} WHERE transfer.idempotency_key = ANY($1)`,
    [keys],
  )
  return rows
}

/** Money that came, as our books have it. */
export type OurReceipt = {
  readonly provider: string
  readonly providerPaymentId: string
  readonly state: 'credited' | 'suspense' | 'reversed'
  readonly orderNumber: string | null
  readonly day: CivilDay
  readonly amount: Centavos
  /** What the ledger of its loan says has come of it and was not taken back. */
  readonly booked: Centavos
}

type WantedReceipts = { readonly day: CivilDay } | { readonly provider: string; readonly ids: readonly string[] }

/** What came on a day, of every provider, or what is known under these ids of one. */
export const listOurReceipts = async (tx: Tx, wanted: WantedReceipts): Promise<OurReceipt[]> => {
  if ('ids' in wanted && wanted.ids.length === 0) return []
  const [condition, values] =
    'day' in wanted
      ? ['paid_day = $1', [wanted.day]]
      : ['provider = $1 AND provider_payment_id = ANY($2)', [wanted.provider, wanted.ids]]
  const { rows } = await tx.query<OurReceipt>(
    `SELECT provider, provider_payment_id AS "providerPaymentId", receipt.state, paid_day AS day,
            receipt.amount_centavos AS amount, loan_order.order_number AS "orderNumber",
            coalesce((SELECT sum(changes[${associatedDataOf('collected')}]) FROM ledger_entry AS entry
                       WHERE entry.user_id = receipt.user_id AND entry.order_id = receipt.order_id
                         AND entry.source_id = receipt.provider_payment_id), 0)::bigint AS booked
       FROM receipt
       LEFT JOIN loan_order ON loan_order.user_id = receipt.user_id AND loan_order.order_id = receipt.order_id
      WHERE ${condition}`,
    values,
  )
  return rows
}

/** Credit that went back on a day. It went to whoever had paid through this provider last. */
export type OurRefund = {
  readonly refundId: string
  readonly provider: string
  readonly orderNumber: string
  readonly way: 'by_hand' | 'provider'
  /** Below zero: it left. */
  readonly booked: Centavos
}

export const listOurRefunds = async (tx: Tx, day: CivilDay): Promise<OurRefund[]> => {
  const { rows } = await tx.query<OurRefund>(
    `SELECT refund.refund_id AS "refundId", loan_order.order_number AS "orderNumber", refund.way,
            (SELECT provider FROM receipt
              WHERE receipt.user_id = refund.user_id AND receipt.order_id = refund.order_id
              ORDER BY heard_at DESC, provider_payment_id LIMIT 1) AS provider,
            coalesce((SELECT sum(changes[${associatedDataOf('collected')}]) FROM ledger_entry AS entry
                       WHERE entry.user_id = refund.user_id AND entry.order_id = refund.order_id
                         AND entry.source_id = refund.refund_id::text), 0)::bigint AS booked
       FROM refund JOIN loan_order ON loan_order.user_id = refund.user_id AND loan_order.order_id = refund.order_id
      WHERE refund.asked_at >= $1 AND refund.asked_at < $2`,
    [startOfDay(day), startOfDay(addDays(day, 1))],
  )
  return rows
}

/** What the comparison of a provider's day found; without a statement, why there is none. */
export type Finding = {
  readonly provider: string
  readonly kind: 'payout' | 'collection'
  readonly day: CivilDay
  /** outage: there is no statement now and may be one later; no_statement: this provider gives none. */
  readonly outcome: 'compared' | 'outage' | 'no_statement'
  readonly problem: string | null
  readonly matchedCount: number
  readonly ours: Centavos
  /** Null without a statement. */
  readonly theirs: Centavos | null
  readonly differences: readonly Difference[]
  readonly unexplainedCount: number
}

/**
 * Writes down what was found. The same again changes nothing; that a provider could not be asked does not take the place
 * of what was found when it could.
 */
export const saveFinding = async (tx: Tx, finding: Finding, now: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO reconciliation AS known (provider, kind, day, outcome, problem, matched_count, ours_centavos,
                                          theirs_centavos, differences, unexplained_count, found_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (provider, kind, day) DO UPDATE
        SET outcome = excluded.outcome, problem = excluded.problem, matched_count = excluded.matched_count,
            ours_centavos = excluded.ours_centavos, theirs_centavos = excluded.theirs_centavos,
            differences = excluded.differences, unexplained_count = excluded.unexplained_count,
            found_at = excluded.found_at
      WHERE (excluded.outcome = 'compared' OR known.outcome <> 'compared')
        AND (known.outcome, known.problem, known.matched_count, known.ours_centavos, known.theirs_centavos,
             known.differences)
            IS DISTINCT FROM (excluded.outcome, excluded.problem, excluded.matched_count, excluded.ours_centavos,
                              excluded.theirs_centavos, excluded.differences)`,
    [
      finding.provider,
      finding.kind,
      finding.day,
      finding.outcome,
      finding.problem,
      finding.matchedCount,
      finding.ours,
      finding.theirs,
      keptDifferences.writeText(finding.differences),
      finding.unexplainedCount,
      now,
    ],
  )
}

/** Days since one that were not in order when they were compared. */
export const listOpenDays = async (tx: Tx, since: CivilDay): Promise<CivilDay[]> => {
  const { rows } = await tx.query<{ day: CivilDay }>(
    `SELECT DISTINCT day FROM reconciliation
      WHERE day >= $1 AND (differences <> '[]' OR outcome = 'outage') ORDER BY day`,
    [since],
  )
  return rows.map(({ day }) => day)
}

/** What was found of the days of a span, by day: without the differences themselves, which can be many. */
export type DaySummary = {
  readonly day: CivilDay
  readonly comparedCount: number
  readonly outageCount: number
  readonly matchedCount: number
  readonly differenceCount: number
  readonly unexplainedCount: number
}

export const listDaySummaries = async (
  tx: Tx,
  { from, until }: { readonly from: CivilDay; readonly until: CivilDay },
): Promise<DaySummary[]> => {
  const { rows } = await tx.query<DaySummary>(
    `SELECT day, count(*) FILTER (WHERE outcome = 'compared') AS "comparedCount",
            count(*) FILTER (WHERE outcome = 'outage') AS "outageCount", sum(matched_count)::bigint AS "matchedCount",
            sum(jsonb_array_length(differences))::bigint AS "differenceCount",
            sum(unexplained_count)::bigint AS "unexplainedCount"
       FROM reconciliation WHERE day BETWEEN $1 AND $2 GROUP BY day ORDER BY day`,
    [from, until],
  )
  return rows
}

/** What was found of one day, each provider's by itself. */
export const listFindings = async (tx: Tx, day: CivilDay): Promise<(Finding & { readonly foundAt: Date })[]> => {
  const { rows } = await tx.query<Omit<Finding, 'differences'> & { differences: unknown; foundAt: Date }>(
    `SELECT provider, kind, day, outcome, problem, matched_count AS "matchedCount", ours_centavos AS ours,
            theirs_centavos AS theirs, differences, unexplained_count AS "unexplainedCount", found_at AS "foundAt"
       FROM reconciliation WHERE day = $1 ORDER BY kind DESC, provider`,
    [day],
  )
  return rows.map(({ differences, ...row }) => ({
    ...row,
    differences: keptDifferences.read(differences) as readonly Difference[],
  }))
}

/** How the staff explained a difference, or a whole day of a provider. */
export type ReconciliationNote = Pick<Finding, 'provider' | 'kind' | 'day'> & {
  readonly differenceId: string | null
  readonly words: string
  readonly notedBy: string
  readonly notedAt: Date
}

export const insertNote = async (tx: Tx, noteId: string, note: ReconciliationNote): Promise<void> => {
  await tx.query(
    `INSERT INTO reconciliation_note (note_id, provider, kind, day, difference_id, words, noted_by, noted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [noteId, note.provider, note.kind, note.day, note.differenceId, note.words, note.notedBy, note.notedAt],
  )
}

/** The notes of a span, the newest first. */
export const listNotes = async (
  tx: Tx,
  { from, until, limit }: { readonly from: CivilDay; readonly until: CivilDay; readonly limit: number },
): Promise<ReconciliationNote[]> => {
  const { rows } = await tx.query<ReconciliationNote>(
    `SELECT provider, kind, day, difference_id AS "differenceId", words, noted_by AS "notedBy", noted_at AS "notedAt"
       FROM reconciliation_note WHERE day BETWEEN $1 AND $2 ORDER BY noted_at DESC, note_id LIMIT $3`,
    [from, until, limit],
  )
  return rows
}

/** A day of a provider that a person has to look into. */
export type WaitingDay = {
  readonly provider: string
  readonly kind: 'payout' | 'collection'
  readonly day: CivilDay
  readonly outcome: Finding['outcome']
  readonly ours: Centavos
  readonly theirs: Centavos | null
  readonly unexplainedCount: number
  readonly since: Date
}

const waitingColumns = {
  since: 'found_at',
  id: [
    ['provider', 'text'],
    ['kind', 'text'],
    ['day', 'date'],
  ],
} as const

/** The same words stand in the index of migration 0036. */
const waits = `(unexplained_count > 0 OR outcome = 'outage')`

/** Days that nothing in our records explains, or that could not be compared; the longest known first. */
export const listWaitingDays = async (tx: Tx, page: WaitingPage): Promise<WaitingDay[]> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page)
  const { rows } = await tx.query<WaitingDay>(
    `SELECT provider, kind, day, outcome, ours_centavos AS ours, theirs_centavos AS theirs,
            unexplained_count AS "unexplainedCount", found_at AS since
       FROM reconciliation WHERE ${waits} ${and} ${orderAndLimit}`,
    values,
  )
  return rows
}

/** How many there are, up to the limit of the page. */
export const countWaitingDays = async (tx: Tx, page: WaitingPage): Promise<number> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page)
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM reconciliation WHERE ${waits} ${and} ${orderAndLimit}) AS counted`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** The last day that was compared with a statement, and the differences that nothing explains. */
export const findStanding = async (
  tx: Tx,
): Promise<{ readonly lastDay: CivilDay | null; readonly differences: number }> => {
  const { rows } = await tx.query<{ lastDay: CivilDay | null; differences: number }>(
    `SELECT (SELECT day FROM reconciliation WHERE outcome <> 'outage' ORDER BY day DESC LIMIT 1) AS "lastDay",
            (SELECT coalesce(sum(unexplained_count), 0) FROM reconciliation WHERE ${waits})::bigint AS differences`,
  )
  return rows[0] ?? { lastDay: null, differences: 0 }
}
