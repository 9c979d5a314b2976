import type { CivilDay } from '@hola/core/calendar.ts'
import type { LateBucket, RollEnd } from '@hola/core/portfolio.ts'
import { bucketFromDays, lateBuckets } from '@hola/core/portfolio.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'

/** Accounts of an entry by their place in the books, counted from one. */
const [PRINCIPAL, PAID_OUT, COLLECTED, WRITTEN_OFF] = [1, 6, 7, 14]

const bucketSql = (daysLate: string): string => {
  const cases = lateBuckets
    .toReversed()
    .filter((bucket) => bucketFromDays[bucket] > 0)
    .map((bucket) => `WHEN ${daysLate} >= ${bucketFromDays[bucket]} THEN '${bucket}'`)
  return `CASE ${cases.join(' ')} ELSE 'current' END`
}

/** Loans that can have had a balance at an instant: open now, or ended since. Two small indexes, never the whole table. */
const heldAt = (instant: string): string =>
  `(SELECT user_id, order_id, payout_day, due_day FROM loan_order WHERE state = 'in_repayment'
     UNION ALL
    SELECT user_id, order_id, payout_day, due_day FROM loan_order
     WHERE state IN ('cleared', 'cancelled') AND state_since >= ${instant} AND payout_day IS NOT NULL)`

const balancesAt = (loan: string, instant: string): string =>
  `(SELECT balances FROM ledger_entry
     WHERE ledger_entry.user_id = ${loan}.user_id AND ledger_entry.order_id = ${loan}.order_id AND booked_at < ${instant}
     ORDER BY entry_number DESC LIMIT 1)`

export type Day = { readonly day: CivilDay; readonly from: Date; readonly before: Date }

export const insertClose = async (tx: Tx, day: CivilDay, closedAt: Date): Promise<void> => {
  await tx.query('INSERT INTO portfolio_close (day, closed_at) VALUES ($1, $2)', [day, closedAt])
}

/** Takes a day out, with everything that was counted for it: it is counted again. */
export const deleteClose = async (tx: Tx, day: CivilDay): Promise<void> => {
  await tx.query('DELETE FROM portfolio_close WHERE day = $1', [day])
}

/** The books of a large lender take longer than a request may. */
export const allowTime = async (tx: Tx): Promise<void> => {
  await tx.query('SET LOCAL statement_timeout = 0')
}

export const insertAgeing = async (tx: Tx, { day, before }: Day): Promise<void> => {
  await tx.query(
    `INSERT INTO portfolio_ageing (day, vintage_month, bucket, loans_count, principal_centavos)
     SELECT $1, vintage, bucket, count(*), sum(principal)
       FROM (SELECT date_trunc('month', loan.payout_day)::date AS vintage,
                    ${bucketSql('($1::date - loan.due_day)')} AS bucket,
                    books.balances[${PRINCIPAL}] AS principal
               FROM ${heldAt('$2')} AS loan CROSS JOIN LATERAL ${balancesAt('loan', '$2')} AS books) AS held
      WHERE principal <> 0 GROUP BY vintage, bucket`,
    [day, before],
  )
}

export const insertFlow = async (tx: Tx, { day, from, before }: Day): Promise<void> => {
  await tx.query(
    `INSERT INTO portfolio_flow (day, lent_count, lent_centavos, paid_out_centavos, collected_centavos,
                                 applications_count, approved_count, refused_count)
     SELECT $1, lent_count, lent, paid_out, collected, applications, approved, refused
       FROM (SELECT count(*) FILTER (WHERE cause = 'payout') AS lent_count,
                    coalesce(sum(changes[${PRINCIPAL}]) FILTER (WHERE cause = 'payout'), 0) AS lent,
                    coalesce(-sum(changes[${PAID_OUT}]), 0) AS paid_out,
                    coalesce(sum(changes[${COLLECTED}]), 0) AS collected
               FROM ledger_entry WHERE booked_at >= $2 AND booked_at < $3) AS booked,
            (SELECT count(*) FILTER (WHERE decided_by IS NULL) AS applications,
                    count(*) FILTER (WHERE outcome = 'approved') AS approved,
                    count(*) FILTER (WHERE outcome = 'refused') AS refused
               FROM review_decision WHERE decided_at >= $2 AND decided_at < $3) AS decided`,
    [day, from, before],
  )
}

export const insertReasons = async (tx: Tx, { day, from, before }: Day): Promise<void> => {
  await tx.query(
    `INSERT INTO portfolio_reason (day, outcome, reason, decisions_count)
     SELECT $1, outcome, coalesce(reason, 'none'), count(*)
       FROM review_decision LEFT JOIN LATERAL unnest(reasons) AS reason ON true
      WHERE decided_at >= $2 AND decided_at < $3 GROUP BY outcome, reason`,
    [day, from, before],
  )
}

