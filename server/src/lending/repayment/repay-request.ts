import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { Centavos } from '@hola/core/money.ts'
import { formatPesos } from '@hola/core/money.ts'
import { keptRepayAnswer } from '@hola/core/stored/loan.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { KeptAnswer } from '../../platform/handler.ts'
import type { ContextOf, Handler } from '../services.ts'
import type { OrderRow } from '../order/public.ts'
import {
  findPayments,
  lockOrder,
  orderNumberOf,
  sealInstructions,
  summaryOf,
  withdrawalOf,
  withdrawalStateOf,
} from '../order/public.ts'
import { awayFields } from '../../providers/away-fields.ts'
import type { PayInstructions } from '../../providers/collection/public.ts'
import { CollectionProblem } from '../../providers/collection/public.ts'
import type { AssociatedData, BlindIndex } from '../../platform/sealed/public.ts'
import { isIndexOf } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { extendOrder } from './extend-order.ts'
import { followLater } from './follow-payment.ts'
import type { OfferedMethod } from './methods.ts'
import { offeredMethods } from './methods.ts'
import { endOfDay, payableOf, payoffUntilDay } from './payable.ts'
import type { PaymentKind, PaymentRow, RepayRequestRow } from './store.ts'
import {
  findPayment,
  findRepayRequest,
  insertPayment,
  updatePaymentAnswered,
  updatePaymentState,
  upsertRepayRequest,
} from './store.ts'
import { withdraw } from './withdrawal.ts'

type Context = ContextOf<'deal/repay_request'>
type Body = BodyOf<'deal/repay_request'>
type PayBody = Exclude<Body, { kind: 'extension' }>
type Answer = RetOf<'deal/repay_request'>

/** A slip needs time to be carried to a counter, and a part is the same tomorrow. */
const PAYABLE_DAYS = 3

/** What the provider is to be asked for. */
type Begun = { readonly payment: PaymentRow; readonly method: OfferedMethod }

/**
 * Makes a payment possible, in three steps of which only the first and the last are transactions: the payment is written
 * down, the provider is asked how to pay, its answer is kept and given. Whatever breaks in between leaves a payment that
 * nobody has seen; the same request again goes on with it, and the provider knows it again by its id. Whoever asks for
 * an order waits for its lock first, so equal requests that come at once have one effect and one answer.
 */
export const repayRequest: Handler<'deal/repay_request'> = async (context, body) => {
  const { services } = context
  const begun = await inTransaction(services.pool, (tx) => begin(tx, context, body))
  if (begun instanceof Refusal || !('method' in begun)) return begun
  const { paymentId } = begun.payment
  const known = asking.get(paymentId)
  if (known !== undefined) return known
  const answered = ask(context, body, begun).finally(() => asking.delete(paymentId))
  asking.set(paymentId, answered)
  return answered
}

/** What this process asks a provider for now: whoever sends the same request meanwhile gets the same answer. */
const asking = new Map<string, Promise<Answer | KeptAnswer | Refusal>>()

const ask = async (
  context: Context,
  body: Body,
  { payment, method }: Begun,
): Promise<Answer | KeptAnswer | Refusal> => {
  const instructions = await method.collector.request({ ...payment, methodId: method.methodId })
  return inTransaction(context.services.pool, (tx) => conclude(tx, context, body, payment, instructions))
}

const begin = async (tx: Tx, context: Context, body: Body): Promise<Answer | KeptAnswer | Refusal | Begun> => {
  const { services, user } = context
  const known = firstAnswer(context, body, await findRequest(tx, context, body, { locked: false }))
  if (known !== undefined) return known
  const [order, request] = await Promise.all([
    lockOrder(tx, { userId: user.userId, orderId: body.order_id }),
    // The same id may come for another order, which has another lock.
    findRequest(tx, context, body, { locked: true }),
  ])
  if (order === undefined) return refuse('order_not_found')
  const first = firstAnswer(context, body, request)
  if (first !== undefined) return first

  if (body.kind === 'extension') {
    const extended = await extendOrder(tx, services, order, body.coupon_id)
    return extended instanceof Refusal ? extended : answer(tx, context, body, { order: extended, paymentId: null })
  }
  const asked = askedOf(order, body, services)
  if (asked instanceof Refusal) return asked
  if (asked.amount === 0) return answer(tx, context, body, { order: await press(tx, context, order), paymentId: null })
  const method = offeredMethods(services).find(({ methodId }) => methodId === body.method_id)
  if (method === undefined) return refuse('pay_method_not_offered')
  const payment = await openPayment(tx, context, body, { request, order, asked, method })
  if (payment instanceof Refusal) return payment
  if (body.kind === 'withdrawal') await press(tx, context, order)
  return { payment, method }
}

