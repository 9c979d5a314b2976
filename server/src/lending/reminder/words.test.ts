import { civilDay } from '@hola/core/calendar.ts'
import { wireLanguages } from '@hola/core/language.ts'
import { centavos } from '@hola/core/money.ts'
import { reminderKinds } from '@hola/core/reminder.ts'
import { describe, expect, test } from 'vitest'
import { readMembership } from '../membership/levels.ts'
import { levelWords } from './level-words.ts'
import { reminderWords } from './words.ts'
import type { ReminderFacts } from './words.ts'

const facts = {
  kind: 'three_days_before',
  dueDay: civilDay('2027-02-15'),
  payoff: centavos(15_150_733),
  payoffOnDueDay: centavos(15_258_050),
  payoffTomorrow: centavos(15_186_505),
} as const satisfies ReminderFacts
const agreed = { repayment: centavos(19_512_300), dueDay: civilDay('2027-05-10') }
const late = { payoff: centavos(16_338_050), payoffTomorrow: centavos(16_818_050) }
const publicUrl = 'https://prestamos.hola.example'

test.each([
  [
    'es',
    'three_days_before',
    'Tu pago vence el 15/02/2027',
    'Hola: tu préstamo vence el 15/02/2027: $ 152.580,50 en total. Pagar antes cuesta menos: hoy son $ 151.507,33. Si ya pagaste, no hace falta nada. Si no, podés pagar todo o una parte en la app, en Mis préstamos: https://prestamos.hola.example',
  ],
  [
    'es',
    'one_day_after',
    'Tu pago del 15/02/2027 sigue pendiente',
    'Hola: tu préstamo era para el 15/02/2027. Hoy son $ 163.380,50 en total. Cuanto antes, menos cuesta. Si te cuesta, escribinos: ayuda@hola.example. Si ya pagaste, no hace falta nada. Si no, podés pagar todo o una parte en la app, en Mis préstamos: https://prestamos.hola.example',
  ],
  [
    'en',
    'on_the_day',
    'Your payment is due today',
    'Hola: your loan is due today, 15/02/2027: $ 163.380,50 in all. Paid today, it has no late charges. If you have paid, there is nothing to do. If not, you can pay all or a part of it in the app, under My loan: https://prestamos.hola.example',
  ],
  [
    'es',
    'withdrawal_ends',
    'Devolvé tu préstamo hasta el 15/02/2027',
    'Hola: te arrepentiste de tu préstamo: falta devolver $ 163.380,50 hasta el 15/02/2027, y no debés otra cosa. Si no, sigue el préstamo que firmaste: $ 195.123,00 el 10/05/2027. Si ya pagaste, no hace falta nada. Los pasos te esperan en la app, en Mis préstamos: https://prestamos.hola.example',
  ],
  [
    'en',
    'withdrawal_ends',
    'Give back your loan by 15/02/2027',
    'Hola: you withdrew from your loan: give back $ 163.380,50 by 15/02/2027 and you owe nothing else. If not, it is the loan you signed: $ 195.123,00 on 10/05/2027. If you have paid, there is nothing to do. You see how in the app, under My loan: https://prestamos.hola.example',
  ],
] as const)('%s, %s', (language, kind, subject, text) => {
  const more = kind === 'three_days_before' ? {} : late
  expect(reminderWords({ ...facts, ...more, agreed, kind }, { language, channel: 'phone', publicUrl })).toEqual({
    subject,
    text,
  })
})

