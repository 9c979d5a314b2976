import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { writtenDay } from '@hola/core/written.ts'
import type { LeadingOrder } from '../../lending/order/public.ts'
import { payoutFailureReason } from '../../lending/order/public.ts'

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

const withdrawnUnderWay: Words = {
  en: `You withdrew from this loan while its money was on the way. What arrives you give back within ${WITHDRAWAL_BUSINESS_DAYS} business days, exactly that, and owe nothing else. Not given back in time, it is the loan you signed.`,
  es: `Te arrepentiste de este préstamo con el dinero en camino. Lo que llegue lo devolvés dentro de los ${WITHDRAWAL_BUSINESS_DAYS} días hábiles, exactamente eso, y no debés nada más. Si no, sigue el préstamo que firmaste.`,
}

const withdrawn = (until: string): Words => ({
  en: `You withdrew from this loan. Give back what you received by ${until}, exactly that, and you owe nothing else. Not given back by then, it is the loan you signed, with its cost.`,
  es: `Te arrepentiste de este préstamo. Devolvé lo que recibiste hasta el ${until}, exactamente eso, y no debés nada más. Si no, sigue el préstamo que firmaste, con su costo.`,
})

const lapsed = (until: string): Words => ({
  en: `You withdrew from this loan, but what you received was not back by ${until}: it is the loan you signed. What you have paid counts.`,
  es: `Te arrepentiste de este préstamo, pero lo que recibiste no estaba de vuelta el ${until}: sigue el préstamo que firmaste. Lo que ya pagaste cuenta.`,
})

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
  const { withdrawal_state: withdrawal = null, withdrawal_until_day: until = null } = order?.summary ?? {}
  if (withdrawal === 'waiting') {
    const words = until === null ? withdrawnUnderWay : withdrawn(writtenDay(until))
    return [{ notice_id: 'withdrawn', tone: 'info', text: words[language] }]
  }
  if (order !== undefined && order.payoutFailure !== null)
    return [
      { notice_id: 'payout_failure', tone: 'warning', text: payoutFailureReason(order.payoutFailure, language).text },
    ]
  if (state === 'overdue') return [{ notice_id: 'quota_closed', tone: 'warning', text: quotaClosed[language] }]
  if (withdrawal === 'lapsed' && until !== null && order?.summary.state === 'in_repayment')
    return [{ notice_id: 'withdrawal_lapsed', tone: 'info', text: lapsed(writtenDay(until))[language] }]
  if (state === 'approved' && !canBorrow)
    return [{ notice_id: 'nothing_to_borrow', tone: 'info', text: nothingToBorrow[language] }]
  return []
}
