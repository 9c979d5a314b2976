import { describe, expect, expectTypeOf, test } from 'vitest'
import { refusals, type RefusalName, refuse } from './errors.ts'

const rows = (Object.keys(refusals) as RefusalName[]).map((name) => ({ name, ...refusals[name] }))

describe('the closed list of refusals', () => {
  test('has codes of digits as text, and no status but the known ones', () => {
    expect(rows.length).toBeGreaterThan(50)
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
    ['bad_request', '400', 400],
    ['invalid_loan_daycount', '20301', 200],
    ['login_needed', '10001', 401],
    ['unauthorised', '401', 401],
    ['account_blocked', '403', 403],
    ['invalid_body', '40000', 400],
    ['not_ready', '301', 200],
    ['no_consent', '301', 200],
    ['unknown_path', '404', 404],
    ['body_too_large', '413', 413],
    ['too_many_requests', '429', 429],
    ['internal', '500', 500],
    ['unavailable', '503', 503],
    ['timed_out', '504', 503],
  ] as const)('%s answers with code %s and status %i', (name, code, status) => {
    expect(refusals[name]).toMatchObject({ code, status })
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
      card_differs: '20216',
      card_expired: '20217',
      photo_to_retake: '20218',
      applications_stopped: '20219',
    })
  })

  test('the types ask for exactly the words that a text needs', () => {
    expectTypeOf(refuse<'login_needed'>).parameters.toEqualTypeOf<['login_needed']>()
    expectTypeOf(refuse<'invalid_body'>).parameters.toEqualTypeOf<
      ['invalid_body', words: Readonly<Record<'field' | 'problem', string | number>>]
    >()
  })
})
