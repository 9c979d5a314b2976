import { addDays, civilDay } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Tx } from '../../platform/db/public.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { findSandboxPayout, updateSandboxPayout } from '../../providers/payout/sandbox-store.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { entriesOf, noonOf } from '../loan/test-books.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { accountOf } from '../order/account-of.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder, lockOrder } from '../order/store.ts'
import { openAccount, sealAccount } from '../order/payout-account.ts'
import { sweepPayouts } from '../payout/sweep.ts'
import { runDueJobs, signOrder } from '../payout/test-payout.ts'
import { handlePayoutWebhook } from '../payout/webhook.ts'
import { placeSuspense } from '../repayment/suspense.ts'
import { pay } from '../repayment/test-repayment.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { recordRefund, refundStateOf, reverseRefund } from './refund.ts'
import { sendRefund } from './send.ts'
import { findTransfer } from './store.ts'

const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noonOf(firstDay)
})

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => inTransaction(pool, work)
const done = <Result extends object>(result: Result | string): Result => {
  if (typeof result === 'string') throw new Error(`not done: ${result}`)
  return result
}

/** A loan that was paid out to an account that works, repaid with $ 5.000 too much; credit goes to this account. */
const newCredit = async (account: string = sandboxAccounts.instant): Promise<OrderKey> => {
  const { userId, orderId } = await signOrder(server, sandboxAccounts.instant)
  await runDueJobs(services)
  const key = { userId, orderId }
  const providerPaymentId = await pay(services, { reference: orderId, amount: pesos(125_000) })
  done(await inTx((tx) => placeSuspense(tx, services, { ...key, provider: 'sandbox', providerPaymentId })))
  await inTx(async (tx) => {
    const order = await lockOrder(tx, key)
    if (order === undefined) throw new Error('no order')
    const known = openAccount(services.sealer, order, order.sealedAccount)
    const sealed = sealAccount(services.sealer, key, { ...known, kind: 'cbu', number: account })
    await tx.query('UPDATE loan_order SET sealed_account = $3 WHERE user_id = $1 AND order_id = $2', [
      userId,
      orderId,
      sealed,
    ])
  })
  return key
}
const creditOf = async (key: OrderKey): Promise<number> => {
  const order = await inTx((tx) => findOrder(tx, key.userId, key.orderId))
  return (order && accountOf(order, firstDay)?.credit) ?? 0
}
const send = async (key: OrderKey) =>
  done(await inTx((tx) => recordRefund(tx, services, { ...key, amount: pesos(5_000), way: 'provider' })))
