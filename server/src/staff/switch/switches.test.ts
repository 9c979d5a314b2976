import { payMethods } from '@hola/core/desk-contract/switches.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDesk } from '../../edge/desk/test-desk-server.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'
import { basic, extra, newApplicant, transfer } from '../../person/application/test-application.ts'
import { openPhotoServer } from '../../person/identity/test-photos.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const server = await openPhotoServer(pool, () => now)
const { services } = server
const desk = await openTestDesk(services)
const later = (hours: number): void => void (now = new Date(now.getTime() + hours * 3_600_000))

/** So long a server may go by what it knew of the ways to pay. */
const tenSecondsLater = (): void => later(10 / 3600)

beforeEach(async () => {
  now = start
  await pool.query('TRUNCATE account, desk_act, proposal, switch_stop, sandbox_payout CASCADE')
  await pool.query('DELETE FROM pgboss.job')
})

const stop = async (target: string, hours = 4) => {
  const vera = await desk.madeUp('Vera')
  const body = { target, hours_count: hours, why: 'the bank is down' }
  expect(await vera.confirm('switches/stop', body)).toMatchObject({ code: '0', ret: { target } })
}

/** Two people start it again. */
const startAgain = async (target: string) => {
  const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
  const { ret } = await tomas.call('proposals/propose', { kind: 'start', details: { target }, why: 'it is up again' })
  const { proposal, preview } = ret as { proposal: { proposal_id: string }; preview: { seen_sha256: string } }
  const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'yes' }
  expect(await vera.confirm('proposals/approve', body)).toMatchObject({ code: '0' })
}

describe('new applications', () => {
  const ready = async () => {
    const person = await newApplicant(server)
    for (const [path, body] of [
      ['app/save_basic_info', basic],
      ['app/save_extra_info', extra],
      ['app/save_transfer_info', transfer],
    ] as const)
      expect(await person.call(path, body)).toMatchObject({ code: '0' })
    await server.sendThree(person)
    return { submit: () => person.call('loan/apply_info', { submit: true }) }
  }

  test('are refused with words while they are stopped, and taken when it is over', async () => {
    const { submit } = await ready()
    await stop('applications')
    expect(await submit()).toMatchObject({ code: '20219', msg: expect.stringContaining('What you filled in is saved') })
    later(4)
    expect(await submit()).toMatchObject({ code: '0', msg: '' })
  })

  test('are taken again at once when two people start them', async () => {
    const { submit } = await ready()
    await stop('applications')
    await startAgain('applications')
    expect(await submit()).toMatchObject({ code: '0' })
  })
})

describe('payouts', () => {
  const signed = async () => {
    const { userId } = await newBorrower(server)
    const orderId = await insertLoan(services, userId, { state: 'pending' })
    const run = () => jobHandlers(services).payout({ user_id: userId, order_id: orderId }, { id: 'test' } as never)
    const attempts = async () =>
      (await pool.query('SELECT 1 FROM payout_attempt WHERE order_id = $1', [orderId])).rowCount
    const waiting = async (name: string) =>
      (await pool.query('SELECT data, start_after FROM pgboss.job WHERE name = $1', [name])).rows
    return { orderId, run, attempts, waiting }
  }

  test('wait while they are stopped, and are filed for its end', async () => {
    const { orderId, run, attempts, waiting } = await signed()
    await stop('payouts')
    await run()
    expect(await attempts()).toBe(0)
    expect(await waiting('payout')).toMatchObject([{ data: { order_id: orderId } }])
    later(4)
    await run()
    expect(await attempts()).toBe(1)
  })

  test('that waited are swept up at once when two people start them', async () => {
    const { run, attempts, waiting } = await signed()
    await stop('payouts')
    await run()
    await startAgain('payouts')
    expect(await waiting('payout-sweep')).toHaveLength(1)
    await run()
    expect(await attempts()).toBe(1)
  })
})

test('a way to pay that is stopped is not offered, and refused when asked for all the same', async () => {
  const person = await newBorrower(server)
  const orderId = await insertLoan(services, person.userId, { state: 'in_repayment' })
  const methods = async () => {
    const { ret } = await person.call('app/get_pay_option', { order_id: orderId })
    return JSON.stringify(ret)
  }
  const before = await methods()
  const method = services.collectors[0]?.methods[0]?.methodId ?? ''
  expect(before).toContain(`"${method}"`)
  await stop(`method:${method}`)
  tenSecondsLater()
  expect(await methods()).not.toContain(`"${method}"`)
  const pay = () =>
    person.call('deal/repay_request', {
      request_id: services.random.uuid(),
      order_id: orderId,
      kind: 'payoff',
      method_id: method,
    })
  expect(await pay()).toMatchObject({ code: '20403' })
  await startAgain(`method:${method}`)
  tenSecondsLater()
  expect(await methods()).toBe(before)
  expect(await pay()).toMatchObject({ code: '0' })
})

describe('a stop', () => {
  test('is seen by everybody of the staff, until it ends', async () => {
    await stop('payouts', 2)
    const ana = await desk.madeUp('Ana')
    expect(await ana.call('switches/list')).toMatchObject({
      ret: { stops: [{ target: 'payouts', why: 'the bank is down' }] },
    })
    later(2)
    const again = await desk.madeUp('Ana')
    expect(await again.call('switches/list')).toMatchObject({ ret: { stops: [] } })
  })

  test('is listed with who and why; every way to pay of every provider can be stopped', async () => {
    await stop('payouts', 2)
    await startAgain('payouts')
    const ana = await desk.madeUp('Ana')
    const { ret } = await ana.call('switches/list')
    expect(ret).toMatchObject({
      stops: [],
      history: [{ target: 'payouts', stopper: 'Vera', why: 'the bank is down', ended_at: now.toISOString() }],
    })
    const offered = services.collectors.flatMap(({ methods }) => methods.map(({ methodId }) => methodId))
    expect(payMethods).toEqual(expect.arrayContaining(offered))
  })

  test('is started again by two people alone; what runs cannot be started', async () => {
    const tomas = await desk.madeUp('Tomás')
    const body = { kind: 'start', details: { target: 'payouts' }, why: 'x' }
    expect(await tomas.call('proposals/propose', body)).toMatchObject({ code: '20712' })
  })

  test('is changed by nobody, and the application makes none', async () => {
    await stop('payouts')
    for (const by of [pool, poolOfDesk(pool)])
      for (const sql of [`UPDATE switch_stop SET until_at = until_at`, 'DELETE FROM switch_stop'])
        await expect(inTransaction(by, (tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' })
    await expect(
      inTransaction(pool, (tx) => tx.query('INSERT INTO switch_stop_end SELECT stop_id, stopped_at FROM switch_stop')),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
