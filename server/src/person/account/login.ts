import { Refusal, refuse } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { refreshKeyring } from '../../platform/sealed/public.ts'
import type { Handler } from '../services.ts'
import type { Services } from '../services.ts'
import { keyOf, openAddress, sealAddress } from './address.ts'
import type { Address } from './address.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from './agreed-texts.ts'
import { findAsker, rememberOrigins } from './asker.ts'
import { lockIndex } from './code-store.ts'
import { readerOf } from './reader.ts'
import { openSession } from './session.ts'
import { findAccount, insertAccount, insertAddress, insertAgreedTexts, listAddresses } from './store.ts'
import { findTriable, useCode } from './use-code.ts'

/**
 * The code is looked at before the account: who does not have it learns nothing about who has an account, neither from
 * the answer nor from the time it takes.
 */
export const login: Handler<'user/login'> = async (context, body) => {
  const { services } = context
  // Before the code, so that nobody loses it over a text that changed meanwhile.
  if (body.privacy_version !== PRIVACY_VERSION || body.terms_version !== TERMS_VERSION) return refuse('texts_changed')
  const address: Address =
    body.channel === 'phone' ? { kind: 'phone', value: body.phone } : { kind: 'mail', value: body.mail }
  const key = keyOf(services.sealer, address)
  const codeKey = { ...key, purpose: 'login' } as const
  const browserToken = body.browser_token
  const { asker, networks } = await findAsker(context, key, browserToken)
  // Whoever has nothing to try any more waits for nobody.
  const triable = await findTriable(readerOf(services.pool), services, codeKey, asker, { locked: false })
  if (triable instanceof Refusal) return triable

  return inTransaction(services.pool, async (tx) => {
    // Two devices at once: the second waits, and finds the code spent and the account there.
    await lockIndex(tx, key.addressIndex)
    const used = await useCode(tx, services, codeKey, body.code, asker)
    if (used instanceof Refusal) return used
    const known = await findAccount(tx, key)
    if (known?.blocked === true) return refuse('account_blocked')
    const userId = known?.userId ?? (await createAccount(tx, services, address))
    await insertAgreedTexts(tx, {
      userId,
      privacyVersion: body.privacy_version,
      termsVersion: body.terms_version,
      at: services.clock.now(),
    })
    const origins = { userId, key, asker, networks, browserToken }
    const rememberedToken = await rememberOrigins(tx, services, origins)
    const { token, expiresAt } = await openSession(tx, services, userId)
    return {
      token,
      user_id: userId,
      phone: address.kind === 'phone' ? address.value : await phoneOf(tx, services, userId),
      is_new: known === undefined,
      expires_at: expiresAt.toISOString(),
      browser_token: rememberedToken,
    }
  })
}

const createAccount = async (
  tx: Tx,
  { clock, random, sealer, keyring }: Services,
  address: Address,
): Promise<string> => {
  // Under the key that seals at this moment: whoever has only an older one cannot see that the address is taken already.
  await refreshKeyring(tx, keyring)
  const key = keyOf(sealer, address)
  const userId = random.uuid()
  const createdAt = clock.now()
  await insertAccount(tx, { userId, createdAt })
  await insertAddress(tx, { ...key, userId, sealedAddress: sealAddress(sealer, key, address.value), createdAt })
  return userId
}

const phoneOf = async (tx: Tx, { sealer }: Services, userId: string): Promise<string | null> => {
  const phone = (await listAddresses(tx, userId)).find(({ kind }) => kind === 'phone')
  return phone === undefined ? null : openAddress(sealer, phone, phone.sealedAddress)
}
