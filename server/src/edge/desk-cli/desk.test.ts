import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { pesos } from '@hola/core/money.ts'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { basic, extra, newApplicant, transfer } from '../../person/application/test-application.ts'
import type { Applicant } from '../../person/application/test-application.ts'
import type { Product } from '@hola/core/product/product.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { openPhotoServer } from '../../person/identity/test-photos.ts'
import { approve } from '../../lending/loan/test-approval.ts'
import { insertLoan, newBorrower, readyToSign } from '../../lending/loan/test-borrower.ts'
import { reviewApplication } from '../../lending/review/review-application.ts'
import { runDesk } from './run.ts'
import { actsIn, outcomesOf, typeAtDesk, typeByTwo } from './test-desk.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const server = await openPhotoServer(pool, () => now)
const { services } = server
const folder = mkdtempSync(join(tmpdir(), 'hola-desk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MINUTE_MS = 60_000
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * MINUTE_MS))

const beto = { name: 'beto', role: 'analyst' } as const
const nobody = { name: '', role: 'auditor' } as const
const desk = (line: string, as?: Parameters<typeof typeAtDesk>[2]) => typeAtDesk(services, line, as)
const { done, json, refused } = outcomesOf(desk)

const acts = () => actsIn(pool)

let peopleMade = 0

/** Somebody with a DNI of her own whose three photos could not be read, so that a person has to look. */
const newCase = async (): Promise<Applicant> => {
  peopleMade += 1
  const dni = String(30_200_000 + peopleMade)
  const address = { kind: 'phone' as const, value: `+54911400${String(peopleMade).padStart(5, '0')}` }
  const person = await newApplicant(server, address)
  const form = { ...basic, national_id_number: dni, cuil: suggestCuil(dni, 'f') }
  for (const [path, body] of [
    ['app/save_basic_info', form],
    ['app/save_extra_info', extra],
    ['app/save_transfer_info', transfer],
  ] as const)
    expect(await person.call(path, body)).toMatchObject({ code: '0' })
  server.show({
    front: { ok: false, problem: 'not_processed' },
    back: { ok: false, problem: 'not_processed' },
    selfie: { ok: false, problem: 'not_processed' },
  })
  await server.sendThree(person)
  await submit(person)
  return person
}

/** Sends an application to review and lets the review run. */
const submit = async ({ userId, call }: Applicant): Promise<void> => {
  expect(await call('loan/apply_info', { submit: true })).toMatchObject({ code: '0' })
  const { rows } = await pool.query<{ application_id: string }>(
    'SELECT application_id FROM application WHERE user_id = $1',
    [userId],
  )
  later(2)
  await reviewApplication(services, {
    user_id: userId,
    application_id: rows[0]?.application_id ?? '',
    try_number: 0,
  })
}

const status = async ({ call }: Applicant, language: 'en' | 'es' = 'en') =>
  (await call('loan/apply_info', {}, language)).ret

const empty = emptier(pool, 'account', 'desk_act')

beforeEach(async () => {
  await empty()
  now = start
})

test('the cases that wait, the oldest first; nobody has to say who looks', async () => {
  expect(await done('cases')).toBe('No case waits for a person.')
  const first = await newCase()
  later(30)
  const second = await newCase()
  const { exitCode, said } = await desk('cases', nobody)
  expect(exitCode).toBe(0)
  expect(said.split('\n')).toEqual([
    'ID                                    SUBMITTED         WAITS SINCE       REASONS',
    `${first.userId}  2026-11-16 12:00  2026-11-16 12:02  identity_needs_a_person`,
    `${second.userId}  2026-11-16 12:32  2026-11-16 12:34  identity_needs_a_person`,
  ])
  expect(await json('cases')).toEqual([
    expect.objectContaining({ user_id: first.userId, waits_since: '2026-11-16T15:02:00.000Z' }),
    expect.objectContaining({ user_id: second.userId, reasons: ['identity_needs_a_person'] }),
  ])
  expect(await acts()).toEqual([])
})

