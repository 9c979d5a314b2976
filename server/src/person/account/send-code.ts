import { CODE_RESEND_MS, CODE_VALID_MS } from '@hola/core/codes.ts'
import { Refusal, refuse, withRetryAfter } from '@hola/core/errors.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { CallContext } from '../services.ts'
import type { SendProblemKind } from '../../providers/messages/public.ts'
import { SendProblem } from '../../providers/messages/public.ts'
import { keyOf, maskAddress } from './address.ts'
import type { Address } from './address.ts'
import { findAsker, sessionOf } from './asker.ts'
import type { Asker } from './asker.ts'
import { drawCode, hashCode } from './code.ts'
import type { CodePurpose } from './code.ts'
import { codeMessage } from './code-message.ts'
import { countUse, insertCode, lockIndex, markFailed, markSent } from './code-store.ts'
import type { Scope, Use } from './code-store.ts'
import {
  CLOCK_SKEW_MS,
  CODES_OF_STRANGERS_MAX,
  CODES_PER_ASKER_MAX,
  FAILURES_OF_STRANGERS_MAX,
  FAILURES_PER_ASKER_MAX,
  FAILURES_PER_NETWORK_MAX,
  FAILURES_WINDOW_MS,
  LIMIT_WINDOW_MS,
  PER_BLOCK_48_MAX,
  PER_BLOCK_56_MAX,
  PER_NETWORK_MAX,
} from './limits.ts'
import { CeilingReached, countMessage, findCeiling, readHour, uncountMessage } from './message-ceiling.ts'
import { networkIndexesOf, widestOf } from './network.ts'
import { readerOf } from './reader.ts'
import type { Reader } from './reader.ts'

const logLevels = {
  unreachable: 'info',
  misconfigured: 'error',
  unavailable: 'warn',
  unknown: 'warn',
} as const satisfies Record<SendProblemKind, string>

/**
 * Sends a code to an address, within the limits that all servers share. Nobody looks up whether there is an account, so
 * neither the answer nor the time it takes can tell. Whoever is over a limit is refused before a lock is taken; no
 * transaction is open while the provider is at work.
 */
export const sendCode = async (
  context: CallContext,
  address: Address,
  purpose: CodePurpose,
  browserToken?: string,
): Promise<RetOf<'user/get_code'> | Refusal> => {
  const { services, language, requestId } = context
  const { settings, pool, clock, random, sealer, messages, log } = services
  const codeKey = { ...keyOf(sealer, address), purpose, codeId: random.uuid() }
  const { asker, networks } =
    purpose === 'login'
      ? await findAsker(context, codeKey, browserToken)
      : { asker: sessionOf(codeKey), networks: networkIndexesOf(sealer, context.address) }
  const isStranger = asker.kind === 'stranger'

  const findLimit = async (reader: Reader): Promise<Refusal | undefined> => {
    const now = clock.now()
    const window = {
      after: new Date(now.getTime() - LIMIT_WINDOW_MS),
      upTo: new Date(now.getTime() + CLOCK_SKEW_MS),
      failedAfter: new Date(now.getTime() - FAILURES_WINDOW_MS),
    }
    return limitRefusal(await countUse(reader, codeKey, asker, networks, window), asker, now)
  }

  const early = await findLimit(readerOf(pool))
  if (early !== undefined) return early
  const now = clock.now()
  const full = findCeiling(await readHour(readerOf(pool), now), { max: settings.messagesPerHourMax, now, isStranger })
  if (full !== undefined) return ceilingRefusal(full, now)

  const code = drawCode(random)
  const counted = await inTransaction(pool, async (tx) => {
    // Always in this order, so that two requests never wait for each other.
    await lockIndex(tx, codeKey.addressIndex)
    await lockIndex(tx, widestOf(networks))
    const found = await findLimit(tx)
    if (found !== undefined) return found
    const createdAt = clock.now()
    const codeHmac = hashCode(settings.secrets.codePepper, codeKey, code)
    const message = await countMessage(tx, services, { isStranger })
    if (message instanceof CeilingReached) return ceilingRefusal(message, createdAt)
    await insertCode(tx, { ...codeKey, ...networks, asker, codeHmac, createdAt })
    return message
  })
  if (counted instanceof Refusal) return counted

  const fail = (): Promise<void> =>
    inTransaction(pool, async (tx) => {
      await markFailed(tx, codeKey, clock.now())
      await uncountMessage(tx, counted)
    })
  const sent = await messages
    .send(codeMessage(address, { purpose, code, deliveryId: codeKey.codeId, language, publicUrl: settings.publicUrl }))
    .catch(async (error: unknown) => {
      await fail()
      throw withoutWords(error)
    })
  if (sent instanceof SendProblem) {
    log[logLevels[sent.kind]]({ request_id: requestId, code: sent.reason }, 'code not sent')
    // Nobody knows whether it went out: whoever gets it must be able to type it, and whoever does not asks again.
    if (sent.kind !== 'unknown') {
      await fail()
      return refuse('message_not_sent')
    }
  }
  await inTransaction(pool, (tx) => {
    const sentAt = clock.now()
    return markSent(tx, codeKey, asker, { sentAt, expiresAt: new Date(sentAt.getTime() + CODE_VALID_MS) })
  })
  return {
    sent_to_masked: maskAddress(address),
    valid_for_seconds: CODE_VALID_MS / 1000,
    resend_after_seconds: CODE_RESEND_MS / 1000,
    delivery_id: codeKey.codeId,
  }
}

