import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { PayoutResult } from '../../providers/payout/public.ts'
import { settleOrder } from '../loan/public.ts'
import { findOrder, lockOrder, payoutOf } from '../order/public.ts'
import type { Services } from '../services.ts'
import type { RefundKey, TransferRow } from './store.ts'
import {
  claimAsk,
  findRefund,
  findTransfer,
  findTransferBy,
  insertRefundReversal,
  listOpenTransfers,
  updateTransfer,
} from './store.ts'

/**
 * The first question comes after three minutes, when an answer can no longer come, each further one after twice the time:
 * nine of them take a day, and as long it is sent again when the provider has no id for it.
 */
const ASK_PAUSE_MS = 180_000
/** After so many the transfer is for a person to look at; the daily job asks on. */
const ASKS_MAX = 9
/** An idempotency key is not remembered for ever: after this a transfer without an id is only asked about. */
const SEND_AGAIN_MS = 24 * 3_600_000

/** Files the job that sends a refund, or asks about it for so many times before. */
export const fileAsk = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { userId, refundId }: RefundKey,
  asks: number,
): Promise<void> => {
  const pauseMs = asks === 0 ? 0 : ASK_PAUSE_MS * 2 ** (asks - 1)
  await jobs.enqueue(
    tx,
    'refund',
    { user_id: userId, refund_id: refundId, ask_number: asks },
    pauseMs === 0 ? {} : { startAfter: new Date(clock.now().getTime() + pauseMs) },
  )
}

/**
 * The job of a refund that the provider sends. That it is sent or asked about is written down first, with the job of the
 * next question; then the provider is asked, outside any transaction, and what it said is written down. Whatever breaks in
 * between is asked about and never sent under another key.
 */
export const sendRefund = async (
  services: Services,
  { user_id: userId, refund_id: refundId, ask_number: askNumber }: JobData<typeof jobTable, 'refund'>,
): Promise<void> => {
  const key = { userId, refundId }
  const isMine = await inTransaction(services.pool, async (tx) => {
    if (!(await claimAsk(tx, key, askNumber))) return false
    if (askNumber + 1 < ASKS_MAX) await fileAsk(tx, services, key, askNumber + 1)
    return true
  })
  if (isMine) await askProvider(services, key, { isFirst: askNumber === 0 })
}

/** What the provider says of a transfer now, whoever wants to know. */
const askProvider = async (
  services: Services,
  key: RefundKey,
  { isFirst }: { readonly isFirst: boolean },
): Promise<void> => {
  const { payouts, pool } = services
  const asked = await inTransaction(pool, async (tx) => {
    const [refund, transfer] = [await findRefund(tx, key), await findTransfer(tx, key)]
    const order = refund && (await findOrder(tx, refund.userId, refund.orderId))
    if (refund === undefined || transfer === undefined || order === undefined)
      throw new Error('a transfer of no refund')
    const payout = await payoutOf(tx, services, order, { key: transfer.key, amount: refund.amount })
    return { transfer, payout }
  })
  const { transfer, payout } = asked
  if (transfer.provider !== payouts.provider) {
    services.log.warn(`${transfer.provider} is no longer set up and cannot be asked about a refund`)
    return
  }
  const isOpen = transfer.state === 'asked' || transfer.state === 'accepted'
  const found = isFirst ? ({ kind: 'not_known' } as const) : await payouts.find(payout, transfer.providerPayoutId)
  if (found.kind === 'not_known' && !isOpen) return
  const isTooOld = services.clock.now().getTime() - transfer.askedAt.getTime() >= SEND_AGAIN_MS
  if (found.kind === 'not_known' && isTooOld) {
    services.log.warn('a refund is a day old and without an id: a person must look before it is sent again')
    return
  }
  const said = found.kind === 'not_known' ? await payouts.send(payout) : found
  // A refusal without an id, when it was sent again, may be about the key and not about the money.
  const isRefusal = (said.kind === 'failed' || said.kind === 'refused') && said.providerPayoutId === null
  if (!isFirst && found.kind === 'not_known' && isRefusal) return
  await inTransaction(pool, (tx) => conclude(tx, services, key, said))
}

