import { APPROVAL_VALID_MS, REFUSAL_RETRY_MS } from '@hola/core/constants.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { basic, extra, transfer } from '../../person/application/test-application.ts'
import type { Applicant } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { agree, uploads } from '../../person/device-data/test-records.ts'
import { insertLoan } from '../loan/test-borrower.ts'
import { bcraBureau, bcraLimits } from '../../providers/bureau/bcra.ts'
import { BureauProblem } from '../../providers/bureau/port.ts'
import { sandboxBureau } from '../../providers/bureau/sandbox.ts'
import { startBcra } from '../../providers/bureau/test-bcra.ts'
import { exampleOf } from '../../providers/test-examples.ts'
import { loadRules } from './load-rules.ts'
import { listDiffering } from './replay.ts'
import {
  BUREAU_PAUSE_MS,
  BUREAU_WAIT_MAX_MS,
  IDENTITY_PAUSE_MS,
  IDENTITY_TRIES_MAX,
  reviewApplication,
} from './review-application.ts'
import { sweepReviews } from './sweep.ts'
import { applyInfo, newDni, openReviewServer } from './test-review.ts'
import type { Typed } from './test-review.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const later = (ms: number): void => void (now = new Date(now.getTime() + ms))

const clean = sandboxBureau({ clock: { now: () => now } })
let bureau = clean
/** The CUILs that the bureau was asked about. */
let asked: string[] = []
const { services, logged, submitted, submit, nextJob, run, decisions, app } = await openReviewServer(pool, {
  now: () => now,
  bureau: {
    ask: (cuil) => {
      asked.push(cuil)
      return bureau.ask(cuil)
    },
  },
})
const down = { ask: async () => new BureauProblem('unavailable', 'down') }
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The review after its two minutes. */
const reviewed = async (person: Applicant): Promise<Applicant> => {
  later(2 * MINUTE_MS)
  await run(person)
  return person
}

beforeEach(() => {
  now = noon
  bureau = clean
  asked = []
})

describe('an ordinary application', () => {
  test('is decided by a job that waits 60 to 120 s', async () => {
    const person = await submitted()
    const { start_after: startAfter, data } = await nextJob(person)
    const waitMs = startAfter.getTime() - now.getTime()
    expect(waitMs).toBeGreaterThanOrEqual(60_000)
    expect(waitMs).toBeLessThanOrEqual(120_000)
    expect(startAfter.toISOString()).toBe((await applyInfo(person)).decision_expected_at)
    expect(data).toEqual({ user_id: person.userId, application_id: expect.any(String), try_number: 0 })
  })

  test('is not ready before, silently, and approved after: $ 200.000 for 6 days 23:59:59', async () => {
    const person = await submitted()
    expect(await person.call('loan/apply_info', { check_result: true })).toMatchObject({ code: '301', ret: null })
    expect(await applyInfo(person)).toMatchObject({ review_stage: 'automatic', reasons: [], limit_centavos: null })
    await reviewed(person)
    const expected = {
      application: { state: 'approved', next_step: null, can_submit: false },
      decision_expected_at: null,
      review_stage: null,
      decided_at: '2026-11-16T15:02:00.000Z',
      limit_centavos: 200_000_00,
      expires_at: '2026-11-23T15:01:59.000Z',
      retry_at: null,
      reasons: [],
    }
    expect(await applyInfo(person)).toMatchObject(expected)
    expect(await person.call('loan/apply_info', { check_result: true })).toMatchObject({ code: '0', ret: expected })
  })

  test('stores what it was made from, by which rules, and opens quota and coupon', async () => {
    const person = await reviewed(await submitted())
    const [decision, ...more] = await decisions(person)
    expect(more).toEqual([])
    expect(decision).toMatchObject({
      outcome: 'approved',
      limitCentavos: pesos(200_000),
      score: 660,
      reasons: [],
      rulesVersion: 1,
      decidedBy: null,
      decidedAt: now,
      inputs: {
        identity: { outcome: 'pass', reasons: [] },
        ageYears: 43,
        declared: { monthlyIncomeCentavos: pesos(900_000), employmentType: 'employee' },
        bureau: { kind: 'on_file', worstNow: 1 },
        own: { clearedOnTimeCount: 0, openPrincipalCentavos: 0 },
        isDniActiveElsewhere: false,
      },
    })
    const of = async (table: string) =>
      (await pool.query(`SELECT * FROM ${table} WHERE user_id = $1`, [person.userId])).rows
    expect(await of('quota')).toMatchObject([{ total_centavos: 200_000_00, available_centavos: 150_000_00 }])
    expect(await of('coupon')).toMatchObject([{ kind: 'fee_reduction', reason: 'first_approval' }])
  })
})

