import { civilDayOf } from '@hola/core/calendar.ts'
import { ledgerAccounts, type LedgerAccount } from '@hola/core/ledger/ledger.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import type { Pool } from './platform/db/pool.ts'

/** For benchmarks and tests of plans: a lender's book of any size, written straight into the tables. */

export type Book = {
  readonly accounts: number
  readonly ordersEach: number
  /** Every so many people have a case that waits for a person. */
  readonly casesEvery: number
  /** The number of the first account; those of one database are different. */
  readonly from: number
  readonly now: Date
  readonly onProgress?: (accountsMade: number) => void
}

/** What is filled, and so what no page may read whole. */
export const bigTables = [
  'account',
  'login_address',
  'session',
  'application',
  'review_decision',
  'identity_trace',
  'quota',
  'agreement',
  'loan_order',
  'order_event',
  'ledger_entry',
  'payout_attempt',
  'payment',
  'receipt',
  'signature_evidence',
  'data_access',
  'desk_act',
] as const

const perInsert = 5_000

const entry = (amounts: Partial<Record<LedgerAccount, number>>): string =>
  `'{${ledgerAccounts.map((account) => amounts[account] ?? 0).join(',')}}'::bigint[]`

/** The payout: the principal, what left, the fee with its VAT. */
const paidOut = { principal: 10_000_000, paid_out: -9_000_000, fee_earned: -826_446, vat_to_pay: -173_554 }
/** And the payment of everything, on the day it is due. */
const paidOff = { ...paidOut, principal: 0, collected: 12_715_042, interest_earned: -2_243_836, vat_to_pay: -644_760 }
const payment = { principal: -10_000_000, collected: 12_715_042, interest_earned: -2_243_836, vat_to_pay: -471_206 }

/**
 * People with a number of loans each, one after the other: all but the last are paid off, and the last of every third too;
 * half of the others are late. Each with the books, events, proofs, payments and accesses of its life. Photographs and the
 * files of agreements are left out: they are bytes that nobody searches.
 */
