import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { payoutFailureReason } from '../loan/payout-failure.ts'
import type { LeadingOrder } from '../loan/public.ts'

type Home = RetOf<'app/home'>
type Notice = Home['notices'][number]
type Words = Readonly<Record<WireLanguage, string>>

const quotaClosed: Words = {
  en: 'While a payment is late no new loan can be asked for. Your quota opens again when it is paid.',
  es: 'Mientras haya un pago atrasado no podés pedir otro préstamo. Tu cupo se vuelve a habilitar cuando lo pagues.',
}

const nothingToBorrow: Words = {
  en: 'What is open of your limit is less than the smallest loan. Write to us and we look at it together.',
  es: 'Lo que tenés habilitado de tu límite es menos que el préstamo más chico. Escribinos y lo vemos juntos.',
}

const withdrawn: Words = {
  en: 'You withdrew from this loan. What arrived of it you give back, exactly, and you owe nothing else.',
  es: 'Te arrepentiste de este préstamo. Lo que te haya llegado lo devolvés, exactamente eso, y no debés nada más.',
}

/** What a person should know that the figures alone do not say. */
export const noticesOf = ({
  state,
  canBorrow,
  order,
  language,
}: {
  readonly state: Home['state']
  readonly canBorrow: boolean
  /** The one that Home is about. */
  readonly order: LeadingOrder | undefined
  readonly language: WireLanguage
}): Notice[] => {
  if (order !== undefined && order.summary.withdrawn_at !== null)
    return [{ notice_id: 'withdrawn', tone: 'info', text: withdrawn[language] }]
  if (order !== undefined && order.payoutFailure !== null)
    return [
      { notice_id: 'payout_failure', tone: 'warning', text: payoutFailureReason(order.payoutFailure, language).text },
    ]
  if (state === 'overdue') return [{ notice_id: 'quota_closed', tone: 'warning', text: quotaClosed[language] }]
  if (state === 'approved' && !canBorrow)
    return [{ notice_id: 'nothing_to_borrow', tone: 'info', text: nothingToBorrow[language] }]
  return []
}