describe('the test people of docs/SANDBOX.md', () => {
  const rows: [string, string, string, number | null, string[]][] = [
    ['1222', 'a clean file', 'approved', 200_000, []],
    ['9001', 'situation 2', 'approved', 80_000, ['bureau_situation_2']],
    ['9002', 'nothing on file', 'approved', 120_000, ['bureau_thin_file']],
    ['9003', 'situation 4 now', 'refused', null, ['bureau_situation_now', 'bureau_situation_past']],
    ['9004', 'situation 5 in the past', 'refused', null, ['bureau_situation_past']],
    ['9005', 'unpaid cheques', 'refused', null, ['bureau_rejected_cheques']],
    ['9007', 'heavy debts', 'refused', null, ['not_affordable']],
    ['9008', 'under review', 'in_review', null, []],
    ['9009', 'a late report', 'refused', null, ['bureau_situation_now', 'bureau_situation_past']],
    ['9010', 'insolvency', 'in_review', null, []],
  ]
  test.each(rows)('…%s, %s: %s', async (ending, _, state, limit, reasons) => {
    const person = await reviewed(await submitted({ dni: newDni(ending) }))
    const info = await applyInfo(person)
    expect(info).toMatchObject({
      application: { state },
      limit_centavos: limit === null ? null : pesos(limit),
      retry_at: state === 'refused' ? '2026-11-30T15:02:00.000Z' : null,
      review_stage: state === 'in_review' ? 'with_a_person' : null,
      decision_expected_at: null,
    })
    expect(info.reasons.map(({ code }) => code)).toEqual(reasons)
    expect(asked).toHaveLength(1)
  })

  test('…9006: it waits, says so, and is decided when the bureau is back', async () => {
    const person = await reviewed(await submitted({ dni: newDni('9006') }))
    expect(await applyInfo(person)).toMatchObject({
      application: { state: 'in_review' },
      review_stage: 'waiting_for_bureau',
      decision_expected_at: '2026-11-16T15:07:00.000Z',
    })
    later(10 * MINUTE_MS)
    await run(person)
    expect(await applyInfo(person)).toMatchObject({ application: { state: 'approved' }, limit_centavos: 200_000_00 })
  })
})