const INSERT = `
  WITH person AS MATERIALIZED (
    SELECT number, gen_random_uuid() AS user_id, gen_random_uuid() AS application_id,
           -- Booked in the order of their days, as the books of a lender are.
           $3::date - 1 - (($6::bigint - (number - $7)) * 210 / $6)::integer AS last_day
      FROM generate_series($1::integer, $2::integer) AS number
  ), loan AS MATERIALIZED (
    SELECT number, user_id, nth, gen_random_uuid() AS order_id, gen_random_uuid() AS payment_id,
           last_day - ($8::integer - nth) * 120 AS payout_day, nth < $8 OR number % 3 = 0 AS is_cleared
      FROM person, generate_series(1, $8::integer) AS nth
  ), made_account AS (
    INSERT INTO account (user_id, created_at) SELECT user_id, $4::timestamptz FROM person
  ), made_address AS (
    INSERT INTO login_address (kind, address_index, user_id, sealed_address, created_at)
    SELECT 'phone', sha256(user_id::text::bytea), user_id, decode(repeat('ab', 60), 'hex'), $4 FROM person
  ), made_session AS (
    INSERT INTO session (user_id, session_id, token_sha256, created_at, expires_at)
    SELECT user_id, gen_random_uuid(), sha256(application_id::text::bytea), $4, $4::timestamptz + interval '30 days' FROM person
  ), made_application AS (
    INSERT INTO application (user_id, state, started_at, application_id, submitted_at, review_expected_at, review_stage,
                             waits_since, decided_at, limit_centavos, expires_at)
    SELECT user_id, CASE WHEN waits THEN 'in_review' ELSE 'approved' END, $4, application_id, at,
           at + interval '1 minute', CASE WHEN waits THEN 'with_a_person' END, CASE WHEN waits THEN at END,
           CASE WHEN NOT waits THEN at END, CASE WHEN NOT waits THEN 20000000 END,
           CASE WHEN NOT waits THEN at + interval '30 days' END
      FROM (SELECT *, number % $5::integer = 0 AS waits, $4::timestamptz - (number % 10000) * interval '1 second' AS at
              FROM person) AS applied
  ), made_decision AS (
    INSERT INTO review_decision (user_id, decision_id, application_id, outcome, limit_centavos, reasons, rules_version,
                                 sealed_inputs, decided_at)
    SELECT user_id, gen_random_uuid(), application_id, CASE WHEN number % $5 = 0 THEN 'manual' ELSE 'approved' END,
           CASE WHEN number % $5 <> 0 THEN 20000000 END,
           CASE WHEN number % $5 = 0 THEN '{bureau_in_review}'::text[] ELSE '{}' END, 1, '',
           $4::timestamptz - (number % 10000) * interval '1 second'
      FROM person
  ), made_trace AS (
    INSERT INTO identity_trace (user_id, dni_index) SELECT user_id, sha256(application_id::text::bytea) FROM person
  ), made_quota AS (
    INSERT INTO quota (user_id, limit_centavos, total_centavos, used_centavos, available_centavos, remaining_centavos,
                       frozen_centavos, changed_at)
    SELECT user_id, 20000000, 20000000, used, 0, 20000000 - used, 0, $4
      FROM (SELECT user_id, CASE WHEN number % 3 = 0 THEN 0 ELSE 10000000 END AS used FROM person) AS held
  ), made_access AS (
    INSERT INTO data_access (user_id, access_id, at, actor, category, purpose)
    SELECT user_id, gen_random_uuid(), $4, 'review', category, 'review'
      FROM person, unnest(ARRAY['form', 'bureau']) AS category
  ), made_agreement AS (
    INSERT INTO agreement (user_id, sha256, text_version, page_count, facts_index, sealed_facts, sealed_pdf, made_at)
    SELECT user_id, sha256(order_id::text::bytea), 'bench', 1, sha256(payment_id::text::bytea), '', '', payout_day::timestamptz
      FROM loan
  ), made_order AS (
    INSERT INTO loan_order (
           user_id, order_id, order_number, previous_state, state, state_since, product_id, product_version,
           amount_centavos, fee_before_centavos, fee_centavos, arrival_centavos, interest_centavos, vat_centavos,
           repayment_centavos, term_days, fee_basis_points, tna_basis_points, vat_basis_points, tea_basis_points,
           cftea_basis_points, late_one_time_basis_points, late_daily_basis_points, late_max_basis_points,
           partial_payment_min_centavos, rules_version, agreed_payout_day, agreed_due_day, withdrawal_until_day,
           sealed_account, agreement_sha256, signed_at, paid_out_at, payout_day, due_day, cleared_at)
    SELECT user_id, order_id, left(order_id::text, 18),
           CASE WHEN is_cleared THEN 'in_repayment' ELSE 'pending' END,
           CASE WHEN is_cleared THEN 'cleared' ELSE 'in_repayment' END, payout_day::timestamptz, product_id,
           version_number, 10000000, 1000000, 1000000, 9000000, 2243836, 471206, 12715042, 91, 1000, 9000, 2100,
           12524, 29990, 500, 400, 10000, 100000, ${CURRENT_RULES_VERSION}, payout_day, payout_day + 91,
           payout_day + 14, decode(repeat('ab', 200), 'hex'), sha256(order_id::text::bytea), payout_day::timestamptz,
           payout_day::timestamptz, payout_day, payout_day + 91, CASE WHEN is_cleared THEN payout_day::timestamptz END
      FROM loan, (SELECT product_id, version_number FROM product_version LIMIT 1) AS product
  ), made_event AS (
    INSERT INTO order_event (user_id, order_id, event_number, kind, at, amount_centavos)
    SELECT user_id, order_id, event_number, kind, payout_day::timestamptz, amount
      FROM loan, (VALUES (1, 'signed', 10000000), (2, 'paid_out', 9000000), (3, 'cleared', NULL)) AS event (event_number, kind, amount)
     WHERE is_cleared OR event_number < 3
  ), made_entry AS (
    INSERT INTO ledger_entry (user_id, order_id, entry_number, cause, rule, rule_version, effective_day, booked_at,
                              changes, balances, previous_sha256, entry_sha256)
    SELECT user_id, order_id, entry_number, cause, 'bench', '1', payout_day + days, payout_day::timestamptz, changes, balances,
           CASE WHEN entry_number > 1 THEN sha256(order_id::text::bytea) END, sha256(order_id::text::bytea)
      FROM loan, (VALUES (1, 'payout', 0, ${entry(paidOut)}, ${entry(paidOut)}),
                         (2, 'payment', 91, ${entry(payment)}, ${entry(paidOff)}))
                   AS booked (entry_number, cause, days, changes, balances)
     WHERE is_cleared OR entry_number = 1
  ), made_payout AS (
    INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, is_wallet, asked_at,
                                concluded_at)
    SELECT user_id, order_id, 1, 'bench', order_id::text, 'settled', number % 4 = 0, payout_day::timestamptz,
           payout_day::timestamptz
      FROM loan
  ), made_payment AS (
    INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference, requested_at)
    SELECT user_id, payment_id, order_id, 'payoff', 'transfer', 'bench', 12715042, 'credited', payment_id::text,
           payout_day::timestamptz
      FROM loan WHERE is_cleared
  ), made_signature AS (
    INSERT INTO signature_evidence (user_id, entry_number, order_id, sealed_entry, entry_sha256, previous_entry_sha256)
    SELECT user_id, nth, order_id, decode(repeat('ab', 200), 'hex'), sha256(order_id::text::bytea),
           CASE WHEN nth > 1 THEN sha256(order_id::text::bytea) END
      FROM loan
  )
  INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, payment_id, heard_at)
  SELECT 'bench', payment_id::text, 12715042, payout_day + 91, 'credited', user_id, order_id, payment_id, $4::timestamptz
    FROM loan WHERE is_cleared
   UNION ALL
  SELECT 'bench', 'nobody ' || number, 2000000, last_day, 'suspense', NULL, NULL, NULL, $4 FROM person WHERE number % 1000 = 0`