const runJobs = async (): Promise<void> => {
  const { rows } = await pool.query<{ data: Parameters<typeof sendRefund>[1] }>(
    `DELETE FROM pgboss.job WHERE name = 'refund' AND state = 'created' AND (start_after <= $1 OR start_after = created_on)
     RETURNING data`,
    [now],
  )
  for (const { data } of rows) await sendRefund(services, data)
}
const stateOf = ({ userId }: OrderKey, refundId: string) => inTx((tx) => refundStateOf(tx, { userId, refundId }))
const transferOf = ({ userId }: OrderKey, refundId: string) => inTx((tx) => findTransfer(tx, { userId, refundId }))
const mustBeSound = async (key: OrderKey): Promise<void> =>
  expect(await inTx((tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
const sandboxSent = async (refundId: string): Promise<number> =>
  (await pool.query('SELECT FROM sandbox_payout WHERE idempotency_key LIKE $1', [`%${refundId}`])).rowCount ?? 0

describe('a refund by the provider', () => {
  test('shows the account, is booked at once, sent once, and reconciled on both sides', async () => {
    const key = await newCredit()
    const asked = { ...key, amount: pesos(5_000), way: 'provider' } as const
    expect(await creditOf(key)).toBe(pesos(5_000))
    const { refundId, account } = await send(key)
    expect(account.account_ending).toBe(sandboxAccounts.instant.slice(-4))
    expect(await creditOf(key)).toBe(0)
    expect(await stateOf(key, refundId)).toBe('sending')
    expect(await inTx((tx) => recordRefund(tx, services, asked))).toBe('more_than_credit')
    for (const _ of [1, 2]) await sendRefund(services, { user_id: key.userId, refund_id: refundId, ask_number: 0 })
    expect(await stateOf(key, refundId)).toBe('sent')
    expect(await sandboxSent(refundId)).toBe(1)
    expect(await inTx((tx) => reverseRefund(tx, services, { userId: key.userId, refundId }))).toBe('sent_by_provider')
    now = noonOf(addDays(firstDay, 1))
    const findings = await reconcile(services, firstDay)
    expect(findings.flatMap(({ differences }) => differences.map(({ cause, id }) => [cause, id]))).toContainEqual([
      'refunded_by_provider',
      refundId,
    ])
    expect(findings.find(({ kind }) => kind === 'payout')).toMatchObject({ unexplainedCount: 0, differences: [] })
    await mustBeSound(key)
  })

  test('that could not be sent is her credit again, once, and can be given back again', async () => {
    const key = await newCredit(sandboxAccounts.closed)
    const { refundId } = await send(key)
    await runJobs()
    expect(await stateOf(key, refundId)).toBe('failed')
    expect(await creditOf(key)).toBe(pesos(5_000))
    expect((await entriesOf(services, key)).at(-1)).toMatchObject({ cause: 'refund_reversal', sourceId: refundId })
    await sendRefund(services, { user_id: key.userId, refund_id: refundId, ask_number: 0 })
    const { providerPayoutId } = (await transferOf(key, refundId)) ?? {}
    await handlePayoutWebhook(services, { provider_payout_id: providerPayoutId ?? '' })
    expect(await creditOf(key)).toBe(pesos(5_000))
    done(await inTx((tx) => recordRefund(tx, services, { ...key, amount: pesos(5_000) })))
    expect(await creditOf(key)).toBe(0)
    await mustBeSound(key)
  })

  test('that came back after it was sent is her credit again', async () => {
    const key = await newCredit()
    const { refundId } = await send(key)
    await runJobs()
    const transfer = await transferOf(key, refundId)
    await inTx(async (tx) => {
      const paid = await findSandboxPayout(tx, transfer?.key ?? '')
      if (paid !== undefined)
        await updateSandboxPayout(tx, { ...paid, outcome: 'fails', failureReason: 'account_closed' })
    })
    for (const _ of [1, 2])
      await handlePayoutWebhook(services, { provider_payout_id: transfer?.providerPayoutId ?? '' })
    expect(await transferOf(key, refundId)).toMatchObject({ state: 'returned' })
    expect(await stateOf(key, refundId)).toBe('failed')
    expect(await creditOf(key)).toBe(pesos(5_000))
    await mustBeSound(key)
  })

  test('whose answer got lost is asked about, also by the daily job, and never sent twice', async () => {
    const key = await newCredit(sandboxAccounts.silentLost)
    const { refundId } = await send(key)
    await runJobs()
    expect(await stateOf(key, refundId)).toBe('sending')
    now = new Date(now.getTime() + 4 * 60_000)
    await runJobs()
    expect(await stateOf(key, refundId)).toBe('sent')
    const other = await newCredit(sandboxAccounts.silentLost)
    const { refundId: hangs } = await send(other)
    await runJobs()
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'refund'`)
    now = new Date(now.getTime() + 2 * 3_600_000)
    await sweepPayouts(services)
    await runJobs()
    expect(await stateOf(other, hangs)).toBe('sent')
    expect(await sandboxSent(hangs)).toBe(1)
  })
})

describe('a refund by hand', () => {
  test('that was booked by mistake is her credit again, and only once', async () => {
    const key = await newCredit()
    const { refundId } = done(await inTx((tx) => recordRefund(tx, services, { ...key, amount: centavos(400_000) })))
    expect(await stateOf(key, refundId)).toBe('booked')
    const refund = { userId: key.userId, refundId }
    done(await inTx((tx) => reverseRefund(tx, services, refund)))
    expect(await creditOf(key)).toBe(pesos(5_000))
    expect(await inTx((tx) => reverseRefund(tx, services, refund))).toBe('already_reversed')
    expect(await inTx((tx) => reverseRefund(tx, services, { ...refund, refundId: key.orderId }))).toBe('no_such_refund')
    await mustBeSound(key)
  })
})

test.each(['refund', 'refund_reversal'])('PostgreSQL refuses the application to edit %s', async (table) => {
  await expect(inTx((tx) => tx.query(`UPDATE ${table} SET user_id = user_id`))).rejects.toThrow(/permission denied/)
  await expect(inTx((tx) => tx.query(`DELETE FROM ${table}`))).rejects.toThrow(/permission denied/)
})