describe('the bureau', () => {
  test('down: asked again every five minutes, never approved, and after a day left to a person', async () => {
    bureau = down
    const person = await reviewed(await submitted())
    const submittedAtMs = noon.getTime()
    const again = async (tries: number): Promise<void> => {
      const { start_after: startAfter, data } = await nextJob(person)
      expect(data.try_number).toBe(tries)
      expect(startAfter.getTime() - now.getTime()).toBe(BUREAU_PAUSE_MS)
      later(BUREAU_PAUSE_MS)
      await run(person)
      expect((await applyInfo(person)).review_stage).toBe('waiting_for_bureau')
    }
    for (const tries of [1, 2, 3]) await again(tries)
    now = new Date(submittedAtMs + BUREAU_WAIT_MAX_MS - 1)
    await run(person)
    expect((await applyInfo(person)).review_stage).toBe('waiting_for_bureau')
    expect(await decisions(person)).toEqual([])
    now = new Date(submittedAtMs + BUREAU_WAIT_MAX_MS)
    await run(person)
    expect(await applyInfo(person)).toMatchObject({
      application: { state: 'in_review' },
      review_stage: 'with_a_person',
      decision_expected_at: null,
    })
    expect(await decisions(person)).toMatchObject([
      { outcome: 'manual', reasons: ['bureau_unavailable'], inputs: { bureau: { kind: 'unavailable' } } },
    ])
  })

  test('whose gateway says 404: never taken for a clean file, and after a day left to a person', async () => {
    const register = await startBcra()
    const { status = 404, body } = exampleOf('bcra', 'gateway-404')
    register.willReply({ Deudas: [{ status, json: body }] })
    bureau = bcraBureau(register, { limits: { ...bcraLimits, attempts: 1, apartMs: 0 } })
    const person = await reviewed(await submitted())
    expect((await applyInfo(person)).review_stage).toBe('waiting_for_bureau')
    now = new Date(noon.getTime() + BUREAU_WAIT_MAX_MS)
    await run(person)
    expect((await applyInfo(person)).review_stage).toBe('with_a_person')
    expect(await decisions(person)).toMatchObject([{ outcome: 'manual', reasons: ['bureau_unavailable'] }])
  })

  test('with situation 4 that one lender reported a month earlier: refused by it', async () => {
    const dni = newDni()
    const register = await startBcra()
    const { body } = exampleOf('bcra', 'deudas-one-lender-a-month-behind') as { body: { results: object } }
    const identificacion = Number(suggestCuil(dni, 'f'))
    register.willReply({
      Deudas: [{ status: 200, json: { ...body, results: { ...body.results, identificacion } } }],
    })
    bureau = bcraBureau(register, { limits: { ...bcraLimits, apartMs: 0 } })
    const person = await reviewed(await submitted({ dni }))
    expect((await applyInfo(person)).reasons.map(({ code }) => code)).toEqual([
      'bureau_situation_now',
      'bureau_situation_past',
    ])
  })

  test('read as before: decisions keep their inputs, and the replay names those that may differ', async () => {
    const readBefore = (months: readonly number[]) => ({
      kind: 'on_file' as const,
      worstNow: 1,
      worst24Months: 3,
      debtTotalCentavos: pesos(10_000),
      unpaidRejectedChequesCount: 0,
      isInReview: false,
      months: months.map((worst, back) => ({ month: `2026-${10 - back}`, worst })),
    })
    bureau = { ask: async () => readBefore([1, 3]) }
    const seen = await reviewed(await submitted())
    bureau = { ask: async () => readBefore([1, 1]) }
    const same = await reviewed(await submitted())
    const [before] = await decisions(seen)
    const { count, differing } = await inTransaction(pool, (tx) => listDiffering(tx, services))
    expect(count).toBeGreaterThanOrEqual(2)
    const of = ({ userId }: Applicant) => differing.filter(({ decision }) => decision.userId === userId)
    expect(of(seen)).toMatchObject([
      { decision: { outcome: 'approved' }, again: { outcome: 'refused', reasons: ['bureau_situation_now'] } },
    ])
    expect(of(same)).toEqual([])
    expect((await decisions(seen))[0]?.inputs).toEqual(before?.inputs)
  })

  test('back after a day: decided by its answer all the same', async () => {
    bureau = down
    const person = await reviewed(await submitted())
    bureau = clean
    later(3 * DAY_MS)
    await run(person)
    expect((await applyInfo(person)).application.state).toBe('approved')
  })

  test('that does not take the question: a person looks at once', async () => {
    bureau = { ask: async () => new BureauProblem('rejected', 'HTTP 400') }
    const person = await reviewed(await submitted())
    expect((await applyInfo(person)).review_stage).toBe('with_a_person')
  })

  test.each([
    ['within 24 hours it is not asked again', DAY_MS - 1, 1],
    ['after 24 hours it is', DAY_MS, 2],
  ])('the bureau: %s', async (_, afterMs, times) => {
    const dni = newDni()
    await reviewed(await submitted({ dni }))
    // The same person under another account: she is refused, by the same file.
    now = new Date(now.getTime() + afterMs - 2 * MINUTE_MS)
    await reviewed(await submitted({ dni }))
    expect(asked).toHaveLength(times)
  })

  test('what it said is forgotten when it is too old, and a problem is never kept', async () => {
    await pool.query('DELETE FROM bureau_report')
    await reviewed(await submitted())
    later(DAY_MS)
    bureau = down
    await reviewed(await submitted())
    bureau = clean
    await reviewed(await submitted())
    const { rows } = await pool.query<{ fetched_at: Date }>('SELECT fetched_at FROM bureau_report')
    expect(rows).toEqual([{ fetched_at: now }])
  })
})

