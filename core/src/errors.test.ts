import { describe, expect, expectTypeOf, test } from 'vitest'
import { messageOf, Refusal, refusals, type RefusalName, refuse } from './errors.ts'
import { wireLanguages } from './language.ts'

const rows = (Object.keys(refusals) as RefusalName[]).map((name) => ({ name, ...refusals[name] }))

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe('the closed list of refusals', () => {
  /** The refusals of which this does not hold in some language. */
  const without = (holds: (text: string, row: (typeof rows)[number]) => boolean): string[] =>
    wireLanguages.flatMap((language) =>
      rows.filter((row) => !holds(row[language], row)).map(({ name }) => `${name} in ${language}`),
    )

  test('has words in every language, with the same placeholders', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(without((text) => text !== '' && text.trim() === text)).toEqual([])
    expect(without((text, { en }) => String(placeholders(text)) === String(placeholders(en)))).toEqual([])
  })

  test('speaks calmly: no exclamation mark', () => {
    expect(without((text) => !/[!¡]/.test(text))).toEqual([])
  })

  test('has codes of digits as text, and no status but the known ones', () => {
    expect(rows.filter(({ code }) => !/^[1-9]\d{2,4}$/.test(code))).toEqual([])
    const known: readonly number[] = [200, 400, 401, 403, 404, 413, 429, 500, 503]
    expect(rows.filter(({ status }) => !known.includes(status))).toEqual([])
  })

  test('no two refusals share a code, except the silent 301', () => {
    const codes = rows.map((row) => row.code).filter((code) => code !== '301')
    expect(new Set(codes).size).toBe(codes.length)
    expect(rows.filter((row) => row.code === '301').map((row) => row.name)).toEqual(['not_ready', 'no_consent'])
  })

  test.each([
    ['bad_request', '400', 400, 'bad request'],
    ['invalid_loan_daycount', '20301', 200, 'invalid loan_daycount'],
  ] as const)(
    '%s keeps its exact text in every language, because the client compares it',
    (name, code, status, msg) => {
      expect(refusals[name]).toEqual({ code, status, en: msg, es: msg })
    },
  )

  test.each([
    ['different_phone_needed', 'Please select a different phone number'],
    ['id_photo_needed', 'To request a loan it is necessary to take a photograph of your ID Card'],
  ] as const)('%s says what the specification says, word for word', (name, text) => {
    expect(refusals[name].en).toBe(text)
  })

  test('the client tells apart every refusal of the log-in and of the application by its code', () => {
    const codes = Object.fromEntries(
      rows.filter(({ code }) => /^20[12]/.test(code)).map(({ name, code }) => [name, code]),
    )
    expect(codes).toEqual({
      wrong_code: '20101',
      code_expired: '20102',
      code_resend_too_soon: '20103',
      too_many_codes: '20104',
      too_many_tries: '20105',
      message_not_sent: '20106',
      texts_changed: '20107',
      no_address_on_file: '20108',
      codes_paused: '20109',
      different_phone_needed: '20201',
      id_photo_needed: '20202',
      application_refused: '20203',
      unknown_option: '20204',
      locality_not_in_district: '20205',
      application_incomplete: '20206',
      application_locked: '20207',
      biometric_consent_needed: '20208',
      image_not_an_image: '20209',
      image_too_small: '20210',
      image_too_large: '20211',
      image_damaged: '20212',
      no_retakes_left: '20213',
      account_holder_mismatch: '20214',
      application_decided: '20215',
    })
  })

  test('a refused application says what the specification says, with the days from the constant', () => {
    expect(messageOf(refuse('application_refused', { days: 14 }), 'en')).toBe(
      'Sorry, your application has been refused, please try again 14 days later.',
    )
  })
})

describe('messageOf', () => {
  test('fills the words into the sentence of the language', () => {
    const refusal = refuse('too_many_requests', { seconds: 42 })
    expect(messageOf(refusal, 'en')).toBe('Too many attempts. Please try again in 42 seconds.')
    expect(messageOf(refusal, 'es')).toBe('Fueron demasiados intentos. Volvé a probar en 42 segundos.')
  })

  test('a count of one is said in the singular, in every refusal and language', () => {
    expect(messageOf(refuse('application_refused', { days: 1 }), 'en')).toBe(
      'Sorry, your application has been refused, please try again 1 day later.',
    )
    const plural =
      /\b1 (?:\p{L}+ )?(?:days|hours|minutes|seconds|months|times|días|horas|minutos|segundos|meses|veces)/u
    for (const { name } of rows)
      for (const language of wireLanguages) {
        const words = Object.fromEntries(placeholders(refusals[name].en).map((word) => [word.slice(1, -1), 1]))
        expect(messageOf(new Refusal(name, words), language)).not.toMatch(plural)
      }
  })

  test('what it says of one has the same placeholders', () => {
    const ones = rows.flatMap((row) => ('one' in row ? [row] : []))
    expect(ones.length).toBeGreaterThan(2)
    for (const { en, one } of ones)
      for (const language of wireLanguages) expect(placeholders(one[language])).toEqual(placeholders(en))
  })

  test('puts a word in as it is, also when it looks like a placeholder or a replacement pattern', () => {
    expect(messageOf(refuse('invalid_body', { field: '{problem}', problem: '$& $1' }), 'en')).toBe(
      'Please check "{problem}": $& $1',
    )
  })

  test('a word that is missing is a bug, not a sentence with a hole', () => {
    expect(() => messageOf(new Refusal('internal', {}), 'en')).toThrow('{request_id}')
  })

  test('the types ask for exactly the words that a text needs', () => {
    expectTypeOf(refuse<'login_needed'>).parameters.toEqualTypeOf<['login_needed']>()
    expectTypeOf(refuse<'invalid_body'>).parameters.toEqualTypeOf<
      ['invalid_body', words: Readonly<Record<'field' | 'problem', string | number>>]
    >()
  })
})
