import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { sendSandboxPayoutEvent } from '../../lending/payout/public.ts'
import type { PayoutFailure, SandboxPayout } from '../../providers/payout/public.ts'
import { findSandboxPayout, stateOf, updateSandboxPayout } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import type { PayoutsRet } from './shapes.ts'

export const PAYOUTS_SHOWN = 100

type Shown = PayoutsRet['payouts'][number]
type Row = Pick<SandboxPayout, 'key' | 'amount' | 'outcome' | 'failureReason' | 'concludesAt'> & {
  readonly orderId: string
  readonly orderNumber: string
  readonly askedAt: Date
  readonly attemptState: Shown['attempt_state']
}

/** What the sandbox's bank has in its books, the newest first, and what the product knows of it. */
export const listPayouts = async ({ pool, clock }: Services): Promise<PayoutsRet> => {
  const { rows } = await pool.query<Row>(
    `SELECT idempotency_key AS key, sandbox_payout.amount_centavos AS amount, outcome,
            sandbox_payout.failure_reason AS "failureReason", concludes_at AS "concludesAt",
            order_id AS "orderId", order_number AS "orderNumber", asked_at AS "askedAt",
            payout_attempt.state AS "attemptState"
       FROM sandbox_payout JOIN payout_attempt USING (idempotency_key) JOIN loan_order USING (user_id, order_id)
      ORDER BY asked_at DESC, idempotency_key LIMIT $1`,
    [PAYOUTS_SHOWN],
  )
  const now = clock.now()
  return {
    payouts: rows.map((row) => ({
      payout_key: row.key,
      order_id: row.orderId,
      order_number: row.orderNumber,
      amount_centavos: row.amount,
      asked_at: row.askedAt.toISOString(),
      bank_state: bankState(row, now),
      failure_reason: bankState(row, now) === 'failed' ? row.failureReason : null,
      attempt_state: row.attemptState,
    })),
  }
}

const bankState = (
  { outcome, concludesAt }: Pick<SandboxPayout, 'outcome' | 'concludesAt'>,
  now: Date,
): Shown['bank_state'] => {
  if (outcome === 'lost') return 'lost'
  if (concludesAt > now) return 'under_way'
  return outcome === 'fails' ? 'failed' : 'settled'
}

const refusePayout = (problem: 'unknown' | 'concluded', language: WireLanguage): Refusal =>
  refuse('invalid_body', { field: 'payout_key', problem: say(`sandbox_problem_payout_${problem}`, language) })

/** Ends a payout that is under way, or was lost, as the page wants it, and tells the product. */
export const concludePayout = async (
  services: Services,
  { payoutKey, failureReason }: { readonly payoutKey: string; readonly failureReason: PayoutFailure | null },
  language: WireLanguage,
): Promise<PayoutsRet | Refusal> => {
  const refusal = await inTransaction(services.pool, async (tx) => {
    const payout = await findSandboxPayout(tx, payoutKey)
    if (payout === undefined) return refusePayout('unknown', language)
    const now = services.clock.now()
    if (payout.outcome !== 'lost' && stateOf(payout, now).kind !== 'accepted')
      return refusePayout('concluded', language)
    const outcome = failureReason === null ? 'settles' : 'fails'
    await updateSandboxPayout(tx, { ...payout, outcome, failureReason, concludesAt: now })
    return undefined
  })
  return refusal ?? sendPayoutEvent(services, payoutKey, language)
}

/** The bank tells of a payout, as often as the page wants it. */
export const sendPayoutEvent = async (
  services: Services,
  payoutKey: string,
  language: WireLanguage,
): Promise<PayoutsRet | Refusal> => {
  const payout = await inTransaction(services.pool, (tx) => findSandboxPayout(tx, payoutKey))
  if (payout === undefined) return refusePayout('unknown', language)
  const messageId = services.random.uuid()
  await sendSandboxPayoutEvent(services, { message_id: messageId, provider_payout_id: payout.providerPayoutId })
  return listPayouts(services)
}