test('decisions that a late report may have changed are listed by their cases', async () => {
  expect(await done('differing')).toMatch(/^None of \d+ decisions would have come out otherwise\.$/)
  expect(await json('differing')).toEqual([])
})

describe('one case', () => {
  test('shows what it was decided from, in words, and is written down', async () => {
    const { userId } = await newCase()
    const said = await done(`case ${userId}`)
    for (const words of [
      `Case ${userId}\n`,
      'identity_needs_a_person: A person on our team looks at your identity photos.',
      'declared.monthlyIncomeCentavos',
      '$ 900.000',
      'bureau.kind',
      'last_name           Romero',
      'Identity, 2026-11-16 12:00, rules ',
      ': manual\n  not_processed: A photo could not be read although it was tried twice',
      'face_distance ',
      'Nobody has looked at it before.',
    ])
      expect(said).toContain(words)
    expect(await acts()).toEqual([
      {
        acted_at: now,
        actor: 'ana',
        act: 'see_case',
        user_id: userId,
        details: { application_id: expect.any(String) },
        why: 'to decide the case',
      },
    ])
  })

  test('shows who looked before, and the same to a script', async () => {
    const { userId } = await newCase()
    await desk(`case ${userId} --why "she called us"`, beto)
    later(1)
    expect(await done(`case ${userId}`)).toMatch(/What was done before\nWHEN.*\n2026-11-16 12:02 {2}beto {2}see_case/)
    expect(await json(`case ${userId}`)).toMatchObject({
      user_id: userId,
      reasons: [{ code: 'identity_needs_a_person' }],
      inputs: { identity: { outcome: 'manual', reasons: ['not_processed', 'card_unread'] } },
      identity: [{ outcome: 'manual', scores: { face_distance: null } }],
      photos: [{ kind: 'front' }, { kind: 'back' }, { kind: 'selfie' }],
      acts: [{ actor: 'beto', why: 'she called us' }, { actor: 'ana' }],
    })
  })
})

