import { civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import { centavos } from '@hola/core/money.ts'
import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { openTestServer } from './edge/http/test-server.ts'
import { seededChance } from './edge/simulation/chance.ts'
import { accrue } from './lending/loan/accrual.ts'
import { entriesOf } from './lending/loan/test-books.ts'
import { verifyBooks } from './lending/loan/verify-books.ts'
import { runDueJobs, signOrder } from './lending/payout/test-payout.ts'
import type { Debtor } from './lending/repayment/test-repayment.ts'
import { askToPay, hear, newDebtor, putMoney } from './lending/repayment/test-repayment.ts'
import { systemRandom } from './platform/clock.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { sandboxAccounts } from './providers/payout/test-accounts.ts'

// The clock of the machine is set back and ahead between two calls, over midnight, months and a leap day. Whatever it
// does, the books add up, and nothing is booked, paid or credited twice.

const { pool } = await testDatabase()
const noon = new Date('2027-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PART = 1_000_000
const move = (ms: number): void => void (now = new Date(now.getTime() + ms))

const expectSound = async (key: { userId: string; orderId: string }): Promise<void> => {
  expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
}
const countOf = async (key: { userId: string; orderId: string }): Promise<number> =>
  (await entriesOf(services, key)).length

test('an hour back between signing, payout and the bank’s word: paid once', async () => {
  now = noon
  const order = await signOrder(server, sandboxAccounts.delayed)
  move(-HOUR_MS)
  await runDueJobs(services)
  await runDueJobs(services)
  move(2 * HOUR_MS)
  await runDueJobs(services)
  move(-HOUR_MS)
  await runDueJobs(services)
  move(31 * DAY_MS)
  await runDueJobs(services)
  const { rows } = await pool.query('SELECT state FROM payout_attempt WHERE order_id = $1', [order.orderId])
  expect(rows).toEqual([{ state: 'settled' }])
  const { rows: paid } = await pool.query(`SELECT FROM order_event WHERE order_id = $1 AND kind = 'paid_out'`, [
    order.orderId,
  ])
  expect(paid).toHaveLength(1)
  await expectSound(order)
})

test('a night that is booked twice, or again after the clock was set back, is booked once', async () => {
  now = noon
  const debtor = await newDebtor(server)
  // Over the leap day of 2028, each night at a minute before and after midnight in Argentina.
  now = new Date('2028-02-28T02:59:00Z')
  for (let night = 0; night < 4; night += 1) {
    await accrue(services, {})
    const before = await countOf(debtor)
    await accrue(services, {})
    move(-HOUR_MS)
    await accrue(services, {})
    expect(await countOf(debtor)).toBe(before)
    move(HOUR_MS + 2 * 60_000)
    await accrue(services, {})
    await accrue(services, {})
    expect(await countOf(debtor)).toBe(before + 1)
    move(DAY_MS - 2 * 60_000)
  }
  const days = (await entriesOf(services, debtor)).map(({ effectiveDay }) => effectiveDay)
  expect(new Set(days).size).toBe(days.length)
  expect(days).toContain('2028-02-29')
  await expectSound(debtor)
})

test('a payment after the clock went back over midnight is in the books beside a later one', async () => {
  now = noon
  const debtor = await newDebtor(server)
  const pay = async (): Promise<void> => {
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: PART })
    await hear(services, await putMoney(services, { reference, amount: centavos(PART) }))
    await expectSound(debtor)
  }
  // Every charge has reached its limit: a day more or less changes nothing else.
  move(300 * DAY_MS)
  await pay()
  move(-DAY_MS)
  await pay()
  const [before, last] = (await entriesOf(services, debtor)).slice(-2)
  expect(last?.effectiveDay).toBe(before?.effectiveDay)
  expect(last?.balances[ledgerAccounts.indexOf('collected')]).toBe(2 * PART)
})

test('a walk through time in any direction: the books add up, every payment counts once', async () => {
  const seed = process.env['CLOCK_SEED'] ?? systemRandom.uuid()
  console.log(`CLOCK_SEED=${seed} repeats the jumps`)
  const chance = seededChance(seed)
  const [steps, all] = [isProof ? 600 : 60, 600]
  tellProof('jumps of the clock', steps, all)
  const jumps: readonly [string, () => void][] = [
    ['an hour back', () => move(-HOUR_MS)],
    ['a day back', () => move(-DAY_MS)],
    ['a month ahead', () => move(31 * DAY_MS)],
    ['an hour ahead', () => move(HOUR_MS)],
    ['a day ahead', () => move(DAY_MS)],
    ['to midnight', () => void (now = startOfDay(civilDayOf(now)))],
    ['to the end of the day', () => void (now = new Date(startOfDay(civilDayOf(now)).getTime() + DAY_MS - 1))],
    ['to the leap day', () => void (now = new Date('2028-02-29T15:00:00Z'))],
    ['not at all', () => {}],
  ]
  let debtor: Debtor | undefined
  let heard: { id: string; amount: number }[] = []
  let farthest = noon
  const catchUp = async (key: Debtor): Promise<void> => {
    now = new Date(farthest.getTime() + DAY_MS)
    await accrue(services, {})
    await expectSound(key)
    const collected = (await entriesOf(services, key)).at(-1)?.balances[ledgerAccounts.indexOf('collected')]
    expect(collected).toBe(heard.reduce((sum, { amount }) => sum + amount, 0))
  }
  let [loans, payments] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    if (debtor === undefined || step % 20 === 0) {
      if (debtor !== undefined) await catchUp(debtor)
      now = noon
      farthest = noon
      debtor = await newDebtor(server)
      heard = []
      loans += 1
    }
    const [, jump] = chance.oneOf(jumps as [(typeof jumps)[number]])
    jump()
    const act = chance.below(4)
    if (act === 0) await accrue(services, {})
    if (act === 1) {
      const { ret, msg } = await debtor.call('loan/order', { order_id: debtor.orderId })
      if (ret === null) throw new Error(`no order: ${msg}`)
      if (ret.order.payoff_centavos >= PART) {
        const payment = await askToPay(services, debtor, { kind: 'part', amount_centavos: PART })
        farthest = new Date(Math.max(farthest.getTime(), now.getTime()))
        jumps[chance.below(jumps.length)]?.[1]()
        const amount = centavos(payment.amount_centavos)
        const id = await putMoney(services, { reference: payment.reference, amount })
        await hear(services, id)
        heard.push({ id, amount })
        payments += 1
      }
    }
    // Told again, at whatever time it is now.
    for (const { id } of heard) if (chance.happens(300)) await hear(services, id)
    expect(await debtor.call('app/home')).toMatchObject({ code: '0' })
    farthest = new Date(Math.max(farthest.getTime(), now.getTime()))
    await expectSound(debtor)
    const { rows } = await pool.query<{ id: string; amount: number }>(
      `SELECT provider_payment_id AS id, amount_centavos AS amount FROM receipt WHERE order_id = $1 AND state = 'credited'`,
      [debtor.orderId],
    )
    const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)
    expect(rows.toSorted(byId)).toEqual(heard.toSorted(byId))
  }
  if (debtor !== undefined) await catchUp(debtor)
  expect(payments).toBeGreaterThan(0)
  tellFigure(
    'faults',
    'jumps of the clock',
    `${steps} over ${loans} loans and ${payments} payments: books whole, nothing twice`,
  )
})