/** From the evening of one day to that of another. */
export const insertRoll = async (tx: Tx, before: Day, after: Day): Promise<void> => {
  await tx.query(
    `INSERT INTO portfolio_roll (day, from_bucket, to_end, loans_count, principal_centavos)
     SELECT $1, from_bucket, to_end, count(*), sum(principal)
       FROM (SELECT ${bucketSql('($3::date - loan.due_day)')} AS from_bucket,
                    CASE WHEN later.balances[${PRINCIPAL}] <> 0 THEN ${bucketSql('($1::date - loan.due_day)')}
                         WHEN coalesce(later.balances[${WRITTEN_OFF}], 0) <> 0 THEN 'written_off'
                         ELSE 'paid' END AS to_end,
                    books.balances[${PRINCIPAL}] AS principal
               FROM ${heldAt('$4')} AS loan
              CROSS JOIN LATERAL ${balancesAt('loan', '$4')} AS books
              CROSS JOIN LATERAL ${balancesAt('loan', '$2')} AS later) AS rolled
      WHERE principal <> 0 GROUP BY from_bucket, to_end`,
    [after.day, after.before, before.day, before.before],
  )
}

export const findLastClose = async (tx: Tx): Promise<CivilDay | undefined> => {
  const { rows } = await tx.query<{ day: CivilDay }>('SELECT day FROM portfolio_close ORDER BY day DESC LIMIT 1')
  return rows[0]?.day
}

/** When the first money left, and when the first application was decided. */
export const findFirsts = async (
  tx: Tx,
): Promise<{ readonly payoutDay: CivilDay | null; readonly decidedAt: Date | null }> => {
  const { rows } = await tx.query<{ payoutDay: CivilDay | null; decidedAt: Date | null }>(
    `SELECT (SELECT payout_day FROM loan_order WHERE payout_day IS NOT NULL ORDER BY payout_day LIMIT 1) AS "payoutDay",
            (SELECT decided_at FROM review_decision ORDER BY decided_at LIMIT 1) AS "decidedAt"`,
  )
  return rows[0] ?? { payoutDay: null, decidedAt: null }
}

export type AgeingRow = {
  readonly day: CivilDay
  readonly bucket: LateBucket
  readonly loansCount: number
  readonly principal: Centavos
}

export const listAgeing = async (tx: Tx, days: readonly CivilDay[]): Promise<AgeingRow[]> => {
  const { rows } = await tx.query<AgeingRow>(
    `SELECT day, bucket, sum(loans_count)::bigint AS "loansCount", sum(principal_centavos)::bigint AS principal
       FROM portfolio_ageing WHERE day = ANY($1) GROUP BY day, bucket`,
    [days],
  )
  return rows
}

export type FlowRow = {
  readonly day: CivilDay
  readonly lentCount: number
  readonly lent: Centavos
  readonly paidOut: Centavos
  readonly collected: Centavos
  readonly applicationsCount: number
  readonly approvedCount: number
  readonly refusedCount: number
}

export const listFlows = async (tx: Tx, fromDay: CivilDay, toDay: CivilDay): Promise<FlowRow[]> => {
  const { rows } = await tx.query<FlowRow>(
    `SELECT day, lent_count AS "lentCount", lent_centavos AS lent, paid_out_centavos AS "paidOut",
            collected_centavos AS collected, applications_count AS "applicationsCount",
            approved_count AS "approvedCount", refused_count AS "refusedCount"
       FROM portfolio_flow WHERE day BETWEEN $1 AND $2 ORDER BY day`,
    [fromDay, toDay],
  )
  return rows
}

export type ReasonRow = {
  readonly outcome: 'approved' | 'refused' | 'manual'
  readonly reason: string
  readonly count: number
}

export const sumReasons = async (tx: Tx, fromDay: CivilDay, toDay: CivilDay): Promise<ReasonRow[]> => {
  const { rows } = await tx.query<ReasonRow>(
    `SELECT outcome, reason, sum(decisions_count)::bigint AS count FROM portfolio_reason
      WHERE day BETWEEN $1 AND $2 GROUP BY outcome, reason ORDER BY count DESC, outcome, reason`,
    [fromDay, toDay],
  )
  return rows
}

export type VintagePoint = { readonly vintage: CivilDay; readonly day: CivilDay; readonly late: Centavos }

/** The principal of each vintage that was more than 30 days late on each of these days. */
export const listVintagePoints = async (tx: Tx, days: readonly CivilDay[]): Promise<VintagePoint[]> => {
  const { rows } = await tx.query<VintagePoint>(
    `SELECT vintage_month AS vintage, day,
            coalesce(sum(principal_centavos) FILTER (WHERE bucket NOT IN ('current', 'd1_30')), 0)::bigint AS late
       FROM portfolio_ageing WHERE day = ANY($1) GROUP BY vintage_month, day ORDER BY vintage_month, day`,
    [days],
  )
  return rows
}

export type VintageSum = { readonly vintage: CivilDay; readonly lent: Centavos; readonly loansCount: number }

