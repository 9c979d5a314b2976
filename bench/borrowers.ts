import { randomUUID } from 'node:crypto'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { pesos } from '@hola/core/money.ts'
import { basicOf, extraOf, newPerson, transferOf } from '../e2e/people.ts'
import type { buildServer } from '../server/src/app.ts'
import type { Services } from '../server/src/edge/services.ts'
import { approve, sendSignCode, SIGN_CODE } from '../server/src/lending/loan/test-approval.ts'
import { keyOf, sealAddress, type Address } from '../server/src/person/account/address.ts'
import { openSession } from '../server/src/person/account/session.ts'
import { insertAccount, insertAddress } from '../server/src/person/account/store.ts'
import type { Pool } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'

export type Person = {
  readonly userId: string
  readonly token: string
  readonly address: Address
  readonly orderId: string
}

export type Call = <Path extends CallPath>(path: Path, body: BodyOf<Path>, token: string) => Promise<RetOf<Path>>

/** People for measurements, and what they ask for. What is prepared goes past the measured pool. */
export const openBorrowers = ({
  app,
  services,
  pool,
}: {
  readonly app: ReturnType<typeof buildServer>
  readonly services: Services
  readonly pool: Pool
}) => {
  const call: Call = async (path, body, token) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { token },
      payload: body as object,
    })
    const envelope = answer.json<{ code: string; msg: string; ret: RetOf<typeof path> }>()
    if (envelope.code !== '0') throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
    return envelope.ret
  }

  const wanted = { amount_centavos: pesos(20_000), term_days: 91, coupon_id: null }

  /** The body of a signature, with the agreement that she was shown and the code that was sent to her. */
  const signatureOf = async ({ token, address }: Pick<Person, 'token' | 'address'>): Promise<BodyOf<'loan/apply'>> => {
    await sendSignCode(services, address)
    const { agreement } = await call('loan/preview', { ...wanted, with_agreement: true }, token)
    if (agreement === null) throw new Error('no agreement')
    return {
      ...wanted,
      apply_id: randomUUID(),
      agreement_accepted: true as const,
      agreement: { version: agreement.version, sha256: agreement.sha256 },
      code_channel: address.kind,
      code: SIGN_CODE,
    }
  }

  /** Somebody with room for many loans, who has one to repay. */
  const newBorrower = async (): Promise<Person> => {
    const person = newPerson()
    const address = { kind: 'phone', value: person.phone } as const
    const userId = randomUUID()
    const now = services.clock.now()
    const key = keyOf(services.sealer, address)
    const { token } = await inTransaction(pool, async (tx) => {
      await insertAccount(tx, { userId, createdAt: now })
      const sealedAddress = sealAddress(services.sealer, key, address.value)
      await insertAddress(tx, { ...key, userId, sealedAddress, createdAt: now })
      return openSession(tx, services, userId)
    })
    await call('app/save_basic_info', basicOf(person), token)
    await call('app/save_extra_info', extraOf(person), token)
    await call('app/save_transfer_info', transferOf(person), token)
    await approve(services, userId, pesos(5_000_000))
    const { order } = await call('loan/apply', await signatureOf({ token, address }), token)
    const payoutDay = civilDayOf(now)
    await pool.query(
      `UPDATE loan_order SET previous_state = state, state = 'in_repayment', state_since = $2, paid_out_at = $2,
              payout_day = $3, due_day = $4
        WHERE order_id = $1 AND user_id = $5`,
      [order.order_id, now, payoutDay, addDays(payoutDay, 91), userId],
    )
    return { userId, token, address, orderId: order.order_id }
  }

  return { call, signatureOf, newBorrower }
}
