import { writtenDay } from '@hola/core/written.ts'
import { brand } from '@hola/core/brand.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { type Centavos, formatPesos } from '@hola/core/money.ts'
import type { DueReminderKind } from '@hola/core/reminder.ts'
import type { AddressKind } from '../../person/account/public.ts'

/** What a reminder says: everything that is owed, when, and what waiting would change. */
export type ReminderFacts = DueFacts | WithdrawalFacts

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

/** The amounts and the day as people write them. */
type Written = { readonly [Field in 'day' | 'payoff' | 'payoffOnDueDay']: string }

type Sentence = (written: Written) => string
type Words = {
  readonly subject: Readonly<Record<DueReminderKind, Sentence>>
  /** What is owed and when. */
  readonly owed: Readonly<Record<DueReminderKind, Sentence>>
  /** That early is cheaper, said where it is true. */
  readonly cheaperToday: Sentence
  readonly cheaperSoon: string
  readonly noLateCharges: string
  /** For somebody who is late: there is a person to talk to. */
  readonly talk: string
  readonly paidAlready: string
  readonly howToPay: (publicUrl: string) => string
}

/**
 * Kind and exact, to the borrower herself. The sentences keep to the letters of an SMS, which has é and ñ and no á, í or
 * ó: with one of those it would cost twice the messages.
 */
const words: Readonly<Record<WireLanguage, Words>> = {
  en: {
    subject: {
      three_days_before: ({ day }) => `Your payment is due on ${day}`,
      on_the_day: () => 'Your payment is due today',
      one_day_after: ({ day }) => `Your payment of ${day} is still open`,
      seven_days_after: ({ day }) => `Your payment of ${day} is still open`,
    },
    owed: {
      three_days_before: ({ day, payoffOnDueDay }) => `Your loan is due on ${day}: ${payoffOnDueDay} in all.`,
      on_the_day: ({ day, payoff }) => `Your loan is due today, ${day}: ${payoff} in all.`,
      one_day_after: ({ day, payoff }) => `Your loan was due on ${day}. Today it is ${payoff} in all.`,
      seven_days_after: ({ day, payoff }) => `Your loan was due on ${day}. Today it is ${payoff} in all.`,
    },
    cheaperToday: ({ payoff }) => `Paying early costs less: today it is ${payoff}.`,
    cheaperSoon: 'The sooner you pay, the less it costs.',
    noLateCharges: 'Paid today, it has no late charges.',
    talk: `If it is hard for you, write to us: ${brand.support.email}.`,
    paidAlready: 'If you have paid, there is nothing to do.',
    howToPay: (publicUrl) => `If not, you can pay all or a part of it in the app, under My loan: ${publicUrl}`,
  },
  es: {
    subject: {
      three_days_before: ({ day }) => `Tu pago vence el ${day}`,
      on_the_day: () => 'Tu pago vence hoy',
      one_day_after: ({ day }) => `Tu pago del ${day} sigue pendiente`,
      seven_days_after: ({ day }) => `Tu pago del ${day} sigue pendiente`,
    },
    owed: {
      three_days_before: ({ day, payoffOnDueDay }) => `Tu préstamo vence el ${day}: ${payoffOnDueDay} en total.`,
      on_the_day: ({ day, payoff }) => `Tu préstamo vence hoy, ${day}: ${payoff} en total.`,
      one_day_after: ({ day, payoff }) => `Tu préstamo era para el ${day}. Hoy son ${payoff} en total.`,
      seven_days_after: ({ day, payoff }) => `Tu préstamo era para el ${day}. Hoy son ${payoff} en total.`,
    },
    cheaperToday: ({ payoff }) => `Pagar antes cuesta menos: hoy son ${payoff}.`,
    cheaperSoon: 'Cuanto antes, menos cuesta.',
    noLateCharges: 'Si lo hacés hoy, no hay cargos por atraso.',
    talk: `Si te cuesta, escribinos: ${brand.support.email}.`,
    paidAlready: 'Si ya pagaste, no hace falta nada.',
    howToPay: (publicUrl) => `Si no, podés pagar todo o una parte en la app, en Mis préstamos: ${publicUrl}`,
  },
}