describe('the photos', () => {
  test('are written for their owner alone, and that they were seen is written down', async () => {
    const { userId } = await newCase()
    const to = join(folder, 'seen', userId)
    expect(await done(`photos ${userId} --to ${to}`)).toContain(join(to, `${userId}-front.jpg`))
    expect(statSync(to).mode & 0o777).toBe(0o700)
    const names = readdirSync(to)
    expect(names.toSorted()).toEqual(['back', 'front', 'selfie'].map((kind) => `${userId}-${kind}.jpg`))
    for (const name of names) {
      expect(statSync(join(to, name)).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(to, name)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
    const uploads = await pool.query('SELECT kind, upload_id FROM photo WHERE user_id = $1', [userId])
    expect(await acts()).toEqual([
      expect.objectContaining({
        act: 'see_photos',
        user_id: userId,
        details: Object.fromEntries(uploads.rows.map(({ kind, upload_id: id }) => [kind, id])),
      }),
    ])
  })

  test('never take the place of a file that is there', async () => {
    const { userId } = await newCase()
    await done(`photos ${userId} --to ${folder}`)
    writeFileSync(join(folder, `${userId}-front.jpg`), 'mine')
    expect(await refused(`photos ${userId} --to ${folder}`)).toMatch(/-front\.jpg cannot be written: EEXIST/)
    expect(readFileSync(join(folder, `${userId}-front.jpg`), 'utf8')).toBe('mine')
  })

  test('into a place that cannot be', async () => {
    const { userId } = await newCase()
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await refused(`photos ${userId} --to ${join(file, 'below')}`)).toMatch(/cannot be made: ENOTDIR/)
    expect(await acts()).toEqual([])
  })
})

describe('approve', () => {
  test('gives the person her limit, and stands in the book with who and why', async () => {
    const person = await newCase()
    expect(await done(`approve ${person.userId} --limit 150.000 --why "papers seen"`)).toBe(
      `${person.userId} is approved with a limit of $ 150.000.`,
    )
    expect(await status(person)).toMatchObject({
      application: { state: 'approved' },
      limit_centavos: 150_000_00,
      expires_at: '2026-11-23T15:01:59.000Z',
    })
    const decided = await pool.query(
      'SELECT outcome, decided_by, limit_centavos FROM review_decision WHERE user_id = $1 ORDER BY decided_at, outcome DESC',
      [person.userId],
    )
    expect(decided.rows).toEqual([
      { outcome: 'manual', decided_by: null, limit_centavos: null },
      { outcome: 'approved', decided_by: 'ana', limit_centavos: 150_000_00 },
    ])
    expect(await acts()).toEqual([
      {
        acted_at: now,
        actor: 'ana',
        act: 'approve',
        user_id: person.userId,
        details: { limit_centavos: 150_000_00 },
        why: 'papers seen',
      },
    ])
    expect(await done('cases')).toBe('No case waits for a person.')
  })

  test('a limit that the product does not have is refused, and the case waits on', async () => {
    const person = await newCase()
    for (const [limit, expected] of [
      ['505000', 'A limit of $ 505.000 is above what the product offers, $ 500.000.'],
      ['15000', 'A limit of $ 15.000 is below what the product offers, $ 20.000.'],
      ['152000', 'A limit of $ 152.000 cannot be borrowed: the product goes from $ 20.000 in steps of $ 5.000.'],
    ] as const)
      expect(await refused(`approve ${person.userId} --limit ${limit} --why x`)).toBe(expected)
    expect((await status(person)).application.state).toBe('in_review')
    expect(await acts()).toEqual([])
  })

  test('what cannot be written down is not done', async () => {
    const person = await newCase()
    await pool.query('ALTER TABLE desk_act RENAME TO desk_act_away')
    const { exitCode, complaint } = await desk(`approve ${person.userId} --limit 150000 --why x`)
    await pool.query('ALTER TABLE desk_act_away RENAME TO desk_act')
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('"desk_act" does not exist')])
    expect((await status(person)).application.state).toBe('in_review')
  })

  test('the same DNI with a live approval elsewhere is not approved twice', async () => {
    const person = await newCase()
    const other = await newCase()
    await pool.query(
      `UPDATE identity_trace SET dni_index = mine.dni_index FROM identity_trace AS mine
        WHERE mine.user_id = $1 AND identity_trace.user_id = $2`,
      [person.userId, other.userId],
    )
    await approve(services, other.userId, pesos(100_000))
    expect(await refused(`approve ${person.userId} --limit 150000 --why x`)).toBe(
      'Not done: the same DNI has a live approval or an open loan under another account.',
    )
  })
})

describe('refuse', () => {
  test('tells the person the reason in words and when she can try again', async () => {
    const person = await newCase()
    expect(await done(`refuse ${person.userId} --reason income_not_plausible --why "no payslip"`)).toContain(
      'could not verify your income',
    )
    expect(await status(person, 'es')).toMatchObject({
      application: { state: 'refused' },
      retry_at: '2026-11-30T15:02:00.000Z',
      reasons: [{ code: 'income_not_plausible', text: 'No pudimos comprobar tus ingresos.' }],
    })
    expect(await acts()).toMatchObject([{ act: 'refuse', details: { reason: 'income_not_plausible' } }])
  })

  test.each([
    ['that nobody knows', 'bad_feeling'],
    ['that says she need not do anything', 'identity_needs_a_person'],
    ['of a lower limit', 'bureau_thin_file'],
  ])('a reason %s is a mistake of typing', async (_, reason) => {
    const { exitCode, complaint } = await desk(`refuse ${services.random.uuid()} --reason ${reason} --why x`)
    expect([exitCode, complaint]).toEqual([
      2,
      expect.stringMatching(`^--reason is "${reason}": it must be one of ident`),
    ])
  })
})

