import type { BodyOf } from '@hola/core/contract/contract.ts'
import { centavos, type Centavos } from '@hola/core/money.ts'

/** What a person has chosen. What is undefined is left to the server: the last loan's, or the product's own. */
export type Choice = {
  readonly amount: Centavos | undefined
  readonly termDays: number | undefined
  /** Undefined takes the best coupon, null takes it off. */
  readonly couponId: string | null | undefined
}

/** A choice as texts, as the address of a page and the draft on the device carry it. */
export type ChoiceTexts = { readonly [Name in 'amount_centavos' | 'term_days' | 'coupon_id']?: string }

const COUPON_OFF = 'none'

const wholeOf = (text: string | undefined): number | undefined => {
  const count = Number(text)
  return text && /^\d+$/.test(text) && Number.isSafeInteger(count) ? count : undefined
}

/** Anybody can edit an address: what is not a whole number counts as not chosen, and the server judges the rest. */
export const choiceOf = (texts: ChoiceTexts): Choice => {
  const amount = wholeOf(texts.amount_centavos)
  const coupon = texts.coupon_id
  return {
    amount: amount === undefined ? undefined : centavos(amount),
    termDays: wholeOf(texts.term_days),
    couponId: coupon === COUPON_OFF ? null : coupon && /^[\da-f-]{36}$/.test(coupon) ? coupon : undefined,
  }
}

export const textsOf = ({ amount, termDays, couponId }: Choice): Record<string, string> => ({
  ...(amount !== undefined && { amount_centavos: String(amount) }),
  ...(termDays !== undefined && { term_days: String(termDays) }),
  ...(couponId !== undefined && { coupon_id: couponId ?? COUPON_OFF }),
})

/** The query that the pages from here to the signature share. */
export const queryOf = (choice: Choice): string => new URLSearchParams(textsOf(choice)).toString()

export const bodyOf = ({ amount, termDays, couponId }: Choice): BodyOf<'loan/preview'> => ({
  ...(amount !== undefined && { amount_centavos: amount }),
  ...(termDays !== undefined && { term_days: termDays }),
  ...(couponId !== undefined && { coupon_id: couponId }),
})