const secondsUntil = (at: number, now: Date): number => Math.max(1, Math.ceil((at - now.getTime()) / 1000))

const minutesOf = (seconds: number): number => Math.ceil(seconds / 60)

const ceilingRefusal = ({ freeAt }: CeilingReached, now: Date): Refusal => {
  const seconds = secondsUntil(freeAt.getTime(), now)
  return withRetryAfter(refuse('codes_paused', { minutes: minutesOf(seconds) }), seconds)
}

const limitRefusal = (use: Readonly<Record<Scope, Use>>, { kind }: Asker, now: Date): Refusal | undefined => {
  const isStranger = kind === 'stranger'
  const secondsToFree = ({ firstAt }: Use): number => secondsUntil((firstAt ?? now).getTime() + LIMIT_WINDOW_MS, now)

  const full = [
    ...(use.asker.codes >= CODES_PER_ASKER_MAX ? [use.asker] : []),
    ...(isStranger && use.strangers.codes >= CODES_OF_STRANGERS_MAX ? [use.strangers] : []),
  ]
  if (full.length > 0) {
    const seconds = Math.max(...full.map(secondsToFree))
    return withRetryAfter(refuse('too_many_codes', { minutes: minutesOf(seconds) }), seconds)
  }

  const resendAt = (use.asker.lastAt?.getTime() ?? 0) + CODE_RESEND_MS
  if (resendAt > now.getTime()) {
    const seconds = secondsUntil(resendAt, now)
    return withRetryAfter(refuse('code_resend_too_soon', { seconds }), seconds)
  }

  const fullNetworks = [
    ...(use.network.codes >= PER_NETWORK_MAX ? [use.network] : []),
    ...(use.block56.codes >= PER_BLOCK_56_MAX ? [use.block56] : []),
    ...(use.block48.codes >= PER_BLOCK_48_MAX ? [use.block48] : []),
  ]
  if (fullNetworks.length > 0) {
    const seconds = Math.max(...fullNetworks.map(secondsToFree))
    return withRetryAfter(refuse('too_many_requests', { seconds }), seconds)
  }

  const isProviderDown =
    use.asker.failures >= FAILURES_PER_ASKER_MAX ||
    (isStranger && use.strangers.failures >= FAILURES_OF_STRANGERS_MAX) ||
    use.network.failures >= FAILURES_PER_NETWORK_MAX
  return isProviderDown ? refuse('message_not_sent') : undefined
}

/** What a library throws may quote the address or the text; where it happened and its code are enough to find the bug. */
export const withoutWords = (error: unknown): Error => {
  const thrown = error instanceof Error ? error : new Error()
  const code = 'code' in thrown ? { code: thrown.code } : {}
  return Object.assign(new Error('a provider of messages threw'), { stack: thrown.stack, ...code })
}
