import { brand } from '@hola/core/brand.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { formatPesos } from '@hola/core/money.ts'
import { writtenDay } from '@hola/core/written.ts'
import { has, say } from '@hola/i18n/words.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { openAnswer } from './sealed-fields.ts'
import { answerUntil } from './show.ts'
import type { Settled } from './settle.ts'
import type { RequestKind, RequestRow, RequestState } from './store.ts'

const { phone, email } = brand.support

/** What a person at the desk has said; it stands until the facts end the request in another way. */
export const staffWords = (sealer: Sealer, request: RequestRow): string | undefined =>
  request.outcome === null || request.outcome === 'answered' || request.outcome === 'declined'
    ? openAnswer(sealer, request)
    : undefined

/** For the person whose request it is; `isAgain`, she had withdrawn from the loan before she asked now. */
export const answerWords = (
  { sealer, reference }: Pick<Services, 'sealer' | 'reference'>,
  { request, situation }: Settled,
  {
    language = request.language,
    isAgain = false,
  }: { readonly language?: WireLanguage; readonly isAgain?: boolean } = {},
): string => {
  const { name, orderNumber, giveBack, agreed } = situation
  const staffAnswer = staffWords(sealer, request)
  if (staffAnswer !== undefined) return staffAnswer
  if (name === 'to_cancel' || name === 'to_end' || name === 'answered' || name === 'declined')
    throw new Error(`a request was left at ${name} without a word`)
  const until = giveBack?.untilDay ?? agreed?.untilDay
  const words = say(`consumer_situation_${name}`, language, {
    loan: orderNumber ?? '',
    amount: giveBack === null ? '' : formatPesos(giveBack.amount),
    until: until === undefined ? '' : writtenDay(until),
    repayment: agreed === null ? '' : formatPesos(agreed.repayment),
    due_day: agreed === null ? '' : writtenDay(agreed.dueDay),
    answer_day: writtenDay(civilDayOf(answerUntil(request, reference.holidays))),
    phone,
    email,
  })
  const { withdrawnDay, isWithdrawnBefore } = situation
  // Whoever asks again is told first that it is done.
  return withdrawnDay !== null && (isAgain || isWithdrawnBefore)
    ? `${say('consumer_withdrawn_already', language, { day: writtenDay(withdrawnDay) })} ${words}`
    : words
}

/** For whoever has the number: nothing of it depends on whether there is an account or a loan. */
export const stateWords = (kind: RequestKind, state: RequestState, language: WireLanguage): string => {
  // Some kinds say it in words of their own.
  const own = `consumer_progress_${kind}_${state}`
  return say(has(own) ? own : `consumer_progress_${state}`, language)
}
