import { refuse } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { inTransaction } from '../db/transaction.ts'
import type { CallContext } from '../handler.ts'
import { SendProblem } from '../providers/messages/port.ts'
import type { SendProblemKind } from '../providers/messages/port.ts'
import { keyOf, maskAddress } from './address.ts'
import type { Address } from './address.ts'
import {
  CLOCK_SKEW_MS,
  CODES_PER_ADDRESS_MAX,
  CODES_PER_NETWORK_MAX,
  CODES_WINDOW_MS,
  CODE_RESEND_MS,
  CODE_VALID_MS,
  FAILURES_PER_ADDRESS_MAX,
  FAILURES_PER_NETWORK_MAX,
  FAILURES_WINDOW_MS,
  drawCode,
  hashCode,
} from './code.ts'
import type { CodePurpose } from './code.ts'
import { codeMessage } from './code-message.ts'
import { countForAddress, countForNetwork, insertCode, lockIndex, markFailed, markSent } from './code-store.ts'
import type { AddressUse, NetworkUse } from './code-store.ts'
import { networkOf } from './network.ts'

const logLevels = { unreachable: 'info', misconfigured: 'error', unavailable: 'warn' } as const satisfies Record<
  SendProblemKind,
  string
>

/**
 * Sends a code to an address, within the limits that all servers share. Nobody looks up whether there is an account, so
 * neither the answer nor the time it takes can tell. No transaction is open while the provider is at work.
 */
export const sendCode = async (
  { services, language, requestId, address: networkAddress }: CallContext,
  address: Address,
  purpose: CodePurpose,
): Promise<RetOf<'user/get_code'> | Refusal> => {
  const { settings, pool, clock, random, sealer, messages, log } = services
  const codeKey = { ...keyOf(sealer, address), purpose, codeId: random.uuid() }
  const networkIndex = sealer.blindIndex(networkOf(networkAddress), 'network')
  const code = drawCode(random)

  const refusal = await inTransaction(pool, async (tx) => {
    // Always in this order, so that two requests never wait for each other.
    await lockIndex(tx, codeKey.addressIndex)
    await lockIndex(tx, networkIndex)
    const now = clock.now()
    const window = {
      after: new Date(now.getTime() - CODES_WINDOW_MS),
      upTo: new Date(now.getTime() + CLOCK_SKEW_MS),
      failedAfter: new Date(now.getTime() - FAILURES_WINDOW_MS),
    }
    const ofAddress = await countForAddress(tx, codeKey, window)
    const ofNetwork = await countForNetwork(tx, networkIndex, window)
    const found = limitRefusal(ofAddress, ofNetwork, now)
    if (found !== undefined) return found
    const codeHmac = hashCode(settings.secrets.codePepper, codeKey, code)
    await insertCode(tx, { ...codeKey, networkIndex, codeHmac, createdAt: now })
    return undefined
  })
  if (refusal !== undefined) return refusal

  const fail = (): Promise<void> => inTransaction(pool, (tx) => markFailed(tx, codeKey, clock.now()))
  const sent = await messages
    .send(codeMessage(address, { purpose, code, language, publicUrl: settings.publicUrl }))
    .catch(async (error: unknown) => {
      await fail()
      throw withoutWords(error)
    })
  if (sent instanceof SendProblem) {
    await fail()
    log[logLevels[sent.kind]]({ request_id: requestId, code: sent.reason }, 'code not sent')
    return refuse('message_not_sent')
  }
  await inTransaction(pool, (tx) => {
    const sentAt = clock.now()
    return markSent(tx, codeKey, { sentAt, expiresAt: new Date(sentAt.getTime() + CODE_VALID_MS) })
  })
  return {
    sent_to_masked: maskAddress(address),
    valid_for_seconds: CODE_VALID_MS / 1000,
    resend_after_seconds: CODE_RESEND_MS / 1000,
  }
}

const secondsUntil = (at: number, now: Date): number => Math.max(1, Math.ceil((at - now.getTime()) / 1000))

const limitRefusal = (ofAddress: AddressUse, ofNetwork: NetworkUse, now: Date): Refusal | undefined => {
  if (ofAddress.codes >= CODES_PER_ADDRESS_MAX) return refuse('too_many_codes')
  const resendAt = (ofAddress.lastAt?.getTime() ?? 0) + CODE_RESEND_MS
  if (resendAt > now.getTime()) return refuse('code_resend_too_soon', { seconds: secondsUntil(resendAt, now) })
  if (ofNetwork.codes >= CODES_PER_NETWORK_MAX) {
    const freeAt = (ofNetwork.firstAt ?? now).getTime() + CODES_WINDOW_MS
    return refuse('too_many_requests', { seconds: secondsUntil(freeAt, now) })
  }
  const isProviderDown =
    ofAddress.failures >= FAILURES_PER_ADDRESS_MAX || ofNetwork.failures >= FAILURES_PER_NETWORK_MAX
  return isProviderDown ? refuse('message_not_sent') : undefined
}

/** What a library throws may quote the address or the text; where it happened and its code are enough to find the bug. */
export const withoutWords = (error: unknown): Error => {
  const thrown = error instanceof Error ? error : new Error()
  const code = 'code' in thrown ? { code: thrown.code } : {}
  return Object.assign(new Error('a provider of messages threw'), { stack: thrown.stack, ...code })
}
