import { CODE_VALID_MS } from '@hola/core/codes.ts'
import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import type { Centavos } from '@hola/core/money.ts'
import { keyOf } from '../../person/account/address.ts'
import type { Address } from '../../person/account/address.ts'
import { sessionOf } from '../../person/account/asker.ts'
import { hashCode } from '../../person/account/code.ts'
import { insertCode, markSent } from '../../person/account/code-store.ts'
import { networkIndexesOf } from '../../person/account/network.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { setLimit } from '../quota/quota.ts'
import type { Services } from '../../edge/services.ts'

/** For tests and benchmarks: what comes before borrowing, written straight into the database. */

/** The code of `sendSignCode`. */
export const SIGN_CODE = '123456'
export const WRONG_CODE = '654321'

/** Writes down that a person who has saved her three steps is approved, as a review would at the clock's now. */
export const approve = async (services: Services, userId: string, limitCentavos: Centavos): Promise<void> => {
  const now = services.clock.now()
  await inTransaction(services.pool, async (tx) => {
    await tx.query(
      `UPDATE application
          SET state = 'approved', application_id = $2, submitted_at = $3, review_expected_at = $4, review_stage = NULL,
              decided_at = $5, retry_at = NULL, limit_centavos = $6, expires_at = $7
        WHERE user_id = $1`,
      [
        userId,
        services.random.uuid(),
        new Date(now.getTime() - 90_000),
        new Date(now.getTime() - 1),
        now,
        limitCentavos,
        new Date(now.getTime() + APPROVAL_VALID_MS),
      ],
    )
    await setLimit(tx, services, { userId, limitCentavos })
  })
}

/** A code to sign with lies in the person's messages, whatever the limits of sending say. */
export const sendSignCode = async (services: Services, address: Address, code = SIGN_CODE): Promise<void> => {
  const { sealer, random, clock, settings, pool } = services
  const key = { ...keyOf(sealer, address), purpose: 'sign' as const, codeId: random.uuid() }
  const asker = sessionOf(key)
  const now = clock.now()
  await inTransaction(pool, async (tx) => {
    const codeHmac = hashCode(settings.secrets.codePepper, key, code)
    await insertCode(tx, { ...key, ...networkIndexesOf(sealer, 'test'), asker, codeHmac, createdAt: now })
    await markSent(tx, key, asker, { sentAt: now, expiresAt: new Date(now.getTime() + CODE_VALID_MS) })
  })
}
