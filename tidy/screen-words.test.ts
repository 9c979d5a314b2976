import { describe, expect, test } from 'vitest'
import { codeOf, isTest, matching, textOf } from './tree.ts'

// Whatever a person reads stands in the messages, in both languages; whatever is counted comes from data or a constant.

type Copy = { readonly key: string; readonly en: readonly string[]; readonly es: readonly string[] }

/** A plain text, or the variants of a plural. */
const textsOf = (message: unknown): string[] => {
  if (typeof message === 'string') return [message]
  if (typeof message !== 'object' || message === null) return []
  return Object.entries(message).flatMap(([name, part]) =>
    name === 'declarations' || name === 'selectors' ? [] : textsOf(part),
  )
}

const copy: readonly Copy[] = matching(/^i18n\/messages\/[^/]+\/en\.json$/)
  .filter((file) => !file.includes('/sandbox/'))
  .flatMap((file) => {
    const en = JSON.parse(textOf(file)) as Record<string, unknown>
    const es = JSON.parse(textOf(file.replace(/en\.json$/, 'es.json'))) as Record<string, unknown>
    return Object.keys(en)
      .filter((key) => key !== '$schema')
      .map((key) => ({ key, en: textsOf(en[key]), es: textsOf(es[key]) }))
  })

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{\w+\}/g, '')

describe('the messages', () => {
  /** Names, abbreviations, and words that both languages share. */
  const shared =
    /\b(OK|No|X|Error|Capital|Selfie|SMS|WhatsApp|Alias|TNA|TEA|CUIT|CUIL|CVU|DNI|demo|ms|pesos|Central de Deudores)\b/g
  /** The law names the link, whatever the language; two refusals are compared letter by letter by the client. */
  const inOneLanguage = new Set(['policy_contracts', 'errors_bad_request', 'errors_invalid_loan_daycount'])

  test('a text that is the same in both languages was not translated, unless it has only names', () => {
    const untranslated = copy.filter(
      ({ key, en, es }) =>
        !inOneLanguage.has(key) &&
        en.some((text, at) => text === es[at] && /\p{L}/u.test(withoutPlaceholders(text).replaceAll(shared, ''))),
    )
    expect(copy.length).toBeGreaterThan(900)
    expect(untranslated.map(({ key, en }) => `${key}: ${en.join(' | ')}`)).toEqual([])
  })

  /** What no setting of ours changes: how Argentina writes numbers, laws, the corners of a card, an example of a date. */
  const fixed = [
    /\b(Law|Ley|art\.|article|artículo) \d[\d.]*/g,
    /SHA-256/g,
    /14\/08\/1983/g,
    /(without|sin) (0|15)\b/g,
    /\b11 (digits|números)/g,
    /\b22 (digits|números)/g,
    /(6 to 20|de 6 a 20|entre 6 y 20)/g,
    /\b(6|10) (digits|números)/g,
    /(7 or 8 digits|7 u 8 números)/g,
    /(example|ejemplo) 11 (or|o) 351/g,
    // What the central bank calls its situations, by days late.
    /\b(30|90|180) (days late|días de atraso)/g,
    /\b24 (months|meses)/g,
    /([Ss]ituation|[Ss]ituación) [2-5]( (or|o) [45])?/g,
    /4 (digits|números), (or looks like|o es como) C1425ABC/g,
    /(all|las) 4 (corners|puntas)/g,
    /(Write|Poné) 0\b/g,
    /([Cc]ontact|[Cc]ontacto|[Cc]ontacto de referencia) [12]\b/g,
  ]

  test('a number is filled in and not typed into a sentence', () => {
    const typed = copy.flatMap(({ key, en, es }) =>
      [...en, ...es]
        // "One" is a sentence of its own, and the ids of these choices are the days that they name.
        .filter(() => !key.startsWith('options_overdue_period_'))
        .filter((text) => !(key.endsWith('_one') && /\b1\b/.test(text)))
        .filter((text) => /\d/.test(fixed.reduce((rest, part) => rest.replaceAll(part, ''), withoutPlaceholders(text))))
        .map((text) => `${key}: ${text}`),
    )
    expect(typed).toEqual([])
  })
})

test('a loan is paid or annulled in Spanish: "cancelar" says both, and belongs to the contract', () => {
  const ambiguous = copy.filter(({ key, es }) => key !== 'ui_cancel' && es.some((text) => /cancel/i.test(text)))
  expect(ambiguous.map(({ key }) => key)).toEqual([])
})

describe('the screens', () => {
  const screens = matching(/^(web\/src\/(app|features|lib|shared)|ui\/src|desk\/src)\/.*\.tsx?$/).filter(
    (file) => !isTest(file) && !/\/(fake-[a-z-]+|gallery[a-z-]*)\.tsx?$/.test(file) && !file.includes('/policy/'),
  )

  const found = (pattern: RegExp, inFiles = screens): string[] =>
    inFiles.flatMap((file) => [...codeOf(file).matchAll(pattern)].map(([whole]) => `${file}: ${whole.trim()}`))

  test('no text is typed between tags', () => {
    const tsx = screens.filter((file) => file.endsWith('.tsx'))
    expect(tsx.length).toBeGreaterThan(120)
    expect(found(/[\w"'}/]>\s*[^<>{}()=;]*\p{L}{2}[^<>{}()=;]*<\//gu, tsx)).toEqual([])
  })

  test('no text is typed into what is read out or shown of a part', () => {
    const named =
      /\b(?:aria-label|aria-description|title|placeholder|alt|label|text|detail|hint|busyText)=["'][^"']*\p{L}{2}[^"']*["']/gu
    expect(found(named)).toEqual([])
  })

  test('no amount, rate or date is written by hand', () => {
    expect(found(/['"`>]\$[ \u00A0]?\d[^'"`<]*/g).filter((hit) => !hit.includes("'$1"))).toEqual([])
    expect(found(/\b\d{1,2}\/\d{1,2}\/\d{4}\b/g)).toEqual([])
    expect(found(/\.toLocale(?:String|DateString|TimeString)\(|\.toFixed\(/g)).toEqual([])
  })
})