describe('the identity', () => {
  test.each<[string, 'refuse' | 'manual', string, object]>([
    [
      'another face',
      'refuse',
      'face_differs_again',
      { code: 'identity_photos_do_not_match', text: expect.stringContaining('Identity photos do not match') },
    ],
    [
      'an expired card',
      'refuse',
      'card_expired',
      { code: 'identity_card_expired', text: expect.stringContaining('has expired') },
    ],
  ])('%s: refused in plain words, and the bureau is not asked', async (_, outcome, reason, words) => {
    const person = await reviewed(await submitted({ verdict: { outcome, reasons: [reason as 'card_expired'] } }))
    expect(await applyInfo(person)).toMatchObject({ application: { state: 'refused' }, reasons: [words] })
    expect(asked).toEqual([])
  })

  test('a doubt: a person looks, with the file of the bureau', async () => {
    const person = await reviewed(await submitted({ verdict: { outcome: 'manual', reasons: ['image_reused'] } }))
    expect((await applyInfo(person)).review_stage).toBe('with_a_person')
    expect(await decisions(person)).toMatchObject([
      { outcome: 'manual', reasons: ['identity_needs_a_person'], inputs: { bureau: { kind: 'on_file' } } },
    ])
  })

  test('photos that are still being read are waited for, a bounded time, then a person looks', async () => {
    const person = await reviewed(await submitted({ verdict: null }))
    expect(asked).toEqual([])
    for (let tries = 1; tries < IDENTITY_TRIES_MAX; tries += 1) {
      const { start_after: startAfter } = await nextJob(person)
      expect(startAfter.getTime() - now.getTime()).toBe(IDENTITY_PAUSE_MS)
      later(IDENTITY_PAUSE_MS)
      await run(person)
    }
    expect(await applyInfo(person)).toMatchObject({ review_stage: 'automatic' })
    await run(person)
    expect(await applyInfo(person)).toMatchObject({ review_stage: 'with_a_person' })
    expect(await decisions(person)).toMatchObject([{ outcome: 'manual', reasons: ['identity_not_read'] }])
  })

  test('photos that were read meanwhile', async () => {
    const person = await submitted({ verdict: null })
    await reviewed(person)
    expect(await decisions(person)).toEqual([])
    const { rows } = await pool.query<{ kind: string; upload_id: string }>(
      'SELECT kind, upload_id FROM photo WHERE user_id = $1',
      [person.userId],
    )
    const id = (kind: string) => rows.find((row) => row.kind === kind)?.upload_id
    const { indexForm, personOf } = await import('../../person/identity/form.ts')
    const { info } = (await person.call('app/get_basic_info')).ret
    if (info === null) throw new Error('no form')
    await pool.query(
      `INSERT INTO identity_verdict (user_id, verdict_id, outcome, retake, reasons, scores, versions, rules_version,
         front_upload_id, back_upload_id, selfie_upload_id, form_index, judged_at)
       VALUES ($1, $2, 'pass', '{}', '{}', '{}', '{}', '1', $3, $4, $5, $6, $7)`,
      [
        person.userId,
        services.random.uuid(),
        id('front'),
        id('back'),
        id('selfie'),
        indexForm(services.sealer, personOf(info)),
        now,
      ],
    )
    await run(person)
    expect((await applyInfo(person)).application.state).toBe('approved')
  })
})

describe('the same DNI under another account', () => {
  test('with a live approval: refused; after it has expired: not', async () => {
    const dni = newDni()
    await reviewed(await submitted({ dni }))
    const second = await reviewed(await submitted({ dni }))
    expect((await applyInfo(second)).reasons.map(({ code }) => code)).toEqual(['dni_in_another_account'])
    now = new Date(noon.getTime() + 2 * MINUTE_MS + APPROVAL_VALID_MS)
    const third = await reviewed(await submitted({ dni }))
    expect((await applyInfo(third)).application.state).toBe('approved')
  })

  test('of six reviewed at the same moment one is approved', async () => {
    const dni = newDni()
    const people = await Promise.all(Array.from({ length: 6 }, () => submitted({ dni })))
    later(2 * MINUTE_MS)
    await Promise.all(people.map(run))
    const states = await Promise.all(people.map(async (person) => (await applyInfo(person)).application.state))
    expect(states.toSorted()).toEqual(['approved', ...Array.from({ length: 5 }, () => 'refused')])
  })
})