describe('retake', () => {
  test('gives the application back with one photo to take again and why, and she can go on', async () => {
    const person = await newCase()
    expect(await done(`retake ${person.userId} --photo back --why "glare on the zone"`)).toContain(
      'is asked for the back again',
    )
    const { application, photos } = await status(person, 'es')
    expect(application).toMatchObject({ state: 'retake', next_step: 'photos', can_submit: false })
    expect(photos.map(({ kind, state }) => [kind, state])).toEqual([
      ['id_front', 'accepted'],
      ['id_back', 'retake'],
      ['selfie', 'accepted'],
    ])
    expect(photos[1]?.reasons).toEqual([
      { code: 'back_asked_again', text: expect.stringContaining('Alguien de nuestro equipo miró esta foto') },
    ])
    expect(await acts()).toMatchObject([
      { act: 'retake', details: { photo: 'back', reason: 'back_asked_again' }, why: 'glare on the zone' },
    ])

    expect(await server.send(person, 'id_back')).toMatchObject({ code: '0' })
    await submit(person)
    expect(await done('cases')).toContain(person.userId)
  })

  test('names a better reason when there is one', async () => {
    const person = await newCase()
    await done(`retake ${person.userId} --photo selfie --reason selfie_blurred --why x`)
    expect((await status(person)).photos[2]?.reasons.map(({ code }) => code)).toEqual([
      'selfie_blurred',
      'selfie_asked_again',
    ])
    const { exitCode, complaint } = await desk(`retake ${person.userId} --photo front --reason selfie_blurred --why x`)
    expect([exitCode, complaint]).toEqual([2, expect.stringMatching(/^--reason is "selfie_blurred": for the front /)])
  })

  test('gives her a try also when all were used', async () => {
    const person = await newCase()
    await pool.query('UPDATE photo SET is_retake = true WHERE user_id = $1', [person.userId])
    for (let count = 0; count < 3; count += 1)
      await pool.query(
        `INSERT INTO photo (user_id, upload_id, kind, image_index, is_retake, stored_at, replaced_at)
         VALUES ($1, $2, 'selfie', $3, true, $4, $4)`,
        [person.userId, services.random.uuid(), Buffer.from(services.random.bytes(32)), now],
      )
    expect((await status(person)).photos[2]?.retakes_left_count).toBe(0)
    await done(`retake ${person.userId} --photo selfie --why x`)
    expect((await status(person)).photos[2]).toMatchObject({ state: 'retake', retakes_left_count: 1 })
    expect(await server.send(person, 'selfie')).toMatchObject({ code: '0' })
  })
})

describe('what does not wait for a person is not decided', () => {
  const decisions = (id: string) => [
    `approve ${id} --limit 150000 --why x`,
    `refuse ${id} --reason decided_by_a_person --why x`,
    `retake ${id} --photo front --why x`,
    `case ${id}`,
    `photos ${id} --to ${join(folder, 'nobody')}`,
  ]
  const sentence = (userId: string, why: string) => `The application of ${userId} does not wait for a person: ${why}.`

  test.each<[string, (person: Applicant) => Promise<unknown>, string]>([
    [
      'approved by a colleague',
      ({ userId }) => desk(`approve ${userId} --limit 150000 --why x`),
      'it is approved since 2026-11-16 12:02',
    ],
    [
      'refused by a colleague',
      ({ userId }) => desk(`refuse ${userId} --reason score_low --why x`),
      'it is refused since 2026-11-16 12:02',
    ],
    [
      'given back',
      ({ userId }) => desk(`retake ${userId} --photo front --why x`),
      'the person has it in hand and has not submitted it',
    ],
    [
      'with the rules',
      ({ userId }) => pool.query(`UPDATE application SET review_stage = 'automatic' WHERE user_id = $1`, [userId]),
      'the rules are still at work on it',
    ],
  ])('a case is refused: %s', async (_, before, why) => {
    const person = await newCase()
    await before(person)
    const count = (await acts()).length
    for (const line of decisions(person.userId)) expect(await refused(line)).toBe(sentence(person.userId, why))
    expect(await acts()).toHaveLength(count)
  })

  test('and nobody at all', async () => {
    const id = services.random.uuid()
    for (const line of decisions(id)) expect(await refused(line)).toBe(`There is no application of ${id}.`)
  })
})