/**
 * Writes down what the provider said, and what it means for the loan: the only place where the transfer of a refund ends.
 * Told twice it changes nothing. What could not be sent, and what came back after it was sent, is her credit again. Throws
 * when the provider sends what it had given up: that credit may have gone elsewhere, and what the queue gives up is listed
 * at the desk.
 */
const conclude = async (tx: Tx, services: Services, key: RefundKey, said: PayoutResult): Promise<void> => {
  const seen = await findRefund(tx, key)
  const order = seen && (await lockOrder(tx, seen))
  const [refund, transfer] = [await findRefund(tx, key), await findTransfer(tx, key)]
  if (order === undefined || refund === undefined || transfer === undefined) throw new Error('a transfer of no refund')
  const now = services.clock.now()
  switch (said.kind) {
    case 'unknown':
      services.log.warn({ outage: transfer.provider }, `nobody knows what became of a refund: ${said.why}`)
      if (said.providerPayoutId !== undefined && transfer.providerPayoutId === null)
        await updateTransfer(tx, key, { ...transfer, providerPayoutId: said.providerPayoutId })
      return
    case 'accepted':
      if (transfer.state === 'asked')
        await updateTransfer(tx, key, { ...transfer, state: 'accepted', providerPayoutId: said.providerPayoutId })
      return
    case 'settled': {
      if (transfer.state === 'settled') return
      if (refund.reversal !== null) throw new Error(`a refund that was ${refund.reversal} is now settled`)
      const { providerPayoutId } = said
      const settledDay = settledDayOf(transfer, said.settledAt, now)
      await updateTransfer(tx, key, {
        state: 'settled',
        providerPayoutId,
        failureReason: null,
        settledDay,
        concludedAt: now,
      })
      return
    }
    case 'refused':
    case 'failed': {
      if (transfer.state === 'failed' || transfer.state === 'returned') return
      const isReturned = transfer.state === 'settled'
      await updateTransfer(tx, key, {
        state: isReturned ? 'returned' : 'failed',
        providerPayoutId: said.providerPayoutId,
        failureReason: said.kind === 'failed' ? said.reason : said.fault,
        settledDay: transfer.settledDay,
        concludedAt: now,
      })
      await insertRefundReversal(tx, key, { reason: isReturned ? 'returned' : 'not_sent', madeAt: now })
      const { refundId: sourceId, amount } = refund
      await settleOrder(tx, services, order, { cause: 'refund_reversal', sourceId, amount })
    }
  }
}

/** Neither before it was asked for nor in the future: a provider's clock can be wrong. */
const settledDayOf = ({ askedAt }: TransferRow, settledAt: Date, now: Date): CivilDay => {
  const until = settledAt < now ? settledAt : now
  return civilDayOf(until > askedAt ? until : askedAt)
}

/** A webhook of the payout provider about something that is no payout of a loan. False when it is no refund either. */
export const handleRefundWebhook = async (
  services: Services,
  { providerPayoutId, key }: { readonly providerPayoutId: string; readonly key: string | undefined },
): Promise<boolean> => {
  const { pool, payouts } = services
  const transfer = await inTransaction(
    pool,
    async (tx) =>
      (await findTransferBy(tx, { provider: payouts.provider, providerPayoutId })) ??
      (key === undefined ? undefined : await findTransferBy(tx, { key })),
  )
  if (transfer === undefined) return false
  // From now on it is asked about by its id, and never sent again.
  if (transfer.providerPayoutId === null)
    await inTransaction(pool, (tx) => updateTransfer(tx, transfer, { ...transfer, providerPayoutId }))
  await askProvider(services, transfer, { isFirst: false })
  return true
}

/** For the daily job: transfers that hang get their question again. Says how many there were. */
export const sweepRefunds = async (
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  { askedBefore, limit }: { readonly askedBefore: Date; readonly limit: number },
): Promise<number> => {
  const open = await listOpenTransfers(tx, { askedBefore, limit })
  for (const { userId, refundId, asks } of open)
    await services.jobs.enqueue(tx, 'refund', { user_id: userId, refund_id: refundId, ask_number: asks })
  return open.length
}