describe('a job', () => {
  test('that runs again changes nothing', async () => {
    const person = await submitted()
    const { data } = await nextJob(person)
    await reviewed(person)
    const before = await applyInfo(person)
    later(MINUTE_MS)
    await reviewApplication(services, data)
    expect(await applyInfo(person)).toEqual(before)
    expect(await decisions(person)).toHaveLength(1)
  })

  test('that ten workers have at once decides once', async () => {
    const person = await submitted()
    const { data } = await nextJob(person)
    later(2 * MINUTE_MS)
    await Promise.all(Array.from({ length: 10 }, () => reviewApplication(services, data)))
    expect(await decisions(person)).toHaveLength(1)
    const { rows } = await pool.query('SELECT 1 FROM coupon WHERE user_id = $1', [person.userId])
    expect(rows).toHaveLength(1)
  })

  test('that ten workers put off at once is put off once', async () => {
    bureau = down
    const person = await submitted()
    const { data } = await nextJob(person)
    await Promise.all(Array.from({ length: 10 }, () => reviewApplication(services, data)))
    const { rows } = await pool.query(
      `SELECT 1 FROM pgboss.job WHERE name = 'application-review' AND data ->> 'user_id' = $1`,
      [person.userId],
    )
    expect(rows).toHaveLength(2)
  })

  test('that dies in the middle has done nothing, and the next one does it all', async () => {
    const person = await submitted()
    const { data } = await nextJob(person)
    later(2 * MINUTE_MS)
    const dying = {
      ...services,
      get couponGifts(): never {
        throw new Error('killed')
      },
    }
    await expect(reviewApplication(dying, data)).rejects.toThrow('killed')
    expect(await applyInfo(person)).toMatchObject({ application: { state: 'in_review' }, limit_centavos: null })
    expect(await decisions(person)).toEqual([])
    const { rows } = await pool.query('SELECT 1 FROM quota WHERE user_id = $1', [person.userId])
    expect(rows).toEqual([])
    await reviewApplication(services, data)
    expect((await applyInfo(person)).application.state).toBe('approved')
  })

  test('that comes late decides then', async () => {
    const person = await submitted()
    later(9 * DAY_MS)
    await run(person)
    expect(await applyInfo(person)).toMatchObject({
      application: { state: 'approved' },
      decided_at: now.toISOString(),
      expires_at: new Date(now.getTime() + APPROVAL_VALID_MS).toISOString(),
    })
  })

  test('that is lost is made up for by the sweep, once, and only when it is long overdue', async () => {
    const person = await submitted()
    const first = await nextJob(person)
    later(61 * MINUTE_MS)
    await sweepReviews(services)
    expect((await nextJob(person)).data).toEqual(first.data)
    later(2 * MINUTE_MS)
    await sweepReviews(services)
    const again = await nextJob(person)
    expect(again.data).toEqual({ ...first.data, try_number: 1 })
    // Should the lost one come up after all, its turn is over.
    await reviewApplication(services, first.data)
    expect(await decisions(person)).toEqual([])
    await reviewApplication(services, again.data)
    expect((await applyInfo(person)).application.state).toBe('approved')
    await sweepReviews(services)
    expect((await nextJob(person)).data).toEqual(again.data)
  })

  test('of an application that was taken back, or of an earlier one, finds nothing', async () => {
    const person = await submitted({ dni: newDni('9003') })
    const { data } = await nextJob(person)
    await reviewed(person)
    later(REFUSAL_RETRY_MS)
    await submit(person)
    await reviewApplication(services, data)
    expect((await applyInfo(person)).application.state).toBe('in_review')
    await reviewApplication(services, { ...data, user_id: services.random.uuid() })
  })
})