const cheaperOf = ({ cheaperToday, cheaperSoon, noLateCharges }: Words, facts: DueFacts, written: Written) => {
  const { kind, payoff, payoffOnDueDay, payoffTomorrow } = facts
  if (kind === 'three_days_before') return payoff < payoffOnDueDay ? [cheaperToday(written)] : []
  if (payoffTomorrow <= payoff) return []
  return [kind === 'on_the_day' ? noLateCharges : cheaperSoon]
}

const inPlainSpaces = (amount: Centavos): string => formatPesos(amount).replaceAll('\u00A0', ' ')

const inSmall = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

type EndWords = {
  readonly subject: (day: string) => string
  readonly sentences: (filled: {
    readonly day: string
    readonly amount: string
    readonly repayment: string
    readonly dueDay: string
    readonly publicUrl: string
  }) => readonly string[]
}

/** In the letters of an SMS too. */
const withdrawalWords: Readonly<Record<WireLanguage, EndWords>> = {
  en: {
    subject: (day) => `Give back your loan by ${day}`,
    sentences: ({ day, amount, repayment, dueDay, publicUrl }) => [
      `You withdrew from your loan: give back ${amount} by ${day} and you owe nothing else.`,
      `If not, it is the loan you signed: ${repayment} on ${dueDay}.`,
      'If you have paid, there is nothing to do.',
      `You see how in the app, under My loan: ${publicUrl}`,
    ],
  },
  es: {
    subject: (day) => `Devolvé tu préstamo hasta el ${day}`,
    sentences: ({ day, amount, repayment, dueDay, publicUrl }) => [
      `Te arrepentiste de tu préstamo: falta devolver ${amount} hasta el ${day}, y no debés otra cosa.`,
      `Si no, sigue el préstamo que firmaste: ${repayment} el ${dueDay}.`,
      'Si ya pagaste, no hace falta nada.',
      `Los pasos te esperan en la app, en Mis préstamos: ${publicUrl}`,
    ],
  },
}

type Around = { readonly language: WireLanguage; readonly channel: AddressKind; readonly publicUrl: string }

/** An SMS is one paragraph that says who writes, a mail has one for each sentence. */
export const messageOf = (sentences: readonly string[], channel: AddressKind): string =>
  channel === 'mail' ? sentences.join('\n\n') : `${brand.name}: ${inSmall(sentences.join(' '))}`

/** What is said about a day that is near. */
export const reminderWords = (
  facts: ReminderFacts,
  around: Around,
): { readonly subject: string; readonly text: string } => {
  const { subject, sentences } =
    facts.kind === 'withdrawal_ends' ? withdrawalSentences(facts, around) : dueSentences(facts, around)
  return { subject, text: messageOf(sentences, around.channel) }
}

type Said = { readonly subject: string; readonly sentences: readonly string[] }

const withdrawalSentences = (facts: WithdrawalFacts, { language, publicUrl }: Around): Said => {
  const { subject, sentences } = withdrawalWords[language]
  const day = writtenDay(facts.dueDay)
  return {
    subject: subject(day),
    sentences: sentences({
      day,
      amount: inPlainSpaces(facts.payoff),
      repayment: inPlainSpaces(facts.agreed.repayment),
      dueDay: writtenDay(facts.agreed.dueDay),
      publicUrl,
    }),
  }
}

const dueSentences = (facts: DueFacts, { language, publicUrl }: Around): Said => {
  const said = words[language]
  const written = {
    day: writtenDay(facts.dueDay),
    payoff: inPlainSpaces(facts.payoff),
    payoffOnDueDay: inPlainSpaces(facts.payoffOnDueDay),
  }
  const isLate = facts.kind === 'one_day_after' || facts.kind === 'seven_days_after'
  const sentences = [
    said.owed[facts.kind](written),
    ...cheaperOf(said, facts, written),
    ...(isLate ? [said.talk] : []),
    said.paidAlready,
    // Last, so that nothing sticks to the address.
    said.howToPay(publicUrl),
  ]
  return { subject: said.subject[facts.kind](written), sentences }
}
