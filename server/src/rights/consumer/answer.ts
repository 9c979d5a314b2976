import type { Address } from '../../person/account/public.ts'
import {
  CeilingReached,
  countMessage,
  findAccount,
  keyOf,
  uncountMessage,
  withoutWords,
} from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { Message, Sent } from '../../providers/messages/public.ts'
import { SendProblem } from '../../providers/messages/public.ts'
import type { Services } from '../services.ts'
import { carryOut } from './carry-out.ts'
import { requestMessage } from './message.ts'
import { openRequestAddress } from './sealed-fields.ts'
import { ANSWER_MS } from './show.ts'
import type { RequestRow } from './store.ts'
import { updateAcknowledged } from './store.ts'
import { answerWords, staffWords } from './words.ts'

/** A provider that is down is asked again after so long, for as long as an answer may take. */
const RETRY_MS = 15 * 60_000

/**
 * Answers a request by the way it came: finds whose it is, carries out what can be carried out, and tells the person with
 * the number. No transaction is open while the provider is at work.
 */
export const answerRequest = async (
  services: Services,
  { tracking_number: trackingNumber, until_at: untilAt }: JobData<typeof jobTable, 'consumer-message'>,
): Promise<void> => {
  const { pool, clock, jobs, log } = services
  const { request, message } = await inTransaction(pool, (tx) => prepare(tx, services, trackingNumber))
  const sent = await sendCounted(services, request, message)
  if (!(sent instanceof SendProblem)) {
    await inTransaction(pool, (tx) => updateAcknowledged(tx, trackingNumber, clock.now()))
    return
  }
  // Nobody is behind that address: whoever mistyped it has the number on her screen.
  if (sent.kind === 'unreachable') {
    log.info({ code: sent.reason }, 'request not answered: nobody at that address')
    return
  }
  const now = clock.now()
  // The law counts from when it came; whatever is told later has as long again.
  const since = request.acknowledgedAt === null ? request.receivedAt : now
  const until = untilAt ?? new Date(since.getTime() + ANSWER_MS).toISOString()
  const startAfter = new Date(now.getTime() + RETRY_MS)
  if (startAfter.toISOString() > until) {
    log.error({ code: sent.reason }, 'request not answered in time')
    return
  }
  log[sent.kind === 'misconfigured' ? 'error' : 'warn']({ code: sent.reason }, 'request not answered yet')
  await inTransaction(pool, (tx) =>
    jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber, until_at: until }, { startAfter }),
  )
}

/** Within the ceiling for the whole product: anybody can name an address. What finds it full waits like for a provider. */
const sendCounted = async (services: Services, { userId }: RequestRow, message: Message): Promise<Sent> => {
  const { pool, messages } = services
  const counted = await inTransaction(pool, (tx) => countMessage(tx, services, { isStranger: userId === null }))
  if (counted instanceof CeilingReached) return new SendProblem('unavailable', 'messages of this hour')
  const giveBack = (): Promise<void> => inTransaction(pool, (tx) => uncountMessage(tx, counted))
  const sent = await messages.send(message).catch(async (error: unknown) => {
    await giveBack()
    throw withoutWords(error)
  })
  if (sent instanceof SendProblem) await giveBack()
  return sent
}

const prepare = async (
  tx: Tx,
  services: Services,
  trackingNumber: string,
): Promise<{ readonly request: RequestRow; readonly message: Message }> => {
  const settled = await carryOut(tx, services, trackingNumber)
  const { request } = settled
  const { channel: kind, userId } = request
  const address: Address = { kind, value: openRequestAddress(services.sealer, request) }
  const owner = await findAccount(tx, keyOf(services.sealer, address))
  const isHers = userId === null || owner?.userId === userId
  const message = requestMessage(address, request, {
    steps: isHers ? answerWords(services, settled) : staffWords(services.sealer, request),
    publicUrl: services.settings.publicUrl,
  })
  return { request, message }
}