test('of all who decide one case at the same moment one does, and it stands once in the book', async () => {
  const person = await newCase()
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, number) => [
      desk(`approve ${person.userId} --limit 150000 --why x`, { name: `ana-${number}`, role: 'analyst' }),
      desk(`refuse ${person.userId} --reason score_low --why x`, { name: `beto-${number}`, role: 'analyst' }),
    ]).flat(),
  )
  expect(outcomes.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1)
  expect(await acts()).toHaveLength(1)
  const decided = await pool.query(`SELECT decided_by FROM review_decision WHERE decided_by IS NOT NULL`)
  expect(decided.rows).toEqual([{ decided_by: (await acts())[0]?.actor }])
})

describe('coupon', () => {
  const coupons = async ({ call }: Applicant) => (await call('coupon/my_coupon')).ret.coupons

  test('by id: something off the fee', async () => {
    const person = await newApplicant(server)
    expect(await done(`coupon ${person.userId} --fee 3.000 --valid 30 --why "we were slow"`)).toBe(
      `${person.userId} has a coupon now: $ 3.000 off the fee, usable for 30 days.`,
    )
    expect(await coupons(person)).toMatchObject([
      { kind: 'fee_reduction', fee_reduction_centavos: 3_000_00, expires_at: '2026-12-16T15:00:00.000Z' },
    ])
    expect(await acts()).toEqual([
      expect.objectContaining({
        act: 'coupon',
        user_id: person.userId,
        details: {
          coupon_id: (await coupons(person))[0]?.coupon_id,
          kind: 'fee_reduction',
          fee_reduction_centavos: 3_000_00,
          valid_days: 30,
        },
        why: 'we were slow',
      }),
    ])
  })

  test('by phone, as people write it: days', async () => {
    const person = await newApplicant(server, { kind: 'phone', value: '+5491123456789' })
    await done('coupon "011 15 2345-6789" --days 7 --valid 60 --why x')
    expect(await coupons(person)).toMatchObject([{ kind: 'interest_free_extension', extension_days: 7 }])
    expect(JSON.stringify(await acts())).not.toContain('23456789')
  })

  test.each([
    ['an unknown phone', '"11 4444-4444" --fee 100', 'Nobody has logged in with that phone.'],
    ['neither id nor phone', 'lucia --fee 100', '"lucia" is neither an id nor an Argentine mobile.'],
    [
      'an unknown id',
      '00000000-0000-4000-8000-000000000000 --fee 100',
      'There is nobody with the id 00000000-0000-4000-8000-000000000000.',
    ],
  ])('a coupon is refused: %s', async (_, given, expected) => {
    expect(await refused(`coupon ${given} --valid 30 --why x`)).toBe(expected)
    expect(await acts()).toEqual([])
  })

  test('more than any fee is a slip', async () => {
    const { userId } = await newApplicant(server)
    expect(await refused(`coupon ${userId} --fee 50001 --valid 30 --why x`)).toBe(
      'Not possible now: no fee is that high: a coupon of more gives nothing more.',
    )
  })

  test.each([
    ['both gifts', '--fee 100 --days 7 --valid 30', /one of the two/],
    ['no gift', '--valid 30', /one of the two/],
    ['half a peso', '--fee 0,5 --valid 30', /^--fee is "0,5": it must be whole pesos/],
    ['nothing', '--fee 0 --valid 30', /^--fee is "0"/],
    ['more than a year', '--days 366 --valid 30', /^--days is "366": it must be a whole number from 1 to 365/],
    ['for no days', '--days 7 --valid 0', /^--valid is "0"/],
    ['for ever', '--days 7 --valid 99999', /^--valid is "99999"/],
  ])('%s is a mistake of typing', async (_, given, expected) => {
    const { exitCode, complaint } = await desk(`coupon 1 ${given} --why x`)
    expect([exitCode, complaint]).toEqual([2, expect.stringMatching(expected)])
  })
})

