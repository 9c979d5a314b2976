import { centavos } from '@hola/core/money.ts'
import { expect } from 'vitest'
import { verifyEvidence } from '../../lending/agreement/agreements.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { TestServer } from '../http/test-server.ts'
import { openChecks } from '../simulation/check.ts'
import { openBank } from '../simulation/rails.ts'
import type { Life } from './test-traffic.ts'

// What must be true of everybody who borrowed, whatever happened to the processes meanwhile.

/** What there is exactly once of a borrower, by table, and twice of her two payments. */
const counts = {
  loan_order: 1,
  signature_evidence: 1,
  apply_request: 1,
  payout_attempt: 1,
  payment: 2,
  repay_request: 2,
  receipt: 2,
} as const
const eventCounts = { signed: 1, paid_out: 1, payment: 2, cleared: 1 } as const

/** The bank of the sandbox by its own books: what left it for each order. */
const readBank = async ({ services: { pool } }: TestServer) => {
  const { rows } = await pool.query<{ orderId: string; key: string; id: string; amount: number; at: Date }>(
    `SELECT left(idempotency_key, 36) AS "orderId", idempotency_key AS key, provider_payout_id AS id,
            amount_centavos AS amount, concludes_at AS at
       FROM sandbox_payout WHERE outcome = 'settles'`,
  )
  const paid = Map.groupBy(rows, ({ orderId }) => orderId)
  return {
    ...openBank(),
    paidTwice: [...paid].filter(([, payouts]) => payouts.length > 1).map(([orderId]) => orderId),
    paidFor: (orderId: string) => {
      const [payout] = paid.get(orderId) ?? []
      if (payout === undefined) return undefined
      const { key, id: providerPayoutId, amount, at: concludesAt } = payout
      return { key, providerPayoutId, amount: centavos(amount), failure: null, concludesAt }
    },
  }
}

/** Nothing that was acknowledged is missing, nothing happened twice, and the books are right by every rule. */
export const expectWholeBook = async (witness: TestServer, lives: readonly Life[]): Promise<void> => {
  const { services } = witness
  const { pool } = services
  const problems: string[] = []
  const users = lives.map(({ userId }) => userId)
  const expectCounts = async (table: string, where: string, count: number): Promise<void> => {
    const { rows } = await pool.query<{ userId: string; n: number }>(
      `SELECT life.user_id AS "userId", (SELECT count(*) FROM ${table} AS kept
                                          WHERE kept.user_id = life.user_id AND ${where}) AS n
         FROM unnest($1::uuid[]) AS life (user_id)`,
      [users],
    )
    for (const { userId, n } of rows)
      if (n !== count) problems.push(`${n} instead of ${count} in ${table} where ${where} of ${userId}`)
  }
  for (const [table, count] of Object.entries(counts)) await expectCounts(table, 'true', count)
  await expectCounts('payout_attempt', `state = 'settled'`, 1)
  await expectCounts('ledger_entry', `cause = 'payment'`, 2)
  for (const [kind, count] of Object.entries(eventCounts)) await expectCounts('order_event', `kind = '${kind}'`, count)

  const missingOf = async (table: string, column: string, ids: readonly string[]): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} = ANY($1)`,
      [ids],
    )
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!kept.has(id)) problems.push(`acknowledged and lost: ${column} ${id}`)
  }
  const of = <Key extends keyof Life>(key: Key): Life[Key][] => lives.map((life) => life[key])
  await missingOf('apply_request', 'apply_id', of('applyId'))
  await missingOf('repay_request', 'request_id', of('paymentRequestIds').flat())

  const bank = await readBank(witness)
  const checks = openChecks({ pool, services, bank })
  const everything = new Set(['loan_order', 'ledger_entry', 'quota', 'receipt', 'payout_attempt'] as const)
  for (const { userId, orderId } of lives) {
    const books = await inTransaction(pool, (tx) => verifyBooks(tx, { userId, orderId }))
    if (!books.isIntact) problems.push(`the books of ${orderId}: ${JSON.stringify(books)}`)
    const evidence = await inTransaction(pool, (tx) => verifyEvidence(tx, services, userId))
    if (!evidence.isIntact) problems.push(`the signatures of ${userId}: ${JSON.stringify(evidence)}`)
    await checks.checkPerson(userId, services.clock.now(), everything)
  }
  await checks.checkAll('everybody')
  expect(bank.paidTwice).toEqual([])
  expect(problems).toEqual([])
}

/** Jobs that could be worked on now, are, or never will be. */
export const openJobs = async ({ services: { pool } }: TestServer): Promise<string[]> => {
  const { rows } = await pool.query<{ job: string }>(
    `SELECT name || ' ' || state AS job FROM pgboss.job
      WHERE state IN ('active', 'failed') OR name = 'dead-letter'
         OR (state IN ('created', 'retry') AND start_after <= now())`,
  )
  return rows.map(({ job }) => job)
}

export const countJobs = async ({ services: { pool } }: TestServer, where: string): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*) AS n FROM pgboss.job WHERE ${where}`)
  return rows[0]?.n ?? 0
}

/** Payouts that the bank was asked for and whose answer nobody has heard. */
export const countUnheardPayouts = async ({ services: { pool } }: TestServer): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*) AS n FROM payout_attempt WHERE state = 'asked'`)
  return rows[0]?.n ?? 0
}
