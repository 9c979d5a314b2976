import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { centavos } from '@hola/core/money.ts'
import type { Quota } from '@hola/core/quota.ts'
import { keptApplyAnswer } from '@hola/core/stored/loan.ts'
import { keyOf, useCode } from '../../person/account/public.ts'
import type { Agreement } from '../agreement/public.ts'
import { matchingAgreement, recordSignature } from '../agreement/public.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { spendCoupon } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { KeptAnswer } from '../../platform/handler.ts'
import type { CallContext, Handler } from '../services.ts'
import { lockQuota, settleQuota, showQuota } from '../quota/public.ts'
import type { AssociatedData, BlindIndex, Sealer } from '../../platform/sealed/public.ts'
import { isIndexOf } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import type { Offer } from './offer.ts'
import { loadOffer } from './offer.ts'
import type { OrderRow } from '../order/public.ts'
import {
  detailOf,
  findApplyRequest,
  insertApplyRequest,
  insertOrder,
  insertOrderEvent,
  noRelief,
  orderNumberOf,
  sealAccount,
} from '../order/public.ts'

type Body = BodyOf<'loan/apply'>
type Answer = RetOf<'loan/apply'>

/** Transfers run day and night and mostly take minutes; this leaves room for a slow bank. */
const PAYOUT_EXPECTED_MS = 2 * 3_600_000

/**
 * Signs the agreement and makes the order, in one transaction. Whoever signs for a person waits for the lock of her
 * quota first: what is read after it is what counts, so the same request sent twice, from two tabs or by two servers
 * finds the first one's answer, and two different ones cannot use the same quota.
 */
export const apply: Handler<'loan/apply'> = async (context, body) => {
  const { services, user } = context
  if (!body.agreement_accepted) return refuse('agreement_not_accepted')
  return inTransaction(services.pool, async (tx) => {
    const bodyIndex = indexOf(services.sealer, body)
    const findFirst = () => firstAnswer(tx, services, { userId: user.userId, applyId: body.apply_id, bodyIndex })
    // Whoever asks again for what was answered long ago has nobody to wait for.
    const known = await findFirst()
    if (known !== undefined) return known

    const [isLocked, first, offer] = await Promise.all([
      // The lock is asked for first: the others read when it is held.
      lockQuota(tx, user.userId),
      findFirst(),
      loadOffer(tx, services, {
        userId: user.userId,
        amount: body.amount_centavos,
        termDays: body.term_days,
        couponId: body.coupon_id,
      }),
    ])
    if (!isLocked) return refuse('not_approved')
    if (first !== undefined) return first
    if (offer instanceof Refusal) return offer
    const agreement = await matchingAgreement(tx, services, user.userId, body.agreement, offer.agreementFacts)
    if (agreement === undefined) return refuse('agreement_changed')

    // Last, so that nobody loses the code over anything else. A wrong one is counted because the refusal is returned.
    const contact = offer.addresses.find(({ kind }) => kind === body.code_channel)
    if (contact === undefined) return refuse('no_address_on_file')
    const used = await useCode(tx, services, { ...keyOf(services.sealer, contact), purpose: 'sign' }, body.code)
    if (used instanceof Refusal) return used

    const order = orderOf(services, { userId: user.userId, offer, agreement })
    const [, , , quota] = await Promise.all([
      // Written first: what proves it, what is to be done for it and the quota are all about it.
      keepOrder(tx, services, order),
      recordSignature(tx, services, {
        userId: user.userId,
        orderId: order.orderId,
        agreement: body.agreement,
        codeChallengeId: used.codeId,
        channel: contact.kind,
        contact: contact.value,
        networkAddress: context.address,
        userAgent: context.userAgent ?? '',
        signedAt: order.signedAt,
      }),
      services.jobs.enqueue(tx, 'payout', { user_id: user.userId, order_id: order.orderId }),
      settleQuota(tx, services, user.userId),
    ])
    if (quota === undefined) throw new Error('the quota that was locked is gone')
    const answer = answerOf(context, { offer, agreement, order, quota })
    await insertApplyRequest(tx, {
      userId: user.userId,
      applyId: body.apply_id,
      bodyIndex,
      orderId: order.orderId,
      sealedAnswer: services.sealer.seal(
        keptApplyAnswer.writeText(answer),
        associatedDataOf(user.userId, body.apply_id),
      ),
      answeredAt: order.signedAt,
    })
    return answer
  })
}