describe('refused', () => {
  const refused = async (): Promise<Applicant> => reviewed(await submitted({ dni: newDni('9003') }))

  test('stands in My loan among what is over: its date, its reasons, the date of the next try', async () => {
    const person = await refused()
    const { reasons, retry_at, decided_at } = await applyInfo(person)
    const first = { decision_id: expect.any(String), refused_at: decided_at, retry_at, reasons }
    const over = async () => (await person.call('user/get_complete_order')).ret
    expect(await over()).toEqual({
      groups: [{ group: 'failed_review', orders: [], refused_applications: [first] }],
      next_cursor: null,
    })
    expect(reasons.length).toBeGreaterThan(0)
    expect((await person.call('user/get_processing_order')).ret.groups).toEqual([])

    later(REFUSAL_RETRY_MS)
    await submit(person)
    await reviewed(person)
    await insertLoan(services, person.userId, { state: 'cleared', signedDaysAgo: 100 })
    const { groups } = await over()
    expect(groups.map(({ group, orders }) => [group, orders.length])).toEqual([
      ['failed_review', 0],
      ['complete', 1],
    ])
    // The newest first; the first one is still there.
    expect(groups[0]?.refused_applications?.[1]).toEqual(first)
    expect(groups[0]?.refused_applications?.[0]?.refused_at).not.toBe(first.refused_at)
  })

  test('the reasons say what weighed, in both languages', async () => {
    const person = await refused()
    const told = async (language: 'en' | 'es') =>
      (await applyInfo(person, language)).reasons.map(({ text }) => text).join(' ')
    expect(await told('en')).toMatch(/more than 90 days late/)
    expect(await told('es')).toMatch(/más de 90 días/)
  })

  test.each([
    ['a millisecond before 14 days', REFUSAL_RETRY_MS - 1, '20203', 'refused'],
    ['a second before', REFUSAL_RETRY_MS - 1000, '20203', 'refused'],
    ['at 14 days', REFUSAL_RETRY_MS, '0', 'in_review'],
  ])('submitting again %s', async (_, afterMs, code, state) => {
    const person = await refused()
    later(afterMs)
    expect((await person.call('loan/apply_info', { submit: true })).code).toBe(code)
    expect((await applyInfo(person)).application.state).toBe(state)
  })

  test('submitted again, it is a new application whose past is gone from the page', async () => {
    const person = await refused()
    later(REFUSAL_RETRY_MS)
    await submit(person)
    expect(await applyInfo(person)).toMatchObject({ decided_at: null, retry_at: null, reasons: [] })
    bureau = { ask: async () => ({ kind: 'thin_file' }) }
    await reviewed(person)
    expect(await applyInfo(person)).toMatchObject({ application: { state: 'approved' }, limit_centavos: 120_000_00 })
    expect(await decisions(person)).toHaveLength(2)
  })
})

