import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { HashedEntry } from './hash.ts'

export type BookKey = { readonly userId: string; readonly orderId: string }

const selected = `entry_number AS "entryNumber", cause, rule, rule_version AS "ruleVersion", source_id AS "sourceId",
  effective_day AS "effectiveDay", booked_at AS "bookedAt", changes, balances,
  previous_sha256 AS "previousSha256", entry_sha256 AS "entrySha256"`

/** The newest entry of a loan. */
export const findLastEntry = async (tx: Tx, { userId, orderId }: BookKey): Promise<HashedEntry | undefined> => {
  const { rows } = await tx.query<HashedEntry>(
    `SELECT ${selected} FROM ledger_entry WHERE user_id = $1 AND order_id = $2 ORDER BY entry_number DESC LIMIT 1`,
    [userId, orderId],
  )
  return rows[0]
}

/** What a next entry is made from. */
export type LastEntry = Pick<HashedEntry, 'entryNumber' | 'effectiveDay' | 'balances' | 'entrySha256'>

/** The newest entries of many loans, by their orders. */
export const findLastEntries = async (tx: Tx, keys: readonly BookKey[]): Promise<Map<string, LastEntry>> => {
  const { rows } = await tx.query<LastEntry & { orderId: string }>(
    `SELECT key.order_id AS "orderId", last.entry_number AS "entryNumber", last.effective_day AS "effectiveDay",
            last.balances, last.entry_sha256 AS "entrySha256"
       FROM unnest($1::uuid[], $2::uuid[]) AS key (user_id, order_id)
      CROSS JOIN LATERAL (
              SELECT entry_number, effective_day, balances, entry_sha256 FROM ledger_entry
               WHERE user_id = key.user_id AND order_id = key.order_id
               ORDER BY entry_number DESC LIMIT 1) AS last`,
    [keys.map(({ userId }) => userId), keys.map(({ orderId }) => orderId)],
  )
  return new Map(rows.map(({ orderId, ...last }) => [orderId, last]))
}

/** All entries of a loan, the oldest first. */
export const listEntries = async (tx: Tx, { userId, orderId }: BookKey): Promise<HashedEntry[]> => {
  const { rows } = await tx.query<HashedEntry>(
    `SELECT ${selected} FROM ledger_entry WHERE user_id = $1 AND order_id = $2 ORDER BY entry_number`,
    [userId, orderId],
  )
  return rows
}

/** Writes entries of any number of loans in one statement. */
export const insertEntries = async (tx: Tx, entries: readonly (BookKey & HashedEntry)[]): Promise<void> => {
  const column = <Value>(value: (entry: BookKey & HashedEntry) => Value): Value[] => entries.map(value)
  const arrayText = (amounts: readonly number[]): string => `{${amounts.join(',')}}`
  await tx.query(
    `INSERT INTO ledger_entry (user_id, order_id, entry_number, cause, rule, rule_version, source_id, effective_day,
                               booked_at, changes, balances, previous_sha256, entry_sha256)
     SELECT user_id, order_id, entry_number, cause, rule, rule_version, source_id, effective_day, booked_at,
            changes::bigint[], balances::bigint[], previous_sha256, entry_sha256
       FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::date[],
                   $9::timestamptz[], $10::text[], $11::text[], $12::bytea[], $13::bytea[])
         AS entry (user_id, order_id, entry_number, cause, rule, rule_version, source_id, effective_day, booked_at,
                   changes, balances, previous_sha256, entry_sha256)`,
    [
      column(({ userId }) => userId),
      column(({ orderId }) => orderId),
      column(({ entryNumber }) => entryNumber),
      column(({ cause }) => cause),
      column(({ rule }) => rule),
      column(({ ruleVersion }) => ruleVersion),
      column(({ sourceId }) => sourceId),
      column(({ effectiveDay }) => effectiveDay),
      column(({ bookedAt }) => bookedAt),
      column(({ changes }) => arrayText(changes)),
      column(({ balances }) => arrayText(balances)),
      column(({ previousSha256 }) => previousSha256),
      column(({ entrySha256 }) => entrySha256),
    ],
  )
}

/** What the entries that were booked in each span moved, by account in the order of the books, counted from one. */
export const sumChanges = async (
  tx: Tx,
  spans: readonly { readonly day: CivilDay; readonly from: Date; readonly before: Date }[],
): Promise<{ day: CivilDay; accountNumber: number; debit: Centavos; credit: Centavos }[]> => {
  const { rows } = await tx.query<{ day: CivilDay; accountNumber: number; debit: Centavos; credit: Centavos }>(
    `SELECT span.day, moved.number AS "accountNumber",
            coalesce(sum(moved.amount) FILTER (WHERE moved.amount > 0), 0)::bigint AS debit,
            coalesce(-sum(moved.amount) FILTER (WHERE moved.amount < 0), 0)::bigint AS credit
       FROM unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) AS span (day, from_at, before_at)
       JOIN ledger_entry AS entry ON entry.booked_at >= span.from_at AND entry.booked_at < span.before_at
      CROSS JOIN LATERAL unnest(entry.changes) WITH ORDINALITY AS moved (amount, number)
      GROUP BY span.day, moved.number ORDER BY span.day, moved.number`,
    [spans.map(({ day }) => day), spans.map(({ from }) => from), spans.map(({ before }) => before)],
  )
  return rows
}
