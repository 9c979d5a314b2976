import { randomInt } from 'node:crypto'
import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { FastifyInstance } from 'fastify'
import { newApplicant, saveThreeSteps } from '../../person/application/test-application.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { OrderKey } from '../order/store.ts'
import { insertLoan } from '../loan/test-borrower.ts'
import { payOut } from '../payout/pay-out.ts'
import { insertSandboxReceipt, updateSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import { handleReceipt } from '../repayment/receive.ts'
import type { Services } from '../../edge/services.ts'

type Server = { readonly app: FastifyInstance; readonly services: Services }

export type PaidLoan = OrderKey & { readonly orderNumber: string; readonly payoutKey: string }

/** A loan of $ 100.000 whose $ 90.000 the sandbox's bank was asked to pay now, in our books and in its own. */
export const payOutBySandbox = async (server: Server): Promise<PaidLoan> => {
  const { services } = server
  const phone = `+549114${String(randomInt(10_000_000)).padStart(7, '0')}`
  const person = await newApplicant(server, { kind: 'phone', value: phone })
  await saveThreeSteps(person)
  const { userId } = person
  const orderId = await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0 })
  await payOut(services, { user_id: userId, order_id: orderId })
  return { userId, orderId, orderNumber: orderId.slice(0, 8), payoutKey: `${orderId}-1` }
}

type Paid = { readonly amount: Centavos; readonly paidDay?: CivilDay; readonly isHeard?: boolean }

/** Somebody pays on a loan through the sandbox's collector, or on nobody's; we hear of it at once unless said otherwise. */
export const payBySandbox = async (
  services: Services,
  loan: OrderKey | undefined,
  { amount, paidDay = civilDayOf(services.clock.now()), isHeard = true }: Paid,
): Promise<string> => {
  const now = services.clock.now()
  const reference = `TEST-${randomInt(2 ** 40)}`
  const providerPaymentId = `paid-${randomInt(2 ** 40)}`
  await inTransaction(services.pool, async (tx) => {
    if (loan !== undefined)
      await tx.query(
        `INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference,
                              sealed_instructions, requested_at, expires_at)
         VALUES ($1, $2, $3, 'part', 'transfer', 'sandbox', $4, 'waiting', $5, '', $6, $6)`,
        [loan.userId, services.random.uuid(), loan.orderId, amount, reference, now],
      )
    await insertSandboxReceipt(tx, { providerPaymentId, reference, amount, paidDay, state: 'credited', toldAt: now })
  })
  if (isHeard) await handleReceipt(services, { provider: 'sandbox', providerPaymentId })
  return providerPaymentId
}

/** The sandbox's collector takes a payment back. */
export const reverseBySandbox = async (
  services: Services,
  providerPaymentId: string,
  { isHeard = true }: { readonly isHeard?: boolean } = {},
): Promise<void> => {
  await inTransaction(services.pool, (tx) => updateSandboxReceipt(tx, providerPaymentId, 'reversed'))
  if (isHeard) await handleReceipt(services, { provider: 'sandbox', providerPaymentId })
}