describe('products', () => {
  const shipped: { products: [Product] } = JSON.parse(
    readFileSync(new URL('../../../data/products.json', import.meta.url), 'utf8'),
  )
  const [product] = shipped.products
  const file = (...products: readonly object[]): string => {
    const path = join(folder, `${services.random.uuid()}.json`)
    writeFileSync(path, JSON.stringify({ products }))
    return path
  }
  const listed = async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/app/get_product_list', payload: {} })
    return answer
      .json()
      .ret.products.map((one: { version: string; pricing: { fee_basis_points: number } }) => [
        one.version,
        one.pricing.fee_basis_points,
      ])
  }

  test('are shown, changed at once for everybody, and changed back', async () => {
    expect(await done('products')).toMatch(/^single-payment, version 1: [\s\S]*fee {15}10 %\n/)
    const line = `publish ${file({ ...product, fee_basis_points: 950, term_days: [62, 91] })} --why "May prices"`
    const said = await done(line)
    expect(said).toMatch(/single-payment\.term_days +62, 91, 120 +62, 91\n/)
    expect(said).toMatch(/single-payment\.fee_basis_points +1000 +950\n/)
    expect(said).toMatch(/single-payment\.cftea_basis_points\.91_days\.\d+_centavos +\d+ +\d+/)
    expect(await listed()).toEqual([['1', 1000]])
    later(1)
    expect(await typeByTwo(services, line)).toMatchObject({ exitCode: 0 })
    expect(await listed()).toEqual([['2', 950]])
    expect(await json('products')).toMatchObject([{ version: 2, published_by: 'vera' }])
    expect((await acts()).at(-1)).toEqual({
      acted_at: now,
      actor: 'vera',
      act: 'publish',
      user_id: null,
      details: { versions: 'single-payment 2', proposal_id: expect.any(String), proposed_by: expect.any(String) },
      why: 'looked at it',
    })
    later(1)
    expect(await typeByTwo(services, `publish ${file(product)} --why back`)).toMatchObject({ exitCode: 0 })
    expect(await listed()).toEqual([['1', 1000]])
  })

  test('the same again publishes nothing and is no act', async () => {
    expect(await refused(`publish ${file(product)} --why x`)).toBe('Not possible now: this is offered already.')
    expect(await acts()).toEqual([])
  })

  test.each([
    ['without a TNA', [{ ...product, tna_basis_points: undefined }], 'products.0.tna_basis_points is missing'],
    [
      '60 days on Google Play',
      [{ ...product, term_days: [60, 91] }],
      'single-payment: a term of 60 days cannot be offered in the channel play, which asks for more than 60',
    ],
    [
      'a fee of the whole amount',
      [{ ...product, fee_basis_points: 10_000 }],
      'single-payment: fee_basis_points takes the whole amount or more',
    ],
    [
      'a good one before a bad one',
      [
        { ...product, fee_basis_points: 900 },
        { ...product, product_id: 'other', late_max_basis_points: 20_000 },
      ],
      'other: late_max_basis_points is above 100 %',
    ],
  ])('%s: refused with the reason, and nothing of the file is offered', async (_, products, expected) => {
    expect(await refused(`publish ${file(...products)} --why x`)).toBe(
      `Not possible now: the products break a rule: ${expected}.`,
    )
    expect(await listed()).toEqual([['1', 1000]])
    expect(await acts()).toEqual([])
  })

  test('a file that is not there', async () => {
    expect(await refused(`publish ${join(folder, 'none.json')} --why x`)).toMatch(/none\.json cannot be read: ENOENT/)
  })
})

