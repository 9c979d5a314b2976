import { contract } from '@hola/core/contract/contract.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { logInSomebody, openTestServer } from '../../edge/http/test-server.ts'

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const { app, services } = await openTestServer(pool, { clock: { now: () => now } })

const list = async (headers: Record<string, string> = {}) => {
  const answer = await app.inject({ method: 'POST', url: '/api/app/get_product_list', headers, payload: {} })
  expect(answer.json()).toMatchObject({ code: '0', msg: '' })
  return contract['app/get_product_list'].ret.parse(answer.json().ret).products
}

test('the worked example is what the pictures show: $ 120.000 for 91 days', async () => {
  const [product] = await list()
  expect(product?.example).toEqual({
    amount_centavos: 120_000_00,
    term_days: 91,
    fee_centavos: 12_000_00,
    arrival_centavos: 108_000_00,
    interest_centavos: 26_926_03,
    vat_centavos: 5_654_47,
    repayment_centavos: 152_580_50,
    payout_day: '2026-11-16',
    due_day: '2027-02-15',
    tna_basis_points: 9_000,
    tea_basis_points: 12_524,
    cftea_basis_points: 29_990,
  })
})

test('a guest and a user see the same product, with every rate and each term with its day', async () => {
  const { token } = await logInSomebody(services)
  const guest = await list()
  expect(await list({ token })).toEqual(guest)
  expect(guest).toEqual([
    {
      product_id: 'single-payment',
      version: '1',
      name: 'Single-payment loan',
      amount_min_centavos: 20_000_00,
      amount_max_centavos: 500_000_00,
      amount_step_centavos: 5_000_00,
      terms: [
        { term_days: 62, due_day: '2027-01-18' },
        { term_days: 91, due_day: '2027-02-15' },
        { term_days: 120, due_day: '2027-03-16' },
      ],
      default_term_days: 91,
      pricing: {
        fee_basis_points: 1_000,
        tna_basis_points: 9_000,
        vat_basis_points: 2_100,
        late_one_time_basis_points: 500,
        late_one_time_unpaid_min_centavos: 100_000,
        late_daily_basis_points: 400,
        late_max_basis_points: 10_000,
      },
      partial_payment_min_centavos: 1_000_00,
      example: expect.any(Object),
    },
  ])
})

test('in Spanish it has its Spanish name', async () => {
  expect((await list({ language: 'es' }))[0]?.name).toBe('Préstamo en un solo pago')
})

test.each([
  ['one minute before midnight in Argentina', '2026-11-17T02:59:00Z', '2026-11-16'],
  ['midnight in Argentina', '2026-11-17T03:00:00Z', '2026-11-17'],
])('the payout day is the Argentine day of the clock: %s', async (_, instant, day) => {
  now = new Date(instant)
  expect((await list())[0]?.example.payout_day).toBe(day)
})
