import { argentineTime, civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { writtenDay } from '@hola/core/written.ts'
import { say } from '@hola/i18n/words.ts'
import type { Around } from './words.ts'
import { inPlainSpaces, messageOf } from './words.ts'

/** What a piece of news says. */
export type NewsFacts =
  | { readonly kind: 'approved'; readonly limit: Centavos; readonly expiresAt: Date }
  | { readonly kind: 'refused'; readonly retryAt: Date }
  | { readonly kind: 'to_mend' }
  | {
      readonly kind: 'money_sent'
      readonly arrival: Centavos
      /** As much of the account as she needs to recognise it. */
      readonly account: { readonly institutionName: string; readonly ending: string }
      readonly repayment: Centavos
      readonly dueDay: CivilDay
    }
  | { readonly kind: 'money_back'; readonly arrival: Centavos; readonly until: Date }
  | { readonly kind: 'payment_credited' | 'payment_reversed'; readonly amount: Centavos; readonly left: Centavos }

const dayAndTime = (instant: Date): { readonly day: string; readonly time: string } => ({
  day: writtenDay(civilDayOf(instant)),
  time: argentineTime(instant).slice(11, 16),
})

/** What has happened and what comes next: short, and nothing that presses. Why somebody was refused is read in the app. */
export const newsWords = (
  facts: NewsFacts,
  { language, channel, publicUrl: address }: Around,
): { readonly subject: string; readonly text: string } => {
  const said = (sentences: readonly string[]) => ({
    subject: say(`news_${facts.kind}_subject`, language),
    text: messageOf(sentences, channel),
  })
  switch (facts.kind) {
    case 'approved': {
      const until = { limit: inPlainSpaces(facts.limit), ...dayAndTime(facts.expiresAt) }
      return said([say('news_approved', language, until), say('news_approved_next', language, { address })])
    }
    case 'refused':
      return said([
        say('news_refused', language, dayAndTime(facts.retryAt)),
        say('news_refused_next', language, { address }),
      ])
    case 'to_mend':
      return said([say('news_to_mend', language), say('news_to_mend_next', language, { address })])
    case 'money_sent':
      return said([
        say('news_money_sent', language, {
          amount: inPlainSpaces(facts.arrival),
          institution: facts.account.institutionName,
          ending: facts.account.ending,
        }),
        say('news_money_sent_next', language, {
          repayment: inPlainSpaces(facts.repayment),
          day: writtenDay(facts.dueDay),
          address,
        }),
      ])
    case 'money_back':
      return said([
        say('news_money_back', language, { amount: inPlainSpaces(facts.arrival) }),
        say('news_money_back_next', language, { ...dayAndTime(facts.until), address }),
      ])
    case 'payment_reversed':
      return said([
        say('news_payment_reversed', language, { amount: inPlainSpaces(facts.amount) }),
        say('news_payment_reversed_next', language, { left: inPlainSpaces(facts.left), address }),
      ])
    case 'payment_credited':
      return said([
        say('news_payment_credited', language, { amount: inPlainSpaces(facts.amount) }),
        facts.left === 0
          ? say('news_payment_nothing_left', language, { address })
          : say('news_payment_left', language, { left: inPlainSpaces(facts.left), address }),
      ])
  }
}