describe('approved', () => {
  const approved = async (): Promise<Applicant> => reviewed(await submitted())

  test.each([
    ['app/save_basic_info', basic, '20215'],
    ['app/save_extra_info', extra, '20215'],
    ['app/save_transfer_info', transfer, '0'],
  ] as const)('%s: the account may change, what was decided by may not', async (path, body, code) => {
    const person = await approved()
    expect((await person.call(path, body)).code).toBe(code)
    expect((await applyInfo(person)).application.state).toBe('approved')
  })

  test('the steps that it was decided by say so when they are read, while the approval lasts', async () => {
    const person = await submitted()
    const locks = async () =>
      Promise.all(
        (['app/get_basic_info', 'app/get_extra_info', 'app/get_bank_info'] as const).map(
          async (path) => (await person.call(path)).ret.locked_by,
        ),
      )
    expect(await locks()).toEqual(['review', 'review', 'review'])
    await reviewed(person)
    expect(await locks()).toEqual(['approval', 'approval', null])
    later(APPROVAL_VALID_MS)
    expect(await locks()).toEqual([null, null, null])
  })

  test('a photo may not change either', async () => {
    const { plainPhoto, uploadBody } = await import('../../person/identity/test-photos.ts')
    const answer = await (await approved()).call('app/upload_image_info', uploadBody('selfie', await plainPhoto()))
    expect(answer.code).toBe('20215')
  })

  test('submitting again does nothing new', async () => {
    const person = await approved()
    const before = await applyInfo(person)
    const { data } = await nextJob(person)
    later(DAY_MS)
    expect(await person.call('loan/apply_info', { submit: true })).toMatchObject({ code: '0', ret: before })
    expect((await nextJob(person)).data).toEqual(data)
  })

  test.each([
    ['in the last millisecond', APPROVAL_VALID_MS - 1, 'approved', false],
    ['6 days 23:59:59 later', APPROVAL_VALID_MS, 'expired', true],
  ])('%s: %s', async (_, afterMs, state, canSubmit) => {
    const person = await approved()
    later(afterMs)
    expect((await applyInfo(person)).application).toMatchObject({ state, next_step: null, can_submit: canSubmit })
  })

  test('expired: asked again at once with the data on file, and approved anew', async () => {
    const person = await approved()
    later(APPROVAL_VALID_MS)
    expect(await applyInfo(person)).toMatchObject({
      limit_centavos: 200_000_00,
      expires_at: '2026-11-23T15:01:59.000Z',
    })
    await submit(person)
    expect(await applyInfo(person)).toMatchObject({
      application: { state: 'in_review' },
      limit_centavos: null,
      expires_at: null,
    })
    await reviewed(person)
    expect(await applyInfo(person)).toMatchObject({
      application: { state: 'approved' },
      expires_at: new Date(now.getTime() + APPROVAL_VALID_MS).toISOString(),
    })
    const { rows } = await pool.query('SELECT 1 FROM coupon WHERE user_id = $1', [person.userId])
    expect(rows).toHaveLength(1)
  })

  test('expired: what is on file may be corrected', async () => {
    const person = await approved()
    later(APPROVAL_VALID_MS)
    expect((await person.call('app/save_extra_info', { ...extra, monthly_salary_centavos: 500_000_00 })).code).toBe('0')
  })
})

describe('what never weighs', () => {
  const decisionOf = async (typed: Typed, change: (person: Applicant) => Promise<unknown> = async () => {}) => {
    const person = await submitted({ typed })
    await change(person)
    await reviewed(person)
    const [decision] = await decisions(person)
    const { outcome, limitCentavos, score, reasons, inputs } = decision ?? {}
    return { outcome, limitCentavos, score, reasons, inputs }
  }

  test.each<[string, Typed]>([
    ['marital status', { extra: { marital_status_id: 'divorced' } }],
    ['education', { basic: { education_id: 'none' } }],
    ['industry', { basic: { industry_id: 'not_working' } }],
    ['purpose', { basic: { loan_purpose_id: 'travel' } }],
    ['whatsapp', { basic: { whatsapp_phone: '011 15 6345-6789' } }],
    [
      'address',
      { basic: { address: { ...basic.address, street: 'Otra calle', street_number: '9', postal_code: '1000' } } },
    ],
    [
      'contacts',
      {
        extra: {
          emergency_contact_1: { relationship_id: 'other', contact_name: 'Otra', contact_phone: '351 555 9999' },
        },
      },
    ],
  ])('does not weigh: %s', async (_, typed) => {
    const plain = await decisionOf({})
    now = noon
    expect(await decisionOf(typed)).toEqual(plain)
  })

  test('gender', async () => {
    const plain = await decisionOf({})
    now = noon
    expect(await decisionOf({ basic: { gender_id: 'x' } })).toEqual(plain)
  })

  /** What is decided, and what a loan then costs. */
  const offerOf = async (change: (person: Applicant) => Promise<unknown> = async () => {}) => {
    now = noon
    let token = ''
    const decision = await decisionOf({}, async (person) => {
      token = person.token
      await change(person)
    })
    const answer = await app.inject({ method: 'POST', url: '/api/loan/preview', headers: { token }, payload: {} })
    const { pricing, quote, what_if, amount_min_centavos, amount_max_centavos, terms } = answer.json().ret
    return { decision, pricing, quote, what_if, amount_min_centavos, amount_max_centavos, terms }
  }

  test('the device and network that she calls from', async () => {
    const plain = await offerOf()
    const cheapPhone = await offerOf(async ({ token }) => {
      for (const path of ['app/home', 'loan/apply_info'])
        await app.inject({
          method: 'POST',
          url: `/api/${path}`,
          remoteAddress: '203.0.113.9',
          headers: { token, 'user-agent': 'HolaApp/1 (cheap phone)', 'version-code': '7', 'app-name': 'direct' },
          payload: {},
        })
    })
    expect(cheapPhone).toEqual(plain)
    expect(plain.decision).toMatchObject({ outcome: 'approved', limitCentavos: pesos(200_000) })
  })

  test('consents: decision, limit and price are the same without any, with all, and withdrawn', async () => {
    const without = await offerOf()
    const sendAll = async (person: Applicant): Promise<void> => {
      for (const kind of deviceDataKinds) {
        await agree(person, kind)
        expect(await person.call(uploads[kind].path, uploads[kind].sent)).toMatchObject({ code: '0' })
      }
      const { rowCount } = await pool.query('SELECT FROM device_record WHERE user_id = $1', [person.userId])
      expect(rowCount).toBeGreaterThanOrEqual(deviceDataKinds.length)
    }
    expect(await offerOf(sendAll)).toEqual(without)
    const withdrawn = await offerOf(async (person) => {
      await sendAll(person)
      for (const kind of [...deviceDataKinds, 'biometric'])
        expect(await person.call('privacy/consent', { give: false, kind })).toMatchObject({ code: '0' })
    })
    expect(withdrawn).toEqual(without)
  })
})

