import { isDeepStrictEqual } from 'node:util'
import { isWritten } from '@hola/core/consumer.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse, withRetryAfter } from '@hola/core/errors.ts'
import { sayProblem } from '@hola/i18n/say-field.ts'
import type { Address, NetworkIndexes } from '../../person/account/public.ts'
import {
  CLOCK_SKEW_MS,
  CODES_OF_STRANGERS_MAX,
  CODES_PER_ASKER_MAX,
  LIMIT_WINDOW_MS,
  PER_BLOCK_48_MAX,
  PER_BLOCK_56_MAX,
  PER_NETWORK_MAX,
  keyOf,
  lockIndex,
  networkIndexesOf,
  widestOf,
} from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { CallContext, Handler } from '../services.ts'
import { listOrders } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'
import { carryOut } from './carry-out.ts'
import { fileRequest } from './file-request.ts'
import { onlyOrderMeant, orderByNumber } from './link.ts'
import { openWords, sealWords } from './sealed-fields.ts'
import { showRequest } from './show.ts'
import type { RequestRow, Use } from './store.ts'
import { countRequests, findOpenRequest, findRegret, listOpenWritten, updateLink, updateWords } from './store.ts'
import { answerWords, stateWords } from './words.ts'

type Body = BodyOf<'consumer/request'>

/**
 * Takes a request and answers with its number. Nothing of a guest's request is looked up here: who has an account and a
 * loan is found out by the job, so neither the answer nor the time it takes can tell. Whoever is logged in sees at once
 * what became of it.
 */
export const request: Handler<'consumer/request'> = async (context, body) => {
  const { services, language, user } = context
  const { holidays } = services.reference
  if (isWritten(body.kind) && wordsIn(body).note === '')
    return refuse('invalid_body', { field: 'note', problem: sayProblem('required_enter', language) })
  return inTransaction(services.pool, async (tx) => {
    if (user === undefined) {
      const taken = await take(tx, context, body, { userId: null, orderId: null })
      return taken instanceof Refusal
        ? taken
        : showRequest(taken, stateWords(taken.kind, taken.state, language), holidays)
    }
    // The same twice at once is one request: the second waits and finds the first.
    await lockIndex(tx, services.sealer.blindIndex(user.userId, 'consumer request'))
    const orders = body.kind === 'regret' ? await listOrders(tx, user.userId) : []
    const typed = orderNumberIn(body)
    // Whoever has no loan left to withdraw from asks about the last one that she did withdraw from.
    const withdrawn = orders.find(({ withdrawnAt }) => withdrawnAt !== null)
    const order = typed === '' ? (onlyOrderMeant(services, orders) ?? withdrawn) : orderByNumber(orders, typed)
    if (body.kind === 'regret' && typed !== '' && order === undefined) return refuse('order_not_found')
    const own = { userId: user.userId, orderId: order?.orderId ?? null }
    // Of two complaints each has its own answer.
    const open = isWritten(body.kind) ? undefined : await findOpenRequest(tx, { ...own, kind: body.kind })
    // Whoever has withdrawn from this loan already is told so, under the number that she has.
    const isAgain = order !== undefined && order.withdrawnAt !== null
    const ended = isAgain && open === undefined ? await findRegret(tx, order) : undefined
    const taken = ended ?? (open ? await takeUp(tx, services, open, body, own) : await take(tx, context, body, own))
    if (taken instanceof Refusal) return taken
    const settled = await carryOut(tx, services, taken.trackingNumber)
    return showRequest(settled.request, answerWords(services, settled, { language, isAgain }), holidays)
  })
}

const orderNumberIn = ({ order_number }: Body): string => order_number?.trim() ?? ''

const wordsIn = (body: Body) => ({ orderNumber: orderNumberIn(body), note: body.note?.trim() ?? '' })

/** A new request, within the limits that all servers share, and the job that answers it. */
const take = async (
  tx: Tx,
  { services, language, address: networkAddress }: CallContext,
  body: Body,
  link: { readonly userId: string | null; readonly orderId: string | null },
): Promise<RequestRow | Refusal> => {
  const { sealer, clock } = services
  const address: Address =
    body.channel === 'phone' ? { kind: 'phone', value: body.phone } : { kind: 'mail', value: body.mail }
  const { addressIndex } = keyOf(sealer, address)
  const networks = networkIndexesOf(sealer, networkAddress)
  // In the order of the codes, so that two requests never wait for each other.
  await lockIndex(tx, addressIndex)
  await lockIndex(tx, widestOf(networks))
  if (isWritten(body.kind)) {
    // Whoever did not hear the answer sends the same words again: that is no second complaint.
    const open = await listOpenWritten(tx, { kind: body.kind, addressIndex, userId: link.userId })
    const same = open.find((request) => isDeepStrictEqual(openWords(sealer, request), wordsIn(body)))
    if (same !== undefined) return same
  }
  const now = clock.now()
  const limited = await limitRefusal(tx, { addressIndex, isProven: link.userId !== null, ...networks }, now)
  if (limited !== undefined) return limited

  return fileRequest(tx, services, { kind: body.kind, language, address, networks, words: wordsIn(body), link })
}

/** What a person has asked for already is the same request, now with her word: also one that she made without a log-in. */
const takeUp = async (
  tx: Tx,
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  open: RequestRow,
  body: Body,
  own: { readonly userId: string; readonly orderId: string | null },
): Promise<RequestRow> => {
  const link = { ...own, orderId: open.orderId ?? own.orderId, isProven: true }
  const at = clock.now()
  await updateLink(tx, open.trackingNumber, { ...link, at })
  await updateWords(tx, open.trackingNumber, sealWords(sealer, open.trackingNumber, wordsIn(body)))
  return { ...open, ...link, provenAt: open.provenAt ?? at }
}

/**
 * As many as codes, and counted apart from them: each request sends a message to somebody who may not have asked for it,
 * but whoever has used up her codes may still withdraw.
 */
const limitRefusal = async (
  tx: Tx,
  asked: NetworkIndexes & Pick<RequestRow, 'isProven'> & { readonly addressIndex: BlindIndex },
  now: Date,
): Promise<Refusal | undefined> => {
  const use = await countRequests(tx, asked, {
    after: new Date(now.getTime() - LIMIT_WINDOW_MS),
    upTo: new Date(now.getTime() + CLOCK_SKEW_MS),
  })
  const over = ({ count, firstAt }: Use, max: number): Refusal | undefined => {
    if (count < max) return undefined
    const freeAt = (firstAt ?? now).getTime() + LIMIT_WINDOW_MS
    const seconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000))
    return withRetryAfter(refuse('too_many_requests', { seconds }), seconds)
  }
  return (
    over(use.asker, CODES_PER_ASKER_MAX) ??
    (asked.isProven ? undefined : over(use.strangers, CODES_OF_STRANGERS_MAX)) ??
    over(use.network, PER_NETWORK_MAX) ??
    over(use.block56, PER_BLOCK_56_MAX) ??
    over(use.block48, PER_BLOCK_48_MAX)
  )
}
