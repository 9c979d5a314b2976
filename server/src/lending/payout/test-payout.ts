import type { Centavos } from '@hola/core/money.ts'
import { pesos } from '@hola/core/money.ts'
import type { FastifyInstance } from 'fastify'
import { transfer } from '../../person/application/test-application.ts'
import { grantCoupon } from '../coupon/coupons.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { jobHandlers } from '../../job-handlers.ts'
import type { Borrower } from '../loan/test-borrower.ts'
import { newBorrower, readyToSign } from '../loan/test-borrower.ts'
import type { Services } from '../../edge/services.ts'

/** For tests: orders that wait for their money, and the jobs around it, run when the test says so. */

type Server = { readonly app: FastifyInstance; readonly services: Services }

export type SignedOrder = { readonly person: Borrower; readonly userId: string; readonly orderId: string }

/** Somebody new signs a loan of $ 120.000 for 91 days, to be paid to this account, by a coupon if she is given one. */
export const signOrder = async (
  server: Server,
  accountNumber: string,
  coupon?: { readonly feeReduction: Centavos; readonly validDays: number },
): Promise<SignedOrder> => {
  const { services } = server
  const person = await newBorrower(server)
  const { userId } = person
  if (coupon !== undefined)
    await inTransaction(services.pool, (tx) =>
      grantCoupon(tx, services, {
        userId,
        reason: 'granted',
        kind: 'fee_reduction',
        feeReductionCentavos: coupon.feeReduction,
        validDays: coupon.validDays,
      }),
    )
  const { code } = await person.call('app/save_transfer_info', { ...transfer, account_number: accountNumber })
  if (code !== '0') throw new Error(`the account was not saved: ${code}`)
  const body = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 91 })
  const { ret, msg } = await person.call('loan/apply', body)
  if (ret === null) throw new Error(`not signed: ${msg}`)
  return { person, userId, orderId: ret.order.order_id }
}

type JobRow = { readonly id: string; readonly name: string; readonly data: never; readonly start_after: Date }

/** Takes every job of payouts out of the queue that is due by the product's clock, the earliest first, and returns them. */
export const takeDueJobs = async ({ pool, clock }: Services): Promise<JobRow[]> => {
  const { rows } = await pool.query<JobRow>(
    `DELETE FROM pgboss.job
      WHERE (name LIKE 'payout%' OR name = 'sandbox-payout-message') AND state = 'created'
        AND (start_after <= $1 OR start_after = created_on)
      RETURNING id, name, data, start_after`,
    [clock.now()],
  )
  return rows.toSorted((one, other) => one.start_after.getTime() - other.start_after.getTime())
}

/** Runs the jobs of payouts that are due, and those that they file, until none is left. Returns their names. */
export const runDueJobs = async (services: Services): Promise<string[]> => {
  const handlers = jobHandlers(services) as Record<string, (data: never, job: { id: string }) => Promise<void>>
  const names: string[] = []
  for (let jobs = await takeDueJobs(services); jobs.length > 0; jobs = await takeDueJobs(services)) {
    for (const { id, name, data } of jobs) {
      await handlers[name]?.(data, { id })
      names.push(name)
    }
  }
  return names
}