/** The right to withdraw is used: she gets a number and what comes next in writing, as by the button of the law. */
const press = async (tx: Tx, { services, language }: Context, order: OrderRow): Promise<OrderRow> => {
  if (order.withdrawnAt !== null) return order
  await services.consumerRequests.fileWithdrawal(tx, services, order, language)
  return withdraw(tx, services, order, services.clock.now())
}

/** What is to be paid, and as what. */
type Asked = { readonly amount: Centavos; readonly kind: PaymentKind }

/**
 * What is to be paid, as of today; nothing only where a withdrawal gives nothing back. Nobody is asked for more than she
 * owes, whatever she typed, and whatever asks for all of it is a quote for everything.
 */
const askedOf = (
  order: OrderRow,
  body: PayBody,
  { clock, reference }: Pick<Services, 'clock' | 'reference'>,
): Asked | Refusal => {
  const today = civilDayOf(clock.now())
  if (body.kind === 'withdrawal') {
    const withdrawal = withdrawalOf(order, today, reference.holidays)
    if (withdrawal !== null) return { amount: withdrawal.return_centavos, kind: 'withdrawal' }
    return refuse(withdrawalStateOf(order, today) === 'complete' ? 'withdrawn_already' : 'withdrawal_not_possible')
  }
  const payable = payableOf(order, today)
  if (payable === undefined) return refuse('nothing_to_pay')
  const everything: Asked = { amount: payable.payoff, kind: 'payoff' }
  if (body.kind === 'payoff') return everything
  if (body.amount_centavos < payable.partMin)
    return refuse('payment_too_small', { min: formatPesos(payable.partMin, { centavos: false }) })
  return body.amount_centavos < payable.payoff ? { amount: body.amount_centavos, kind: 'part' } : everything
}

/** The payment of this request: the one that was begun, or a new one when none was, or it is over or of another amount. */
const openPayment = async (
  tx: Tx,
  context: Context,
  body: PayBody,
  {
    request,
    order,
    asked: { amount, kind },
    method,
  }: { request: RepayRequestRow | undefined; order: OrderRow; asked: Asked; method: OfferedMethod },
): Promise<PaymentRow | Refusal> => {
  const { services, user } = context
  const { userId } = user
  const bodyIndex = indexOf(services, body)
  const now = services.clock.now()
  if (request !== undefined && request.paymentId !== null) {
    const payment = await findPayment(tx, { userId, paymentId: request.paymentId })
    const isThis =
      payment?.state === 'asked' &&
      isIndexOf(request.bodyIndex, bodyIndex) !== false &&
      payment.amount === amount &&
      payment.kind === kind &&
      now < payment.expiresAt &&
      payment.provider === method.collector.provider
    if (isThis) return payment
    if (payment !== undefined) await updatePaymentState(tx, payment, { from: ['asked'], to: 'failed' })
  }
  const paymentId = services.random.uuid()
  const payment: PaymentRow = {
    userId,
    paymentId,
    orderId: order.orderId,
    kind,
    methodId: method.methodId,
    provider: method.collector.provider,
    amount,
    state: 'asked',
    reference: orderNumberOf(paymentId),
    requestedAt: now,
    expiresAt: expiryOf(order, kind, method, services),
    asks: 0,
  }
  const [, isOpen] = await Promise.all([
    insertPayment(tx, payment),
    upsertRepayRequest(tx, {
      userId,
      requestId: body.request_id,
      bodyIndex,
      paymentId,
      sealedAnswer: null,
      answeredAt: null,
    }),
  ])
  return isOpen ? payment : refuse('request_id_reused')
}

/**
 * Until when it can be paid. To pay everything costs another amount from tomorrow on, so a quote ends with its day, or
 * with the next one when it is evening; a slip is given more time, since nobody carries it to a counter in no time. What
 * a quote says holds until it ends.
 */