const orderOf = (
  services: Services,
  { userId, offer, agreement }: { userId: string; offer: Offer; agreement: Agreement },
): OrderRow => {
  const { quote, pricing, offered, agreementFacts: facts, now } = offer
  const orderId = services.random.uuid()
  return {
    userId,
    orderId,
    orderNumber: orderNumberOf(orderId),
    state: 'pending',
    stateSince: now,
    productId: offered.product.product_id,
    productVersion: offered.versionNumber,
    amount: quote.amount,
    feeBefore: quote.feeBefore,
    fee: quote.fee,
    arrival: quote.arrival,
    interest: quote.interest,
    vat: quote.vat,
    repayment: quote.repayment,
    termDays: quote.termDays,
    ...pricing,
    rulesVersion: offer.terms.rulesVersion,
    teaBasisPoints: quote.teaBasisPoints,
    cfteaBasisPoints: quote.cfteaBasisPoints,
    partialPaymentMin: facts.partialPaymentMin,
    agreedPayoutDay: quote.payoutDay,
    agreedDueDay: quote.dueDay,
    withdrawalUntilDay: facts.withdrawalUntilDay,
    couponId: offer.coupon?.couponId ?? null,
    sealedAccount: sealAccount(services.sealer, { userId, orderId }, offer.account),
    agreementSha256: Buffer.from(agreement.sha256, 'hex'),
    signedAt: now,
    paidOutAt: null,
    payoutDay: null,
    dueDay: null,
    extensionDays: 0,
    clearedAt: null,
    withdrawnAt: null,
    payments: [],
    refunded: centavos(0),
    ...noRelief,
  }
}

const keepOrder = async (tx: Tx, services: Services, order: OrderRow): Promise<void> => {
  const { userId, orderId, couponId, amount, signedAt } = order
  await Promise.all([
    insertOrder(tx, order),
    insertOrderEvent(tx, { userId, orderId, kind: 'signed', at: signedAt, amount }),
    couponId === null ? undefined : spendCoupon(tx, services, { userId, orderId, couponId }),
  ])
}

const answerOf = (
  { services, language }: CallContext,
  { offer, agreement, order, quota }: { offer: Offer; agreement: Agreement; order: OrderRow; quota: Quota },
): Answer => ({
  order: detailOf(order, {
    now: offer.now,
    holidays: services.reference.holidays,
    language,
    account: offer.account,
    agreement,
    // A new order has no transfers and no payments, and nothing to extend before its money has left.
    payoutFailure: null,
    coupons: [],
    payments: [],
  }),
  quota: showQuota(quota),
  expected_payout_at: new Date(offer.now.getTime() + PAYOUT_EXPECTED_MS).toISOString(),
})

/** What a request is known by besides its id: all of it, blind. */
const indexOf = (sealer: Sealer, body: Body): BlindIndex => sealer.blindIndex(canonicalJson(body), 'apply request')

const associatedDataOf = (userId: string, applyId: string): AssociatedData => ({
  table: 'apply_request',
  column: 'sealed_answer',
  row: [userId, applyId],
})

/** What was answered to this request before: the same again, or that the id is taken. Undefined for a new one. */
const firstAnswer = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  { userId, applyId, bodyIndex }: { userId: string; applyId: string; bodyIndex: BlindIndex },
): Promise<KeptAnswer | Refusal | undefined> => {
  const first = await findApplyRequest(tx, userId, applyId)
  if (first === undefined) return undefined
  // Of one from before a key was thrown away the id has to do.
  if (isIndexOf(first.bodyIndex, bodyIndex) === false) return refuse('request_id_reused')
  return new KeptAnswer(
    keptApplyAnswer.readText(sealer.open(first.sealedAnswer, associatedDataOf(userId, applyId)).toString()),
  )
}
