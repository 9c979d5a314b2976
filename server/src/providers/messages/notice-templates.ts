import { brand } from '@hola/core/brand.ts'
import { AGENCY_NOTICE_DAYS, PROMISE_DAYS_MAX } from '@hola/core/contact.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { WordKey } from '@hola/i18n/words.ts'
import { say } from '@hola/i18n/words.ts'

/**
 * WhatsApp lets a company begin a chat only by templates that it has approved, and approves none that begins or ends with a
 * parameter. So every notice has a template of its own: the sentences of the notice, word by word, with parameters where
 * they have figures. A notice is found again by its text, so that what is sent is what would have been sent by SMS.
 */
type Template = { readonly name: string; readonly sentences: readonly WordKey[] }

const toPay = ['reminders_paid_already', 'reminders_how_to_pay'] as const
const late = ['reminders_talk', ...toPay] as const

const contact = (template: 'talk' | 'plan' | 'waiver' | 'pause' | 'agency_notice'): Template => ({
  name: `contact_${template}`,
  sentences: ['desk_care_text_owed', `desk_care_text_${template}`, 'desk_care_text_paid', 'desk_care_text_stop'],
})

const templates: readonly Template[] = [
  { name: 'due_soon', sentences: ['reminders_owed_three_days_before', ...toPay] },
  {
    name: 'due_soon_cheaper_now',
    sentences: ['reminders_owed_three_days_before', 'reminders_cheaper_today', ...toPay],
  },
  { name: 'due_today', sentences: ['reminders_owed_on_the_day', ...toPay] },
  { name: 'due_today_no_charges', sentences: ['reminders_owed_on_the_day', 'reminders_no_late_charges', ...toPay] },
  { name: 'late', sentences: ['reminders_owed_one_day_after', ...late] },
  { name: 'late_cheaper_soon', sentences: ['reminders_owed_one_day_after', 'reminders_cheaper_soon', ...late] },
  { name: 'part_soon', sentences: ['reminders_part_three_days_before', 'reminders_part_keeps', ...toPay] },
  { name: 'part_today', sentences: ['reminders_part_on_the_day', 'reminders_part_keeps', ...toPay] },
  {
    name: 'withdrawal_ends',
    sentences: [
      'reminders_withdrawal_give_back',
      'reminders_withdrawal_if_not',
      'reminders_paid_already',
      'reminders_withdrawal_how',
    ],
  },
  {
    name: 'level_reached',
    sentences: ['reminders_level_reached', 'reminders_level_gives', 'reminders_level_nothing_to_do'],
  },
  { name: 'approved', sentences: ['news_approved', 'news_approved_next'] },
  { name: 'refused', sentences: ['news_refused', 'news_refused_next'] },
  { name: 'to_mend', sentences: ['news_to_mend', 'news_to_mend_next'] },
  { name: 'money_sent', sentences: ['news_money_sent', 'news_money_sent_next'] },
  { name: 'money_back', sentences: ['news_money_back', 'news_money_back_next'] },
  { name: 'payment_credited', sentences: ['news_payment_credited', 'news_payment_left'] },
  { name: 'payment_credited_all', sentences: ['news_payment_credited', 'news_payment_nothing_left'] },
  { name: 'payment_reversed', sentences: ['news_payment_reversed', 'news_payment_reversed_next'] },
  contact('talk'),
  contact('plan'),
  contact('waiver'),
  contact('pause'),
  contact('agency_notice'),
]

/** For what people write and for what the law has us say in words of the case: its text stands between fixed words. */
const ANY_NOTICE: Template = { name: 'notice', sentences: ['codes_whatsapp_notice'] }

/** Stands for a parameter while a template is made; no message of ours has this character. */
const MARK = '\u0001'

/** What is the same in every message of a lender is no parameter. */
const fixed = (publicUrl: string, sentence: WordKey): Readonly<Record<string, string>> => ({
  address: publicUrl,
  email: brand.support.email,
  brand: brand.name,
  days: String(sentence === 'desk_care_text_pause' ? PROMISE_DAYS_MAX : AGENCY_NOTICE_DAYS),
})

const inSmall = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

/** The text of a template as a phone gets it, with marks for its parameters. */
const markedText = ({ sentences }: Template, language: WireLanguage, publicUrl: string): string => {
  const given = (sentence: WordKey): Readonly<Record<string, string>> =>
    new Proxy(fixed(publicUrl, sentence), { get: (words, name: string) => words[name] ?? MARK })
  const said = sentences.map((sentence) => say(sentence, language, given(sentence))).join(' ')
  return `${brand.name}: ${inSmall(said)}`
}

export type NoticeTemplate = {
  readonly name: string
  /** As it is submitted for approval: `{{1}}`, `{{2}}` for the parameters. */
  readonly body: string
  /** The parameters of a text that this template makes; undefined for every other text. */
  readonly match: (text: string) => readonly string[] | undefined
}

/** As part of a pattern that means these very letters. */
const literally = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const templateOf = (template: Template, language: WireLanguage, publicUrl: string): NoticeTemplate => {
  const parts = markedText(template, language, publicUrl).split(MARK)
  const pattern = new RegExp(`^${parts.map(literally).join('(.+?)')}$`)
  return {
    name: template.name,
    body: parts.reduce((text, part, index) => `${text}{{${index}}}${part}`),
    match: (text) => pattern.exec(text)?.slice(1),
  }
}

/** Every template, in one language, for the address under which borrowers reach the lender. */
export const noticeTemplates = (language: WireLanguage, publicUrl: string): readonly NoticeTemplate[] =>
  [...templates, ANY_NOTICE].map((template) => templateOf(template, language, publicUrl))

/** What fills a template may not break the line. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The template that makes this text, and what fills it; a text that none of them makes is a parameter of the last. */
export const fillTemplate = (
  all: readonly NoticeTemplate[],
  text: string,
): { readonly name: string; readonly parameters: readonly string[] } => {
  for (const { name, match } of all) {
    const parameters = match(text)
    if (parameters !== undefined) return { name, parameters: parameters.map(inOneLine) }
  }
  const prefix = `${brand.name}: `
  return { name: ANY_NOTICE.name, parameters: [inOneLine(text.startsWith(prefix) ? text.slice(prefix.length) : text)] }
}
