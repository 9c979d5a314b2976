import { centavos, type Centavos } from '@hola/core/money.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { useLoad, type Load } from '../../lib/form-load.ts'
import type { Query } from '../../router/query.ts'

/** What the page was opened for. A coupon: undefined takes the best one, null none. */
export type Asked = {
  readonly amount: Centavos | undefined
  readonly termDays: number | undefined
  readonly couponId: string | null | undefined
}

type Preview = RetOf<'loan/preview'>

/** A preview with the agreement that would be signed. */
export type Offer = Preview & { readonly agreement: NonNullable<Preview['agreement']> }

/** What the server said instead of an offer, to be answered in place. */
export type Refused = { readonly code: string; readonly message: string }

export type Offered = { readonly offer: Offer; readonly isOtherTerm: boolean } | { readonly refused: Refused }

const wholeOf = (text: string | undefined): number | undefined => {
  const number = /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined
  return number === 0 ? undefined : number
}

/** A query is anybody's to type: what is no number counts as not asked for. */
export const askedOf = (query: Query): Asked => {
  const amount = wholeOf(query['amount_centavos'])
  const couponId = query['coupon_id']
  return {
    amount: amount === undefined ? undefined : centavos(amount),
    termDays: wholeOf(query['term_days']),
    couponId: couponId === 'none' ? null : couponId || undefined,
  }
}

/** The same offer for another page, its coupon named, so that it does not become another one on the way. */
export const queryOf = ({ quote, coupon }: Pick<Offer, 'quote' | 'coupon'>): string =>
  `amount_centavos=${quote.amount_centavos}&term_days=${quote.term_days}&coupon_id=${coupon?.coupon_id ?? 'none'}`

const preview = async ({ amount, termDays, couponId }: Asked, signal: AbortSignal): Promise<Offer | null> => {
  const body = {
    with_agreement: true,
    ...(amount !== undefined && { amount_centavos: amount }),
    ...(termDays !== undefined && { term_days: termDays }),
    ...(couponId !== undefined && { coupon_id: couponId }),
  }
  const answer = await api.call('loan/preview', body, { signal, quiet: true })
  if (answer === null) return null
  const { agreement } = answer
  if (agreement === null) throw new Error('a preview with an agreement was asked for, and came without')
  return { ...answer, agreement }
}

const load = async (asked: Asked, signal: AbortSignal): Promise<Offered> => {
  try {
    const offer = await preview(asked, signal)
    if (offer) return { offer, isOtherTerm: false }
    const usual = await preview({ ...asked, termDays: undefined }, signal)
    if (usual) return { offer: usual, isOtherTerm: true }
    throw new Error('the usual term is not offered')
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.kind !== 'refused') throw problem
    return { refused: { code: problem.response?.code ?? '', message: problem.message } }
  }
}

/** The offer as it will be signed. What is shown changes only when the page asks again. */
export const useOffer = (asked: Asked): { load: Load<Offered>; retry: () => void } =>
  useLoad(`${useLocale()} ${asked.amount} ${asked.termDays} ${asked.couponId}`, (signal) => load(asked, signal))
