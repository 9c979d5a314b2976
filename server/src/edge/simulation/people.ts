import { exampleBasic } from '@hola/core/application/test-example.ts'
import type { TransferInfo } from '@hola/core/application/withdrawal.ts'
import { transferInfo } from '@hola/core/application/withdrawal.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { Refusal } from '@hola/core/errors.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Address } from '../../person/account/public.ts'
import { insertAccount, insertAddress, keyOf, sealAddress } from '../../person/account/public.ts'
import { printAgreement } from '../../lending/agreement/public.ts'
import { insertApplication, writeStep } from '../../person/application/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { SIGN_CODE, loadOffer, sendSignCode } from '../../lending/loan/public.ts'
import { sandboxAccounts } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'

/** Some account of a bank that there is. */
export const someAccount = (chance: Chance): TransferInfo =>
  transferInfo.parse({
    institution_kind: 'bank',
    institution_id: '011',
    account_number: chance.oneOf([sandboxAccounts.instant, sandboxAccounts.delayed, sandboxAccounts.closed]),
    full_name: 'ROMERO LUCIA',
  })

/** Writes down a person with her forms, as if she had filled them in. */
export const insertPerson = async (
  services: Services,
  { userId, address, account }: { userId: string; address: Address; account: TransferInfo },
): Promise<void> => {
  const { pool, clock, sealer } = services
  const savedAt = clock.now()
  await inTransaction(pool, async (tx) => {
    await insertAccount(tx, { userId, createdAt: savedAt })
    const key = keyOf(sealer, address)
    const sealedAddress = sealAddress(sealer, key, address.value)
    await insertAddress(tx, { ...key, userId, sealedAddress, createdAt: savedAt })
    await insertApplication(tx, userId, savedAt)
    await writeStep(tx, sealer, userId, 'basic', { info: exampleBasic, savedAt })
    await writeStep(tx, sealer, userId, 'withdrawal', { info: account, savedAt })
  })
}

/** What a person has before her when she signs: a code, and the agreement of what she chose, which is kept. */
export const readyToSign = async (
  services: Services,
  { userId, address, amount, termDays }: { userId: string; address: Address; amount: Centavos; termDays: number },
): Promise<BodyOf<'loan/apply'> | Refusal> => {
  const { pool, random } = services
  await sendSignCode(services, address)
  const offer = await inTransaction(pool, (tx) => loadOffer(tx, services, { userId, amount, termDays }))
  if (offer instanceof Refusal) return offer
  const agreement = await printAgreement(services, userId, offer.agreementFacts)
  if (agreement instanceof Refusal) return agreement
  const { version, sha256 } = agreement
  return {
    apply_id: random.uuid(),
    amount_centavos: amount,
    term_days: termDays,
    coupon_id: offer.coupon?.couponId ?? null,
    agreement_accepted: true,
    agreement: { version, sha256 },
    code_channel: address.kind,
    code: SIGN_CODE,
  }
}