/** Every tenth loan of the newest was looked at by the staff. */
const INSERT_ACTS = `
  INSERT INTO desk_act (act_id, acted_at, actor, member_id, act, user_id, details, why, entry_number, previous_sha256,
                        entry_sha256)
  SELECT gen_random_uuid(), $1, member.name, member.member_id, 'see_books', user_id, '{}', 'bench',
         (SELECT max(entry_number) FROM desk_act) + row_number() OVER (), sha256(user_id::text::bytea),
         sha256(order_id::text::bytea)
    FROM (SELECT user_id, order_id FROM loan_order ORDER BY paid_out_at DESC LIMIT $2) AS loan,
         (SELECT member_id, name FROM staff_member LIMIT 1) AS member`

/** What is checked or kept up row by row, off while millions come, and back on: then all of them are checked at once. */
const suspended = async (pool: Pool): Promise<() => Promise<void>> => {
  const tables = [...bigTables]
  const { rows: keys } = await pool.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[])`,
    [tables],
  )
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY($1::text[]::regclass[]) AND NOT indisunique`,
    [tables],
  )
  const client = await pool.connect()
  await client.query(`SET statement_timeout = 0; SET maintenance_work_mem = '1GB'`)
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    client.release(true)
  }
}

/** So many more rows than this, and it is quicker to check them at the end. */
const MANY_ACCOUNTS = 5_000

/** Adds a book to a database that a server has opened before. Everything in it keeps every constraint of the tables. */
export const fillBook = async (pool: Pool, book: Book): Promise<void> => {
  const { accounts, ordersEach, casesEvery, from, now, onProgress = () => {} } = book
  const resume = accounts > MANY_ACCOUNTS ? await suspended(pool) : async () => {}
  const client = await pool.connect()
  await client.query('SET statement_timeout = 0; SET synchronous_commit = off')
  const today = civilDayOf(now)
  for (let made = 0; made < accounts; made += perInsert) {
    const count = Math.min(perInsert, accounts - made)
    await client.query(INSERT, [
      from + made,
      from + made + count - 1,
      today,
      now,
      casesEvery,
      accounts,
      from,
      ordersEach,
    ])
    onProgress(made + count)
  }
  await client.query(INSERT_ACTS, [now, Math.ceil((accounts * ordersEach) / 10)])
  await resume()
  await client.query('VACUUM ANALYZE')
  client.release(true)
}
