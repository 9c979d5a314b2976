import { civilDayOf } from '@hola/core/calendar.ts'
import { transferInfo } from '@hola/core/application/withdrawal.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { Refusal } from '@hola/core/errors.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { saveTransferInfo } from '../../lending/payout/save-transfer-info.ts'
import { grantCoupon } from '../../lending/coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { ContextOf } from '../services.ts'
import { openTestServer } from '../http/test-server.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { apply } from '../../lending/loan/apply.ts'
import { approve } from '../../lending/loan/test-approval.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { collectionRegistry } from '../../providers/collection/registry.ts'
import { insertSandboxReceipt, updateSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import { payoutRegistry } from '../../providers/payout/registry.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { sendPaymentEvent } from '../sandbox/payments.ts'
import { repayRequest } from '../../lending/repayment/repay-request.ts'
import type { KeptAnswer } from '../../platform/handler.ts'
import { retOfAnswer } from '../../platform/handler.ts'
import type { Services } from '../services.ts'
import { seededChance } from './chance.ts'
import { Killed, killablePool } from './killable-pool.ts'
import { insertPerson, readyToSign } from './people.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const { services: dependencies } = await openTestServer(pool, { clock: { now: () => now } })

const HOUR_MS = 3_600_000
/** What is under way at noon has ended by then. */
const patienceMs = 3 * HOUR_MS

/** The server as it starts, on connections of its own; killed when so many statements are done. */
const boot = (killAfter?: number) => {
  const life = killablePool(pool, { cut: 'socket', killAfter })
  const own = { ...dependencies, pool: life.pool }
  const { settings } = dependencies
  const services: Services = {
    ...own,
    payouts: payoutRegistry.open(settings.providers.payout, own),
    collectors: settings.providers.collection.map((one) => collectionRegistry.open(one, { ...settings, ...own })),
  }
  return { services, life }
}

type Person = {
  readonly userId: string
  readonly applyBody: BodyOf<'loan/apply'>
  readonly requestId: string
  /** What the world has done already and does not do again because our server died. */
  readonly done: Set<string>
}

let people = 0

const account = (number: string) =>
  transferInfo.parse({
    institution_kind: 'bank',
    institution_id: '011',
    account_number: number,
    full_name: 'ROMERO LUCIA',
  })

/** Somebody with the agreement before her and the code in her hand. */
const newPerson = async (accountNumber: string): Promise<Person> => {
  people += 1
  const userId = dependencies.random.uuid()
  const address = { kind: 'phone', value: `+54911${10_000_000 + people}` } as const
  await insertPerson(dependencies, { userId, address, account: account(accountNumber) })
  await approve(dependencies, userId, pesos(400_000))
  const applyBody = await readyToSign(dependencies, { userId, address, amount: pesos(120_000), termDays: 91 })
  if (applyBody instanceof Refusal) throw new Error(applyBody.name)
  return { userId, applyBody, requestId: dependencies.random.uuid(), done: new Set() }
}

const contextOf = (services: Services, { userId }: Person): ContextOf<'loan/apply'> => ({
  services,
  language: 'es',
  requestId: 'kill',
  address: '192.0.2.1',
  userAgent: 'kill',
  user: { userId, sessionId: userId },
})

const answered = <Answer>(answer: Answer | KeptAnswer | Refusal): Answer => {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.name}`)
  return retOfAnswer<Answer>(answer)
}

type JobRow = { readonly id: string; readonly name: string; readonly data: never; readonly start_after: Date }

/**
 * Works off the queue, the clock moving to what waits for it. As with the real queue a job is gone when it is done, and
 * whoever dies before that has it again: its last statement is a boundary like every other.
 */
const runJobs = async (services: Services): Promise<void> => {
  const handlers = jobHandlers(services) as unknown as Record<string, (data: never, job: object) => Promise<void>>
  for (;;) {
    const { rows } = await pool.query<JobRow>(
      `SELECT id, name, data, CASE WHEN start_after = created_on THEN $1 ELSE start_after END AS start_after
         FROM pgboss.job
        WHERE state = 'created' AND name IN ('payout', 'payout-ask', 'payout-heard', 'sandbox-payout-message',
                                             'receipt-heard', 'payment-follow')
        ORDER BY 4, created_on, id`,
      [noon],
    )
    const [job] = rows
    if (job === undefined || job.start_after.getTime() > noon.getTime() + patienceMs) return
    if (job.start_after > now) now = job.start_after
    await handlers[job.name]?.(job.data, { id: job.id })
    await services.pool.query('DELETE FROM pgboss.job WHERE id = $1', [job.id])
  }
}

/** The world does it once, whatever our server does. */
const once = async (person: Person, what: string, act: () => Promise<unknown>): Promise<void> => {
  if (person.done.has(what)) return
  await act()
  person.done.add(what)
}

const signed = async (services: Services, person: Person): Promise<string> =>
  answered(await apply(contextOf(services, person), person.applyBody)).order.order_id

type Ask = { kind: 'payoff' | 'withdrawal' }

/** Asks how to pay, pays, and the collector says so. */
const repaid = async (services: Services, person: Person, ask: Ask): Promise<void> => {
  const order_id = await signed(dependencies, person)
  const body = { request_id: person.requestId, order_id, method_id: 'transfer', ...ask }
  const { payment } = answered(await repayRequest(contextOf(services, person), body))
  if (payment === null) throw new Error('nothing to pay')
  const providerPaymentId = `sandbox-${person.requestId}`
  await once(person, 'pays', () =>
    inTransaction(pool, (tx) =>
      insertSandboxReceipt(tx, {
        providerPaymentId,
        reference: payment.reference,
        amount: centavos(payment.amount_centavos),
        paidDay: civilDayOf(noon),
        state: 'credited',
        toldAt: noon,
      }),
    ),
  )
  await sendPaymentEvent(services, { eventId: `${person.requestId}-1`, providerPaymentId })
  await runJobs(services)
}

type Scenario = {
  readonly name: string
  readonly account?: keyof typeof sandboxAccounts
  /** What had happened before, without any death. */
  readonly before?: (services: Services, person: Person) => Promise<unknown>
  /** What the server does while it may die. Started again, everybody who had no answer asks again. */
  readonly run: (services: Services, person: Person) => Promise<unknown>
  readonly ends: string
}

const signedAndPaid = async (services: Services, person: Person): Promise<void> => {
  await signed(services, person)
  await runJobs(services)
}

const scenarios: readonly Scenario[] = [
  { name: 'apply', run: signed, ends: 'pending' },
  { name: 'payout', before: signed, run: runJobs, ends: 'in_repayment' },
  { name: 'payout without an answer', account: 'silentPaid', before: signed, run: runJobs, ends: 'in_repayment' },
  { name: 'payout that gets lost', account: 'silentLost', before: signed, run: runJobs, ends: 'in_repayment' },
  { name: 'payout told of twice', account: 'repeatedMessages', before: signed, run: runJobs, ends: 'in_repayment' },
  { name: 'payout that fails', account: 'closed', before: signed, run: runJobs, ends: 'payout_failed' },
  {
    name: 'another account after a failed payout',
    account: 'closed',
    before: signedAndPaid,
    run: async (services, person) => {
      const order_id = await signed(dependencies, person)
      const info = { ...account(sandboxAccounts.instant), order_id }
      answered(await saveTransferInfo(contextOf(services, person), info))
      await runJobs(services)
    },
    ends: 'in_repayment',
  },
  {
    name: 'repay all',
    before: signedAndPaid,
    run: (services, person) => repaid(services, person, { kind: 'payoff' }),
    ends: 'cleared',
  },
  {
    name: 'give the money back',
    before: signedAndPaid,
    run: (services, person) => repaid(services, person, { kind: 'withdrawal' }),
    ends: 'cancelled',
  },
  {
    name: 'a payment that is taken back',
    before: async (services, person) => {
      await signedAndPaid(services, person)
      await repaid(services, person, { kind: 'payoff' })
    },
    run: async (services, person) => {
      const providerPaymentId = `sandbox-${person.requestId}`
      await once(person, 'takes back', () =>
        inTransaction(pool, (tx) => updateSandboxReceipt(tx, providerPaymentId, 'reversed')),
      )
      await sendPaymentEvent(services, { eventId: `${person.requestId}-2`, providerPaymentId })
      await runJobs(services)
    },
    ends: 'in_repayment',
  },
  {
    name: 'extend',
    before: async (services, person) => {
      await signedAndPaid(services, person)
      const gift = { kind: 'interest_free_extension', extensionDays: 7, validDays: 30, reason: 'granted' } as const
      await inTransaction(pool, (tx) => grantCoupon(tx, services, { userId: person.userId, ...gift }))
    },
    run: async (services, person) => {
      const order_id = await signed(dependencies, person)
      const { rows } = await pool.query<{ coupon_id: string }>('SELECT coupon_id FROM coupon WHERE user_id = $1', [
        person.userId,
      ])
      const coupon_id = rows[0]?.coupon_id ?? ''
      const body = { request_id: person.requestId, order_id, kind: 'extension', coupon_id } as const
      answered(await repayRequest(contextOf(services, person), body))
    },
    ends: 'in_repayment',
  },
]

/** Everything that is kept of a person's money. */
const tables = [
  'loan_order',
  'order_event',
  'ledger_entry',
  'quota',
  'payout_attempt',
  'payment',
  'receipt',
  'repay_request',
  'apply_request',
  'refund',
  'coupon',
  'agreement',
  'signature_evidence',
  'application_step',
] as const

/**
 * Without what is another each time: ids, names made from ids, instants, what is sealed or hashed, and how often somebody
 * had to be asked.
 */
const withoutChance = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/"(order_number|reference|provider_request_id)": "[^"]*"/g, '"$1": "name"')
    .replace(/"\\\\x[0-9a-f]*"/g, '"bytes"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"instant"')
    .replace(/"asks": \d+/g, '"asks": "some"')

const finalState = async ({ userId }: Person): Promise<Record<string, string[]>> => {
  const state: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(kept)::text AS row FROM ${table} AS kept WHERE user_id = $1`,
      [userId],
    )
    state[table] = rows.map(({ row }) => withoutChance(row)).toSorted()
  }
  const { rows: bank } = await pool.query<{ row: string }>(
    `SELECT to_jsonb(sandbox_payout)::text AS row FROM sandbox_payout
      WHERE idempotency_key IN (SELECT idempotency_key FROM payout_attempt WHERE user_id = $1)`,
    [userId],
  )
  state['bank'] = bank.map(({ row }) => withoutChance(row)).toSorted()
  const { rows: orders } = await pool.query<{ order_id: string; state: string }>(
    'SELECT order_id, state FROM loan_order WHERE user_id = $1',
    [userId],
  )
  for (const { order_id: orderId } of orders)
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, { userId, orderId }))).toMatchObject({ isIntact: true })
  state['states'] = orders.map((order) => order.state)
  return state
}

