import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { FastifyInstance } from 'fastify'
import type { Applicant } from '../../person/application/test-application.ts'
import { newApplicant } from '../../person/application/test-application.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { OrderKey } from '../order/store.ts'
import { payOutLoan } from '../loan/test-books.ts'
import type { SandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import { insertSandboxReceipt, updateSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import type { Services } from '../../edge/services.ts'
import { handlePaymentWebhook } from './webhook.ts'
import { handleReceipt } from './receive.ts'

/** For tests: a loan of $ 100.000 for 91 days whose money left today, and its borrower. */
export type Debtor = Applicant & OrderKey

export const newDebtor = async (server: { app: FastifyInstance; services: Services }): Promise<Debtor> => {
  const person = await newApplicant(server)
  return {
    ...person,
    ...(await payOutLoan(server.services, person.userId)),
    // A log-in lasts thirty days, a loan longer.
    call: async (...request) => (await person.onAnotherDevice()).call(...request),
  }
}

/** The body of `deal/repay_request`, with an id of its own. */
export const requestOf = ({ random }: Services, { orderId }: OrderKey, change: object = {}) => ({
  request_id: random.uuid(),
  order_id: orderId,
  kind: 'payoff',
  method_id: 'transfer',
  ...change,
})

/** Asks for a payment and returns what she was told. */
export const askToPay = async (services: Services, debtor: Debtor, change: object = {}) => {
  const { ret, msg } = await debtor.call('deal/repay_request', requestOf(services, debtor, change))
  if (ret === null || ret.payment === null) throw new Error(`no payment: ${msg}`)
  return ret.payment
}

/** The sandbox's collector has this money, and nobody has told us. */
export const putMoney = async (
  { pool, clock, random }: Services,
  {
    reference,
    amount,
    paidDay = civilDayOf(clock.now()),
    state = 'credited',
    providerPaymentId = `sandbox-${random.uuid()}`,
  }: {
    reference: string
    amount: Centavos
    paidDay?: CivilDay
    state?: SandboxReceipt['state']
    providerPaymentId?: string
  },
): Promise<string> => {
  const toldAt = clock.now()
  await inTransaction(pool, (tx) =>
    insertSandboxReceipt(tx, { providerPaymentId, reference, amount, paidDay, state, toldAt }),
  )
  return providerPaymentId
}

export const hear = async (services: Services, providerPaymentId: string): Promise<void> => {
  const problem = await handleReceipt(services, { provider: 'sandbox', providerPaymentId })
  if (problem !== undefined) throw new Error(problem.reason)
}

/** Runs the jobs of all messages that have come in; returns how many there were. */
export const hearMessages = async (services: Services): Promise<number> => {
  const { rows } = await services.pool.query<{ data: Parameters<typeof handlePaymentWebhook>[1] }>(
    `DELETE FROM pgboss.job WHERE name = 'receipt-heard' AND state = 'created' RETURNING data`,
  )
  for (const { data } of rows) await handlePaymentWebhook(services, data)
  return rows.length
}

/** Money comes and we hear of it; returns its id. */
export const pay = async (services: Services, money: Parameters<typeof putMoney>[1]): Promise<string> => {
  const providerPaymentId = await putMoney(services, money)
  await hear(services, providerPaymentId)
  return providerPaymentId
}

/** The provider takes money back, and we hear of it. */
export const reverse = async (services: Services, providerPaymentId: string): Promise<void> => {
  await inTransaction(services.pool, (tx) => updateSandboxReceipt(tx, providerPaymentId, 'reversed'))
  await hear(services, providerPaymentId)
}