test('the acts since a day of Argentina', async () => {
  const { userId } = await newApplicant(server)
  expect(await done('acts')).toBe('No acts since 2026-10-17.')
  now = new Date('2026-11-17T02:59:00Z')
  await done(`coupon ${userId} --fee 100 --valid 30 --why first`)
  now = new Date('2026-11-17T03:00:00Z')
  await desk(`coupon ${userId} --fee 100 --valid 30 --why second`, { name: 'sol', role: 'support' })
  const whys = async (line: string) => (await json(line)).map(({ why }: { why: string }) => why)
  expect(await whys('acts')).toEqual(['first', 'second'])
  expect(await whys('acts --since 2026-11-17')).toEqual(['second'])
  const { exitCode, said } = await desk('acts --since 2026-11-16', nobody)
  expect(exitCode).toBe(0)
  expect(said).toMatch(
    /^Acts since 2026-11-16:\nWHEN +WHO +ACT +ABOUT +DETAILS +WHY\n2026-11-16 23:59 {2}ana {2}coupon/,
  )
  expect((await desk('acts --since yesterday')).exitCode).toBe(2)
})

describe('verify', () => {
  test('nobody signed anything', async () => {
    expect(await done('verify --all')).toBe(
      'People: 0. Signatures in intact chains: 0. Chains not intact: 0.\nActs of the staff: intact, 0.',
    )
  })

  test('a signature that is proven, and then one that was tampered with', async () => {
    const person = await newBorrower(server)
    expect(await person.call('loan/apply', await readyToSign(services, person))).toMatchObject({ code: '0' })
    expect(await done(`verify ${person.userId}`)).toBe(`${person.userId}: intact, 1 signature`)
    expect(await done('verify --all')).toBe(
      'People: 1. Signatures in intact chains: 1. Chains not intact: 0.\nActs of the staff: intact, 0.',
    )
    await pool.query(`UPDATE signature_evidence SET entry_sha256 = sha256('another')`)
    expect(await desk('verify --all')).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining(`${person.userId}  NOT INTACT: an entry does not say what it said`),
    })
  })

  test('an order that nothing proves ends with 1, alone and among all', async () => {
    const person = await newCase()
    await insertLoan(services, person.userId, { state: 'pending' })
    const one = await desk(`verify ${person.userId}`)
    expect(one).toEqual({
      exitCode: 1,
      said: expect.stringMatching(`^${person.userId}: NOT INTACT: nothing proves the signature of an order`),
      complaint: '',
    })
    const all = await desk('verify --all --json')
    expect([all.exitCode, JSON.parse(all.said)]).toEqual([
      1,
      {
        people_count: 1,
        signature_count: 0,
        not_intact: [expect.objectContaining({ user_id: person.userId })],
        acts: { is_intact: true, act_count: 0, last_act_sha256: null },
      },
    ])
  })

  test.each(['verify', `verify ${'3f2504e0-4f89-41d3-9a0c-0305e82c3301'} --all`])(
    '%s: one of the two',
    async (line) => {
      expect(await desk(line)).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('desk verify --all') })
    },
  )
})

test('nothing is opened for a line that was typed wrongly; what was opened is closed', async () => {
  const close = vi.fn<() => Promise<void>>(async () => {})
  const session = { read: async () => undefined, keep: async () => {}, forget: async () => {} }
  const terminal = { session, say: () => {} }
  const open = vi.fn<Parameters<typeof runDesk>[1]>(async () => ({ services, terminal, close }))
  expect(await runDesk(['cases', '--colour'], open)).toMatchObject({ exitCode: 2, said: '' })
  expect(await runDesk(['--help'], open)).toMatchObject({ exitCode: 0, complaint: '' })
  expect(open).not.toHaveBeenCalled()
  const { complaint } = await runDesk(['case', services.random.uuid()], open)
  expect(complaint).toBe('Nobody is signed in, or not any more: sign in by: npm run desk -- sign-in')
  expect(close).toHaveBeenCalledOnce()
})
