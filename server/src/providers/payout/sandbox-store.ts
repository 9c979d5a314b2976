import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { PayoutFailure } from './port.ts'

/** A payout in the books of the sandbox's bank. */
export type SandboxPayout = {
  readonly key: string
  readonly providerPayoutId: string
  readonly amount: Centavos
  readonly outcome: 'settles' | 'fails' | 'lost'
  readonly failureReason: PayoutFailure | null
  readonly receivedAt: Date
  readonly concludesAt: Date
}

const selected = `idempotency_key AS key, provider_payout_id AS "providerPayoutId", amount_centavos AS amount, outcome,
  failure_reason AS "failureReason", received_at AS "receivedAt", concludes_at AS "concludesAt"`

/** False when the bank has one under this key. */
export const insertSandboxPayout = async (tx: Tx, payout: SandboxPayout): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO sandbox_payout (idempotency_key, provider_payout_id, amount_centavos, outcome, failure_reason,
                                 received_at, concludes_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (idempotency_key) DO NOTHING`,
    [
      payout.key,
      payout.providerPayoutId,
      payout.amount,
      payout.outcome,
      payout.failureReason,
      payout.receivedAt,
      payout.concludesAt,
    ],
  )
  return rowCount === 1
}

/** Locked: who is paying it waits for who looks at it. */
export const findSandboxPayout = async (tx: Tx, key: string): Promise<SandboxPayout | undefined> => {
  const { rows } = await tx.query<SandboxPayout>(
    `SELECT ${selected} FROM sandbox_payout WHERE idempotency_key = $1 FOR UPDATE`,
    [key],
  )
  return rows[0]
}

export const updateSandboxPayout = async (tx: Tx, payout: SandboxPayout): Promise<void> => {
  await tx.query(
    'UPDATE sandbox_payout SET outcome = $2, failure_reason = $3, concludes_at = $4 WHERE idempotency_key = $1',
    [payout.key, payout.outcome, payout.failureReason, payout.concludesAt],
  )
}

/** What was paid from an instant on and before another, as far as it has happened now. */
export const listSandboxSettled = async (
  tx: Tx,
  { from, before, now }: { readonly from: Date; readonly before: Date; readonly now: Date },
): Promise<SandboxPayout[]> => {
  const { rows } = await tx.query<SandboxPayout>(
    `SELECT ${selected} FROM sandbox_payout
      WHERE outcome = 'settles' AND concludes_at >= $1 AND concludes_at < $2 AND concludes_at <= $3
      ORDER BY concludes_at, idempotency_key`,
    [from, before, now],
  )
  return rows
}
