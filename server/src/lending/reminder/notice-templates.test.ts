import { readFileSync } from 'node:fs'
import { brand } from '@hola/core/brand.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { contactTemplateNames } from '@hola/core/contact.ts'
import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { contactWords } from '../collections/words.ts'
import { fillTemplate, noticeTemplates } from '../../providers/messages/notice-templates.ts'
import { levelWords } from './level-words.ts'
import { newsWords } from './news-words.ts'
import type { NewsFacts } from './news-words.ts'
import { reminderWords } from './words.ts'
import type { ReminderFacts } from './words.ts'

const publicUrl = 'https://hola.example'
const dueDay = civilDay('2026-11-16')
const until = new Date('2026-11-18T15:00:00Z')
const amounts = [
  { payoff: pesos(100), payoffOnDueDay: pesos(120), payoffTomorrow: pesos(130) },
  { payoff: pesos(100), payoffOnDueDay: pesos(100), payoffTomorrow: pesos(100) },
]
const money = { amount: pesos(40_000), left: pesos(60_000) }

const reminders: readonly ReminderFacts[] = [
  ...(['three_days_before', 'on_the_day', 'one_day_after', 'seven_days_after'] as const).flatMap((kind) =>
    amounts.map((owed) => ({ kind, dueDay, ...owed })),
  ),
  ...(['part_three_days_before', 'part_on_the_day'] as const).map((kind) => ({
    kind,
    dueDay,
    number: 2,
    count: 6,
    amount: pesos(10_000),
  })),
  { kind: 'withdrawal_ends', dueDay, payoff: pesos(1), agreed: { repayment: pesos(2), dueDay } },
]

const news: readonly NewsFacts[] = [
  { kind: 'approved', limit: pesos(200_000), expiresAt: until },
  { kind: 'refused', retryAt: until },
  { kind: 'to_mend' },
  {
    kind: 'money_sent',
    arrival: pesos(1),
    account: { institutionName: 'Banco de la Nación Argentina', ending: '0017' },
    repayment: pesos(2),
    dueDay,
  },
  { kind: 'money_back', arrival: pesos(1), until },
  { kind: 'payment_credited', ...money },
  { kind: 'payment_credited', ...money, left: pesos(0) },
  { kind: 'payment_reversed', ...money },
]

const level = {
  level: 3,
  name: { es: 'Plata', en: 'Silver' },
  feeBasisPoints: 900,
  limitOpenedBasisPoints: 10_000,
} as Parameters<typeof levelWords>[0]

describe.each(['es', 'en'] as const)('in %s', (language) => {
  const around = { language, channel: 'phone', publicUrl } as const
  const templates = noticeTemplates(language, publicUrl)

  const texts = [
    ...reminders.map((facts) => reminderWords(facts, around).text),
    ...news.map((facts) => newsWords(facts, around).text),
    levelWords(level, around).text,
    ...contactTemplateNames.map(
      (template) => contactWords(template, { orderNumber: '7K3M-X2QP', dueDay, payoff: pesos(5) }, around).text,
    ),
  ]

  test.each(texts)('a template makes exactly this text: %s', (text) => {
    const { name, parameters } = fillTemplate(templates, text)
    expect(name).not.toBe('notice')
    const { body = '' } = templates.find((template) => template.name === name) ?? {}
    expect(body.replaceAll(/\{\{(\d+)\}\}/g, (_, number: string) => parameters[Number(number) - 1] ?? '')).toBe(text)
  })

  test('every template is somebody’s, and none begins or ends with a parameter', () => {
    const used = new Set(texts.map((text) => fillTemplate(templates, text).name))
    expect(templates.map(({ name }) => name).filter((name) => !used.has(name))).toEqual(['notice'])
    for (const { body } of templates) {
      expect(body).toMatch(/^[^{]/)
      expect(body).toMatch(/[^}]$/)
      expect(body.length).toBeLessThanOrEqual(1_024)
    }
  })

  test('what people write has the template with fixed words around it', () => {
    expect(fillTemplate(templates, `${brand.name}: your complaint\n\nis  answered.`)).toEqual({
      name: 'notice',
      parameters: ['your complaint is answered.'],
    })
  })
})

test('docs/PROVIDERS.md has every template as it is submitted', () => {
  const page = readFileSync(new URL('../../../../docs/PROVIDERS.md', import.meta.url), 'utf8')
  for (const language of ['es', 'en'] as const)
    for (const { name, body } of noticeTemplates(language, 'https://your.address')) {
      expect(page).toContain(`\`${name}\``)
      expect(page).toContain(body)
    }
})
