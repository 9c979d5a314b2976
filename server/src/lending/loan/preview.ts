import { dueDay } from '@hola/core/calendar.ts'
import { Refusal } from '@hola/core/errors.ts'
import { whatIf, whatIfDays } from '@hola/core/loan/what-if.ts'
import { centavos } from '@hola/core/money.ts'
import { maskAddress } from '../../person/account/public.ts'
import { findKeptAgreement, printAgreement } from '../agreement/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { loadOffer } from './offer.ts'
import { showAccount } from '../order/public.ts'
import { showPricing, showQuote } from './show-quote.ts'

/** The whole offer for an amount and a term, with what paying on other days would take. */
export const preview: Handler<'loan/preview'> = async ({ services, user: { userId } }, body) => {
  const isAgreementAsked = body.with_agreement === true
  const found = await inTransaction(
    services.pool,
    async (tx) => {
      const offer = await loadOffer(tx, services, {
        userId,
        amount: body.amount_centavos,
        termDays: body.term_days,
        couponId: body.coupon_id,
      })
      if (offer instanceof Refusal) return offer
      const kept = isAgreementAsked ? await findKeptAgreement(tx, services, userId, offer.agreementFacts) : undefined
      return { offer, kept }
    },
    // One moment for all that is read: a preview never mixes an order that is just being signed with the quota before it.
    { isolation: 'repeatable read' },
  )
  if (found instanceof Refusal) return found
  const { offer, kept } = found
  const { product, versionNumber } = offer.offered
  const { quote, coupon, terms, agreementFacts } = offer
  const agreement = isAgreementAsked ? (kept ?? (await printAgreement(services, userId, agreementFacts))) : undefined
  if (agreement instanceof Refusal) return agreement
  return {
    product_id: product.product_id,
    product_version: String(versionNumber),
    amount_min_centavos: centavos(product.amount_min_centavos),
    amount_max_centavos: offer.amountMax,
    amount_step_centavos: centavos(product.amount_step_centavos),
    terms: product.term_days.map((termDays) => ({
      term_days: termDays,
      due_day: dueDay(offer.today, termDays, services.reference.holidays),
    })),
    pricing: showPricing(offer.pricing),
    quote: showQuote(quote),
    expires_at: offer.approval.expiresAt.toISOString(),
    now_at: offer.now.toISOString(),
    last_loan:
      offer.lastLoan === null ? null : { amount_centavos: offer.lastLoan.amount, term_days: offer.lastLoan.termDays },
    coupon:
      coupon === null
        ? null
        : {
            coupon_id: coupon.couponId,
            fee_reduction_centavos: coupon.feeReduction,
            fee_before_centavos: quote.feeBefore,
          },
    what_if: whatIf(terms, whatIfDays(terms)).map((one) => ({
      day: one.day,
      from_due_days: one.fromDueDays,
      payoff_centavos: one.payoff,
      late_one_time_centavos: one.lateOneTime,
      late_daily_centavos: one.lateDaily,
    })),
    late_max_centavos: agreementFacts.lateMax,
    withdrawal_until_day: agreementFacts.withdrawalUntilDay,
    payout_account: showAccount(offer.account),
    code_channels: offer.addresses.map((address) => ({
      channel: address.kind,
      contact_masked: maskAddress(address),
    })),
    agreement:
      agreement === undefined
        ? null
        : { version: agreement.version, sha256: agreement.sha256, page_count: agreement.pageCount },
  }
}
