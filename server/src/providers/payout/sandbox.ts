import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Clock, Random } from '@hola/core/clock.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Secrets } from '../../platform/services.ts'
import { adapter } from '../registry.ts'
import { sandboxWebhookSecret } from '../sandbox-webhook.ts'
import { joinIds, readTransaction } from './mercado-pago-shapes.ts'
import { payoutMessages } from './mercado-pago-webhook.ts'
import { statusOf, writeTransaction } from './mercado-pago-writing.ts'
import type { Payout, PayoutAdapter, PayoutFailure, PayoutResult, Payouts } from './port.ts'
import type { SandboxPayout } from './sandbox-store.ts'
import { findSandboxPayout, insertSandboxPayout, listSandboxSettled, updateSandboxPayout } from './sandbox-store.ts'

/** How long a transfer takes that is not instant. */
export const SANDBOX_DELAY_MS = 10 * 60_000
const DAY_MS = 86_400_000

export type Behaviour = {
  readonly fails?: PayoutFailure
  readonly delayed?: true
  /** No answer comes to the first request: it arrived, or got lost. */
  readonly silent?: 'arrived' | 'lost'
  /** How long after the end it tells of it, each time with a message of its own; a repeated number repeats the message. */
  readonly webhooksAfterMs?: readonly number[]
}

/** The test accounts of docs/SANDBOX.md, by the four digits before the check digit. Every other account is paid at once. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  '9101': { delayed: true, webhooksAfterMs: [0] },
  '9102': { fails: 'wrong_account' },
  '9103': { fails: 'account_closed' },
  '9104': { fails: 'holder_mismatch' },
  '9105': { fails: 'limit' },
  '9106': { silent: 'arrived' },
  '9107': { silent: 'lost' },
  '9108': { silent: 'arrived', fails: 'account_closed' },
  '9109': { delayed: true, webhooksAfterMs: [0, 0, DAY_MS] },
  '9110': { delayed: true, fails: 'wrong_account', webhooksAfterMs: [0] },
}

/** An alias has no check digit: there it is the last four characters. */
const behaviourOf = ({ account: { kind, number } }: Payout): Behaviour =>
  behaviours[kind === 'alias' ? number.slice(-4) : number.slice(-5, -1)] ?? {}

/** A message that the bank will send. */
export type SandboxMessage = { readonly messageId: string; readonly providerPayoutId: string; readonly at: Date }

type Means = {
  readonly secrets: Pick<Secrets, 'fieldKey'>
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** Called within the bank's own transaction: what it has promised to tell, it tells. */
  readonly sendLater: (tx: Tx, message: SandboxMessage) => Promise<void>
}

/** What the bank would say of a payout now: written and read as with Mercado Pago. */
export const stateOf = (row: SandboxPayout, now: Date): PayoutResult => {
  const { key, providerPayoutId, amount, outcome, failureReason, receivedAt, concludesAt } = row
  const isOver = concludesAt <= now
  const end = outcome === 'fails' ? (failureReason ?? 'other') : 'settled'
  const [status, detail] = statusOf[isOver ? end : 'underWay']
  const updatedAt = isOver ? concludesAt : receivedAt
  const written = writeTransaction({ key, providerPayoutId, amount, status, detail, createdAt: receivedAt, updatedAt })
  return readTransaction(written, providerPayoutId, { key, amount }, now)
}

/**
 * A bank that pays out play money and behaves like one: it knows a payout again by its key, answers late or never, tells
 * of the end by messages, twice if it likes, and keeps its books in the database.
 */
export const sandboxPayouts = ({ secrets, pool, clock, random, sendLater }: Means): Payouts => ({
  provider: 'sandbox',
  webhook: payoutMessages(sandboxWebhookSecret(secrets)),

  send: (payout) =>
    inTransaction(pool, async (tx) => {
      const now = clock.now()
      const { fails, delayed, silent, webhooksAfterMs = [] } = behaviourOf(payout)
      const concludesAt = new Date(now.getTime() + (delayed ? SANDBOX_DELAY_MS : 0))
      const outcome = silent === 'lost' ? 'lost' : fails === undefined ? 'settles' : 'fails'
      const made: SandboxPayout = {
        key: payout.key,
        providerPayoutId: joinIds(`SBP-${random.uuid()}`, `SBT-${random.uuid()}`),
        amount: payout.amount,
        outcome,
        failureReason: outcome === 'fails' ? (fails ?? null) : null,
        receivedAt: now,
        concludesAt,
      }
      if (await insertSandboxPayout(tx, made)) {
        const message = random.uuid()
        for (const afterMs of webhooksAfterMs)
          await sendLater(tx, {
            messageId: `${message}-${afterMs}`,
            providerPayoutId: made.providerPayoutId,
            at: new Date(concludesAt.getTime() + afterMs),
          })
        return silent === undefined ? stateOf(made, now) : { kind: 'unknown', why: 'sandbox: no answer' }
      }
      const known = await findSandboxPayout(tx, payout.key)
      if (known === undefined) throw new Error('the sandbox bank has lost a payout')
      if (known.outcome !== 'lost') return stateOf(known, now)
      const arrived = { ...known, outcome: 'settles' as const, concludesAt: now }
      await updateSandboxPayout(tx, arrived)
      return stateOf(arrived, now)
    }),

  find: ({ key }) =>
    inTransaction(pool, async (tx) => {
      const row = await findSandboxPayout(tx, key)
      return row === undefined || row.outcome === 'lost' ? { kind: 'not_known' } : stateOf(row, clock.now())
    }),

  keyOf: async (providerPayoutId) => {
    const { rows } = await pool.query<{ key: string }>(
      'SELECT idempotency_key AS key FROM sandbox_payout WHERE provider_payout_id = $1',
      [providerPayoutId],
    )
    const [row] = rows
    return row
  },

  statement: async (day) => {
    const rows = await inTransaction(pool, (tx) =>
      listSandboxSettled(tx, { from: startOfDay(day), before: startOfDay(addDays(day, 1)), now: clock.now() }),
    )
    const lines = rows.map(({ key, providerPayoutId, amount, concludesAt }) => ({
      key,
      providerPayoutId,
      amount,
      day: civilDayOf(concludesAt),
    }))
    return { lines, unread: [] }
  },
})

export const sandbox: PayoutAdapter = adapter({
  name: 'sandbox',
  isSandbox: true,
  rows: [],
  read: () => ({}),
  open: (_settings, { settings: { secrets }, pool, clock, random, jobs }) =>
    sandboxPayouts({
      secrets,
      pool,
      clock,
      random,
      sendLater: (tx, { messageId, providerPayoutId, at }) =>
        jobs.enqueue(
          tx,
          'sandbox-payout-message',
          { message_id: messageId, provider_payout_id: providerPayoutId },
          { startAfter: at },
        ),
    }),
})
