import { writtenDay } from '@hola/core/written.ts'
import { brand } from '@hola/core/brand.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { type Centavos, formatPesos } from '@hola/core/money.ts'
import type { DueReminderKind } from '@hola/core/reminder.ts'
import { say, type WordKey } from '@hola/i18n/words.ts'
import type { AddressKind } from '../../person/account/public.ts'

/** What a reminder says: everything that is owed, when, and what waiting would change. */
export type ReminderFacts = DueFacts | PartFacts | WithdrawalFacts

type DueFacts = {
  readonly kind: DueReminderKind
  readonly dueDay: CivilDay
  /** To pay everything today. */
  readonly payoff: Centavos
  /** To pay everything on the due day, while that lies ahead. */
  readonly payoffOnDueDay: Centavos
  /** To pay everything tomorrow. */
  readonly payoffTomorrow: Centavos
}

/** A part of a payment plan. */
type PartFacts = {
  readonly kind: 'part_three_days_before' | 'part_on_the_day'
  readonly dueDay: CivilDay
  readonly number: number
  readonly count: number
  /** What is missing of it, with what is missing of the parts before. */
  readonly amount: Centavos
}

/** The last day to give back a loan that was withdrawn from. */
type WithdrawalFacts = {
  readonly kind: 'withdrawal_ends'
  /** That day. */
  readonly dueDay: CivilDay
  /** What is still to be given back. */
  readonly payoff: Centavos
  /** What the loan is if it is not. */
  readonly agreed: { readonly repayment: Centavos; readonly dueDay: CivilDay }
}

export const inPlainSpaces = (amount: Centavos): string => formatPesos(amount).replaceAll('\u00A0', ' ')

const inSmall = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

export type Around = { readonly language: WireLanguage; readonly channel: AddressKind; readonly publicUrl: string }

/** An SMS is one paragraph that says who writes, a mail has one for each sentence. */
export const messageOf = (sentences: readonly string[], channel: AddressKind): string =>
  channel === 'mail' ? sentences.join('\n\n') : `${brand.name}: ${inSmall(sentences.join(' '))}`

/** What is said about a day that is near. */
export const reminderWords = (
  facts: ReminderFacts,
  around: Around,
): { readonly subject: string; readonly text: string } => {
  const { subject, sentences } = saidOf(facts, around)
  return { subject, text: messageOf(sentences, around.channel) }
}

const saidOf = (facts: ReminderFacts, around: Around): Said => {
  switch (facts.kind) {
    case 'withdrawal_ends':
      return withdrawalSentences(facts, around)
    case 'part_three_days_before':
    case 'part_on_the_day':
      return partSentences(facts, around)
    default:
      return dueSentences(facts, around)
  }
}

const partSentences = ({ kind, dueDay, number, count, amount }: PartFacts, { language, publicUrl }: Around): Said => {
  const filled = { day: writtenDay(dueDay), number, count, amount: inPlainSpaces(amount) }
  return {
    subject: say(
      kind === 'part_on_the_day' ? 'reminders_subject_on_the_day' : 'reminders_subject_three_days_before',
      language,
      filled,
    ),
    sentences: [
      say(`reminders_${kind}`, language, filled),
      say('reminders_part_keeps', language),
      say('reminders_paid_already', language),
      say('reminders_how_to_pay', language, { address: publicUrl }),
    ],
  }
}

type Said = { readonly subject: string; readonly sentences: readonly string[] }

const withdrawalSentences = (facts: WithdrawalFacts, { language, publicUrl }: Around): Said => {
  const filled = {
    day: writtenDay(facts.dueDay),
    amount: inPlainSpaces(facts.payoff),
    repayment: inPlainSpaces(facts.agreed.repayment),
    due_day: writtenDay(facts.agreed.dueDay),
    address: publicUrl,
  }
  return {
    subject: say('reminders_withdrawal_subject', language, filled),
    sentences: [
      say('reminders_withdrawal_give_back', language, filled),
      say('reminders_withdrawal_if_not', language, filled),
      say('reminders_paid_already', language),
      say('reminders_withdrawal_how', language, filled),
    ],
  }
}

/** That early is cheaper, said where it is true. */
const cheaperKey = ({ kind, payoff, payoffOnDueDay, payoffTomorrow }: DueFacts): WordKey | undefined => {
  if (kind === 'three_days_before') return payoff < payoffOnDueDay ? 'reminders_cheaper_today' : undefined
  if (payoffTomorrow <= payoff) return undefined
  return kind === 'on_the_day' ? 'reminders_no_late_charges' : 'reminders_cheaper_soon'
}

const dueSentences = (facts: DueFacts, { language, publicUrl }: Around): Said => {
  const { kind, payoff, payoffOnDueDay } = facts
  const day = writtenDay(facts.dueDay)
  const owed = inPlainSpaces(kind === 'three_days_before' ? payoffOnDueDay : payoff)
  const cheaper = cheaperKey(facts)
  const isLate = kind === 'one_day_after' || kind === 'seven_days_after'
  const sentences = [
    say(`reminders_owed_${kind}`, language, { day, payoff: owed }),
    ...(cheaper === undefined ? [] : [say(cheaper, language, { payoff: inPlainSpaces(payoff) })]),
    // For somebody who is late: there is a person to talk to.
    ...(isLate ? [say('reminders_talk', language, { email: brand.support.email })] : []),
    say('reminders_paid_already', language),
    // Last, so that nothing sticks to the address.
    say('reminders_how_to_pay', language, { address: publicUrl }),
  ]
  return { subject: say(`reminders_subject_${kind}`, language, { day }), sentences }
}
