import { civilDayOf } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { expect, vi } from 'vitest'
import { verifyEvidence } from '../../lending/agreement/agreements.ts'
import { newBorrower, readyToSign } from '../../lending/loan/test-borrower.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import type { ServerProcess } from '../http/test-process.ts'
import type { TestServer } from '../http/test-server.ts'

/**
 * For tests: a whole loan by the calls of a real server process: signed, paid out by its job, paid back, told of by the
 * collector, cleared. `witness` is a server inside the test on the same database, which makes the person and reads what
 * is kept of her in the end.
 */
export const walkLoan = async (witness: TestServer, server: ServerProcess): Promise<void> => {
  const { services } = witness
  const person = await newBorrower(witness)
  const { userId, token } = person
  const ask = async (path: string, body: object) => {
    const answer = await server.call(path, body, token)
    expect(answer).toMatchObject({ code: '0' })
    return answer.ret
  }
  const reaches = (state: string) =>
    vi.waitFor(async () => expect(await ask('loan/order', { order_id: orderId })).toMatchObject({ order: { state } }), {
      timeout: 30_000,
      interval: 100,
    })

  const signing = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 91 })
  const { order } = (await ask('loan/apply', signing)) as { order: { order_id: string } }
  const orderId = order.order_id
  await reaches('in_repayment')

  const paying = { request_id: services.random.uuid(), order_id: orderId, kind: 'payoff', method_id: 'transfer' }
  const { payment } = (await ask('deal/repay_request', paying)) as {
    payment: { reference: string; amount_centavos: number }
  }
  const providerPaymentId = `sandbox-${services.random.uuid()}`
  const paidAt = services.clock.now()
  await inTransaction(services.pool, (tx) =>
    insertSandboxReceipt(tx, {
      providerPaymentId,
      reference: payment.reference,
      amount: centavos(payment.amount_centavos),
      paidDay: civilDayOf(paidAt),
      state: 'credited',
      toldAt: paidAt,
    }),
  )
  const told = await fetch(`${server.url}/sandbox/api/payments/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider_payment_id: providerPaymentId }),
  })
  expect(told.status).toBe(200)
  await reaches('cleared')
  await inTransaction(services.pool, async (tx) => {
    expect(await verifyBooks(tx, { userId, orderId })).toMatchObject({ isIntact: true })
    expect(await verifyEvidence(tx, services, userId)).toMatchObject({ isIntact: true })
  })
}