/** What an SMS carries without falling back to an alphabet of 70 letters. */
const smsLetters = /^[A-Za-z0-9 @£$¥èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà!"#%&'()*+,\-./:;<=>?_\n]*$/
const TWO_SMS = 2 * 153

describe.each(wireLanguages)('every reminder in %s', (language) => {
  test.each(reminderKinds)('%s: whole amount and day, how to pay, plain letters, two SMS at most', (kind) => {
    const { subject, text } = reminderWords(
      { ...facts, ...late, agreed, kind },
      { language, channel: 'phone', publicUrl },
    )
    expect(text).toMatch(smsLetters)
    expect(text.length).toBeLessThanOrEqual(TWO_SMS)
    expect(text).toContain('15/02/2027')
    expect(text).toContain(kind === 'three_days_before' ? '$ 152.580,50' : '$ 163.380,50')
    expect(text).toContain(publicUrl)
    // No pressure: nothing is shouted, threatened or urgent.
    expect(`${subject} ${text}`).not.toMatch(
      /!|urgent|urgente|inmediat|immediat|legal|judici|intima|deudor|debtor|warning/i,
    )
  })
})

describe.each(wireLanguages)('a part of a plan in %s', (language) => {
  test.each(['part_three_days_before', 'part_on_the_day'] as const)(
    '%s: which part, how much, two SMS at most',
    (kind) => {
      const part = { kind, dueDay: facts.dueDay, number: 2, count: 3, amount: late.payoff }
      const { text } = reminderWords(part, { language, channel: 'phone', publicUrl })
      expect(text).toMatch(smsLetters)
      expect(text.length).toBeLessThanOrEqual(TWO_SMS)
      for (const words of ['15/02/2027', '$ 163.380,50', publicUrl, language === 'es' ? '2 de 3' : '2 of 3'])
        expect(text).toContain(words)
    },
  )
})

describe.each(wireLanguages)('a new level in %s', (language) => {
  test.each(readMembership().levels)('%o: what it gives, plain letters, two SMS at most', (level) => {
    const { subject, text } = levelWords(level, { language, channel: 'phone', publicUrl })
    expect(text).toMatch(smsLetters)
    expect(text.length).toBeLessThanOrEqual(TWO_SMS)
    expect(text).toContain(publicUrl)
    expect(text).toContain(`${level.feeBasisPoints / 100} %`)
    expect(text).toContain(`${level.limitOpenedBasisPoints / 100} %`)
    expect(subject).toContain(level.name[language])
  })
})

test('a new level, whole', () => {
  const [, second] = readMembership().levels
  if (second === undefined) throw new Error('no second level')
  expect(levelWords(second, { language: 'es', channel: 'phone', publicUrl })).toEqual({
    subject: 'Llegaste al nivel «Conocido»',
    text: 'Hola: pagaste tu préstamo y llegaste al nivel 2, Conocido. Para el que sigue: gastos del 9 % y el 85 % de lo aprobado a tu alcance. No hace falta nada. Lo ves en la app: https://prestamos.hola.example',
  })
  expect(levelWords(second, { language: 'en', channel: 'mail', publicUrl }).text.split('\n\n')).toEqual([
    'Your loan is repaid, and you have reached level 2, Known.',
    'For your next loan: a fee of 9 %, and 85 % of your limit open.',
    'There is nothing to do. More in the app: https://prestamos.hola.example',
  ])
})

test('a mail has a paragraph for each sentence, and a subject', () => {
  const { text } = reminderWords(facts, { language: 'es', channel: 'mail', publicUrl })
  expect(text.split('\n\n')).toHaveLength(4)
  expect(text).not.toMatch(/^Hola:/)
})

describe('early is cheaper is said only where it is', () => {
  test.each([
    ['before', { ...facts, payoff: facts.payoffOnDueDay }, /antes|menos/],
    ['after, at the ceiling', { ...facts, ...late, payoffTomorrow: late.payoff, kind: 'one_day_after' }, /antes|menos/],
    [
      'on the day, when nothing would be charged',
      { ...facts, payoffTomorrow: facts.payoff, kind: 'on_the_day' },
      /cargos/,
    ],
  ] as const)('a reminder stays silent: %s', (_, given, words) => {
    expect(reminderWords(given, { language: 'es', channel: 'phone', publicUrl }).text).not.toMatch(words)
  })
})