export const sumVintages = async (tx: Tx, fromDay: CivilDay, toDay: CivilDay): Promise<VintageSum[]> => {
  const { rows } = await tx.query<VintageSum>(
    `SELECT date_trunc('month', day)::date AS vintage, sum(lent_centavos)::bigint AS lent,
            sum(lent_count)::bigint AS "loansCount"
       FROM portfolio_flow WHERE day BETWEEN $1 AND $2 GROUP BY vintage ORDER BY vintage`,
    [fromDay, toDay],
  )
  return rows
}

export type RollRow = {
  readonly day: CivilDay
  readonly fromBucket: LateBucket
  readonly toEnd: RollEnd
  readonly loansCount: number
  readonly principal: Centavos
}

export const listRolls = async (tx: Tx, fromDay: CivilDay): Promise<RollRow[]> => {
  const { rows } = await tx.query<RollRow>(
    `SELECT day, from_bucket AS "fromBucket", to_end AS "toEnd", loans_count AS "loansCount",
            principal_centavos AS principal
       FROM portfolio_roll WHERE day >= $1 ORDER BY day, from_bucket, to_end`,
    [fromDay],
  )
  return rows
}

/** What the books moved since an instant: with the last close, what is outstanding now. */
export const sumSince = async (
  tx: Tx,
  from: Date,
): Promise<{ readonly principal: Centavos; readonly paidOut: Centavos; readonly collected: Centavos }> => {
  const { rows } = await tx.query<{ principal: Centavos; paidOut: Centavos; collected: Centavos }>(
    `SELECT coalesce(sum(changes[${PRINCIPAL}]), 0)::bigint AS principal,
            coalesce(-sum(changes[${PAID_OUT}]), 0)::bigint AS "paidOut",
            coalesce(sum(changes[${COLLECTED}]), 0)::bigint AS collected
       FROM ledger_entry WHERE booked_at >= $1`,
    [from],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no sums')
  return row
}

export type BalanceRow = {
  readonly userId: string
  readonly orderId: string
  readonly orderNumber: string
  readonly payoutDay: CivilDay
  readonly dueDay: CivilDay
  readonly daysLate: number
  readonly principal: Centavos
  readonly interest: Centavos
  readonly late: Centavos
}

type Place = { readonly userId: string; readonly orderId: string }

/** What each open loan had in the books at an instant, a page at a time in the order of the table. */
export const listBalances = async (
  tx: Tx,
  { day, before }: Pick<Day, 'day' | 'before'>,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<BalanceRow[]> => {
  const { rows } = await tx.query<BalanceRow>(
    `SELECT loan.user_id AS "userId", loan.order_id AS "orderId", loan.order_number AS "orderNumber",
            loan.payout_day AS "payoutDay", loan.due_day AS "dueDay", greatest($1::date - loan.due_day, 0) AS "daysLate",
            books.balances[1] AS principal, books.balances[2] + books.balances[3] AS interest,
            books.balances[4] + books.balances[5] AS late
       FROM (SELECT user_id, order_id, order_number, payout_day, due_day FROM loan_order
              WHERE state = 'in_repayment' AND (user_id, order_id) > ($3::uuid, $4::uuid)
              ORDER BY user_id, order_id LIMIT $5) AS loan
      CROSS JOIN LATERAL ${balancesAt('loan', '$2')} AS books
      ORDER BY loan.user_id, loan.order_id`,
    [day, before, after?.userId ?? NO_ID, after?.orderId ?? NO_ID, limit],
  )
  return rows
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

export type DebtorRow = { readonly userId: string; readonly daysLate: number; readonly owed: Centavos }

/** What each person owed by the books at an instant, all her loans together, and how late the worst of them was. */
export const listDebtors = async (
  tx: Tx,
  { day, before }: Pick<Day, 'day' | 'before'>,
  { after = NO_ID, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<DebtorRow[]> => {
  const { rows } = await tx.query<DebtorRow>(
    `WITH debtor AS (SELECT DISTINCT user_id FROM ${heldAt('$2')} AS held WHERE user_id > $3 ORDER BY user_id LIMIT $4)
     SELECT loan.user_id AS "userId", max(greatest($1::date - loan.due_day, 0)) AS "daysLate",
            sum(${[1, 2, 3, 4, 5].map((account) => `books.balances[${account}]`).join(' + ')})::bigint AS owed
       FROM debtor JOIN ${heldAt('$2')} AS loan USING (user_id)
      CROSS JOIN LATERAL ${balancesAt('loan', '$2')} AS books
      GROUP BY loan.user_id ORDER BY loan.user_id`,
    [day, before, after, limit],
  )
  return rows
}

/** How many loans with a balance there were at the end of a day that was counted, and how much principal. */
export const findClosed = async (
  tx: Tx,
  day: CivilDay,
): Promise<{ readonly loansCount: number; readonly principal: Centavos } | undefined> => {
  const { rows } = await tx.query<{ loansCount: number; principal: Centavos }>(
    `SELECT coalesce(sum(loans_count), 0)::bigint AS "loansCount", coalesce(sum(principal_centavos), 0)::bigint AS principal
       FROM portfolio_close LEFT JOIN portfolio_ageing USING (day) WHERE day = $1 GROUP BY day`,
    [day],
  )
  return rows[0]
}