const expiryOf = (
  order: OrderRow,
  kind: PaymentKind,
  { kind: methodKind }: OfferedMethod,
  { clock, reference }: Pick<Services, 'clock' | 'reference'>,
): Date => {
  const now = clock.now()
  if (kind === 'payoff' && methodKind !== 'cash_slip') return endOfDay(payoffUntilDay(now))
  const today = civilDayOf(now)
  const last = addDays(today, PAYABLE_DAYS)
  const until = kind === 'withdrawal' ? withdrawalOf(order, today, reference.holidays)?.until_day : undefined
  return endOfDay(until !== undefined && until >= today && until < last ? until : last)
}

const conclude = async (
  tx: Tx,
  context: Context,
  body: Body,
  payment: PaymentRow,
  instructions: PayInstructions | CollectionProblem,
): Promise<Answer | KeptAnswer | Refusal> => {
  const { services } = context
  const [order, request] = await Promise.all([lockOrder(tx, payment), findRequest(tx, context, body, { locked: true })])
  if (order === undefined) throw new Error('the order that was locked is gone')
  const first = firstAnswer(context, body, request)
  if (first !== undefined) return first
  if (request?.paymentId !== payment.paymentId) return refuse('request_id_reused')
  if (instructions instanceof CollectionProblem) {
    services.log.warn(
      awayFields(payment.provider, instructions),
      `no payment was made possible: ${instructions.reason}`,
    )
    return refuse('pay_method_failed')
  }
  const { expiresAt, providerRequestId } = instructions
  const sealedInstructions = sealInstructions(services.sealer, payment, {
    cvu: instructions.cvu,
    alias: instructions.alias,
    qr_text: instructions.qrText,
    checkout_url: instructions.checkoutUrl,
    ticket_url: instructions.ticketUrl,
    barcode: instructions.barcode,
  })
  await Promise.all([
    updatePaymentAnswered(tx, payment, { sealedInstructions, providerRequestId, expiresAt }),
    followLater(tx, services, { ...payment, expiresAt }),
  ])
  return answer(tx, context, body, { order, paymentId: payment.paymentId })
}

/** Gives the answer and keeps it: the same request gets it again. */
const answer = async (
  tx: Tx,
  context: Context,
  body: Body,
  { order, paymentId }: { readonly order: OrderRow; readonly paymentId: string | null },
): Promise<Answer | Refusal> => {
  const { services, user } = context
  const payments = paymentId === null ? [] : await findPayments(tx, services, order)
  const given: Answer = {
    order: summaryOf(order, services.clock.now()),
    payment: payments.find(({ payment_id }) => payment_id === paymentId) ?? null,
  }
  const isFirst = await upsertRepayRequest(tx, {
    userId: user.userId,
    requestId: body.request_id,
    bodyIndex: indexOf(services, body),
    paymentId,
    sealedAnswer: services.sealer.seal(
      keptRepayAnswer.writeText(given),
      associatedDataOf(user.userId, body.request_id),
    ),
    answeredAt: services.clock.now(),
  })
  // The same id was answered for another order meanwhile: what was done here is taken back with the transaction.
  if (!isFirst) throw new Error('one request id was sent for two orders at once')
  return given
}

const indexOf = ({ sealer }: Pick<Services, 'sealer'>, body: Body): BlindIndex =>
  sealer.blindIndex(canonicalJson(body), 'repay request')

const associatedDataOf = (userId: string, requestId: string): AssociatedData => ({
  table: 'repay_request',
  column: 'sealed_answer',
  row: [userId, requestId],
})

const findRequest = (tx: Tx, { user }: Context, body: Body, lock: { readonly locked: boolean }) =>
  findRepayRequest(tx, user.userId, body.request_id, lock)

/** What was answered to this request before: the same again, or that the id is taken. Undefined while it is open. */
const firstAnswer = (
  { services, user }: Context,
  body: Body,
  first: RepayRequestRow | undefined,
): KeptAnswer | Refusal | undefined => {
  if (first === undefined || first.sealedAnswer === null) return undefined
  // Of one from before a key was thrown away the id has to do.
  if (isIndexOf(first.bodyIndex, indexOf(services, body)) === false) return refuse('request_id_reused')
  const opened = services.sealer.open(first.sealedAnswer, associatedDataOf(user.userId, body.request_id))
  return new KeptAnswer(keptRepayAnswer.readText(opened.toString()))
}