test('who asks again with a loan running keeps her limit: the quota counts the loan within it', async () => {
  const income = { extra: { monthly_salary_centavos: pesos(300_000) } }
  const person = await reviewed(await submitted({ typed: income }))
  await insertLoan(services, person.userId, { state: 'in_repayment', signedDaysAgo: 0 })
  later(APPROVAL_VALID_MS)
  await submit(person)
  await reviewed(person)
  expect(await decisions(person)).toMatchObject([
    { outcome: 'approved', limitCentavos: pesos(125_000) },
    { outcome: 'approved', limitCentavos: pesos(125_000) },
  ])
  const { quota } = (await person.call('app/home')).ret
  expect(quota).toMatchObject({ total_centavos: pesos(125_000), used_centavos: pesos(100_000) })
})

describe('the rules', () => {
  test('keep their number while they stay the same, and get the next when they change', async () => {
    const { rules, version } = services.review
    const load = (changed: typeof rules) => inTransaction(pool, (tx) => loadRules(tx, changed, now))
    expect((await load(structuredClone(rules))).version).toBe(version)
    const stricter = { ...rules, affordability: { ...rules.affordability, income_share_basis_points: 500 } }
    const next = await load(stricter)
    expect(next.version).toBe(version + 1)
    expect((await load(rules)).version).toBe(version)

    const person = await submitted()
    later(2 * MINUTE_MS)
    await reviewApplication({ ...services, review: next }, (await nextJob(person)).data)
    expect(await decisions(person)).toMatchObject([
      { rulesVersion: version + 1, limitCentavos: pesos(60_000), reasons: ['limited_by_income'] },
    ])
  })

  test('of two servers that start at once are one version', async () => {
    const { rules } = services.review
    const other = { ...rules, note: 'another table' }
    const loaded = await Promise.all(
      Array.from({ length: 6 }, () => inTransaction(pool, (tx) => loadRules(tx, other, now))),
    )
    expect(new Set(loaded.map(({ version }) => version)).size).toBe(1)
  })
})

test('nothing of it can be read in a dump of the database or in the log', async () => {
  const dni = newDni('9001')
  bureau = down
  const person = await reviewed(await submitted({ dni, typed: { extra: { monthly_salary_centavos: 987_654_00 } } }))
  bureau = clean
  later(10 * MINUTE_MS)
  await run(person)
  const dump = await dumpOf(pool)
  expect(dump).toContain('bureau_situation_2')
  const words = [dni, '98765400', 'monthlyIncome', 'worstNow', 'debtTotalCentavos', 'Romero']
  expect(words.filter((word) => dump.includes(word))).toEqual([])
  const log = logged.join('')
  expect(log).toContain('bureau unavailable: ')
  expect([...words, person.userId].filter((word) => log.includes(word))).toEqual([])
})
