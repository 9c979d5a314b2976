import { brand } from '@hola/core/brand.ts'
import { say } from '@hola/i18n/words.ts'
import type { RequestKind, RequestRow } from './store.ts'

/** What is often answered to each kind; whoever answers takes the words and makes them fit. */
export const answerTemplates = {
  regret: ['who_are_you'],
  unsubscribe: ['who_are_you', 'no_account'],
  complaint: ['you_are_right', 'what_happened', 'more_facts'],
  data_access: ['copy_in_app', 'who_are_you'],
  data_change: ['changed', 'kept_by_law', 'who_are_you'],
} as const satisfies Readonly<Record<RequestKind, readonly string[]>>

type Template = (typeof answerTemplates)[RequestKind][number]

export const isAnswerTemplate = (kind: RequestKind, name: string): name is Template =>
  answerTemplates[kind].some((one) => one === name)

/** The words of a template in the language of the request. */
export const templateWords = (
  { trackingNumber, language }: Pick<RequestRow, 'trackingNumber' | 'language'>,
  name: Template,
): string =>
  say(`desk_care_answer_${name}`, language, {
    number: trackingNumber,
    phone: brand.support.phone,
    email: brand.support.email,
  })