/** The scenario from the beginning; with a number, the server dies at that boundary and is started again. */
const play = async ({ account: name = 'instant', before, run }: Scenario, killAfter?: number) => {
  now = noon
  await pool.query('DELETE FROM pgboss.job')
  const person = await newPerson(sandboxAccounts[name])
  await before?.(dependencies, person)
  const { services, life } = boot(killAfter)
  try {
    await run(services, person)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    await run(boot().services, person)
  }
  return { state: await finalState(person), statements: life.count(), isKilled: life.isKilled() }
}

const step = isProof ? 1 : 19
const seed = process.env['SIMULATION_SEED'] ?? dependencies.random.uuid()
const deaths = { tried: 0, all: 0 }
afterAll(() => {
  tellProof(`deaths between two statements, SIMULATION_SEED=${seed}`, deaths.tried, deaths.all)
  tellFigure('faults', 'killed between two statements', `${deaths.tried} deaths ended as without the kill`)
})

describe('killed between any two statements, the server ends where it would have', () => {
  test.each(scenarios)('ends as without the kill: $name', async (scenario) => {
    const whole = await play(scenario)
    expect(whole.isKilled).toBe(false)
    expect(whole.state['states']).toEqual([scenario.ends])
    deaths.all += whole.statements + 1
    for (
      let killAfter = seededChance(`${seed} ${scenario.name}`).below(step);
      killAfter <= whole.statements;
      killAfter += step
    ) {
      const { state, isKilled } = await play(scenario, killAfter)
      expect({ killAfter, isKilled, state }).toEqual({ killAfter, isKilled: true, state: whole.state })
      deaths.tried += 1
    }
  })
})
