import { beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../app.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { updateToRefused } from './store.ts'
import { basic, extra, newApplicant, saveThreeSteps, settablePhotos, transfer } from './test-application.ts'
import type { Applicant } from './test-application.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
/** How far the clock moves each time it is read. */
let tickMs = 0
const { photos, set: setPhotos } = settablePhotos()
const opened = await openTestServer(pool, { clock: { now: () => (now = new Date(now.getTime() + tickMs)) } })
let draw = (): number[] => [0, 0, 0, 0]
const services = {
  ...opened.services,
  photos,
  random: {
    ...opened.services.random,
    bytes: (count: number) => (count === 4 ? Uint8Array.from(draw()) : opened.services.random.bytes(count)),
  },
}
const server = { app: buildServer(services), services }

const submit = ({ call }: Applicant) => call('loan/apply_info', { submit: true })
const progress = async ({ call }: Applicant) => (await call('loan/apply_info')).ret

/** Three steps and three photos. */
const completeApplicant = async (): Promise<Applicant> => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  return person
}

/** As a review leaves it. */
const refuseApplication = async ({ userId }: Applicant, decidedAt: Date, retryAt: Date): Promise<void> => {
  await inTransaction(pool, (tx) =>
    updateToRefused(tx, { userId, decisionId: services.random.uuid(), decidedAt, retryAt }),
  )
}

beforeEach(() => {
  now = noon
  tickMs = 0
  draw = () => [0, 0, 0, 0]
  setPhotos(now)
})

describe('how far it is', () => {
  test('of somebody who has not begun: everything is missing, field by field', async () => {
    expect(await progress(await newApplicant(server))).toEqual({
      application: {
        state: 'not_started',
        steps: [
          { step: 'basic', complete: false, saved_at: null, missing: Object.keys(basic) },
          { step: 'social', complete: false, saved_at: null, missing: Object.keys(extra) },
          { step: 'withdrawal', complete: false, saved_at: null, missing: Object.keys(transfer) },
          { step: 'photos', complete: false, saved_at: null, missing: ['id_front', 'id_back', 'selfie'] },
        ],
        next_step: 'basic',
        can_submit: false,
      },
      photos: ['id_front', 'id_back', 'selfie'].map((kind) => ({
        kind,
        state: 'missing',
        reasons: [],
        retakes_left_count: 3,
      })),
      submitted_at: null,
      decision_expected_at: null,
      review_stage: null,
      decided_at: null,
      limit_centavos: null,
      expires_at: null,
      card_check: { is_reading: false, differences: [], expired_day: null },
      retry_at: null,
      reasons: [],
    })
  })

  test('a refused save is no beginning', async () => {
    const person = await newApplicant(server)
    await person.call('app/save_basic_info', { ...basic, birth_day: '2020-01-01' })
    expect((await progress(person)).application.state).toBe('not_started')
  })

  test('steps may be saved in any order; the next is the first that is open', async () => {
    const person = await newApplicant(server)
    await person.call('app/save_transfer_info', transfer)
    expect((await progress(person)).application).toMatchObject({ state: 'in_progress', next_step: 'basic' })
    await person.call('app/save_basic_info', basic)
    expect((await progress(person)).application).toMatchObject({ state: 'in_progress', next_step: 'social' })
  })

  const photoRows = [
    { states: [], missing: ['id_front', 'id_back', 'selfie'], state: 'in_progress', can_submit: false },
    { states: ['accepted', 'checking'], missing: ['selfie'], state: 'in_progress', can_submit: false },
    { states: ['accepted', 'retake', 'accepted'], missing: ['id_back'], state: 'retake', can_submit: false },
    { states: ['checking', 'checking', 'checking'], missing: [], state: 'in_progress', can_submit: true },
    { states: ['accepted', 'accepted', 'accepted'], missing: [], state: 'in_progress', can_submit: true },
  ] as const
  test.each(photoRows)('with the photos $states: $state, open $missing', async ({ states, missing, ...rest }) => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    setPhotos(now, ...states)
    const { application } = await progress(person)
    expect(application).toMatchObject({ ...rest, next_step: missing.length === 0 ? null : 'photos' })
    expect(application.steps[3]).toEqual({
      step: 'photos',
      complete: missing.length === 0,
      saved_at: states.length === 0 ? null : now.toISOString(),
      missing,
    })
  })
})

describe('submitting', () => {
  test('sends a complete application to review', async () => {
    const person = await completeApplicant()
    const answer = await submit(person)
    expect(answer).toMatchObject({
      code: '0',
      msg: '',
      ret: {
        application: { state: 'in_review', next_step: null, can_submit: false },
        submitted_at: '2026-11-16T15:00:00.000Z',
        decision_expected_at: '2026-11-16T15:01:00.000Z',
        review_stage: 'automatic',
      },
    })
    expect(await progress(person)).toEqual(answer.ret)
  })

  test.each([
    ['the earliest', [0, 0, 0, 0], 60_000],
    ['the latest', [0, 0, 0xea, 0x60], 120_000],
    ['all bits set', [0xff, 0xff, 0xff, 0xff], 60_000 + (0xffff_ffff % 60_001)],
  ])('the decision is expected 60 to 120 s later: %s', async (_, bytes, afterMs) => {
    draw = () => bytes
    const { ret } = await submit(await completeApplicant())
    expect(Date.parse(ret.decision_expected_at ?? '') - now.getTime()).toBe(afterMs)
    expect(afterMs).toBeLessThanOrEqual(120_000)
  })

  const incomplete = { code: '20206', msg: expect.stringContaining('Something is still missing') }
  const idPhoto = {
    code: '20202',
    msg: 'To request a loan it is necessary to take a photograph of your ID Card',
  }
  test.each([
    ['nothing', [], [], incomplete],
    ['no basic step', ['app/save_extra_info', 'app/save_transfer_info'], [1, 1, 1], incomplete],
    ['no social step', ['app/save_basic_info', 'app/save_transfer_info'], [1, 1, 1], incomplete],
    ['no account', ['app/save_basic_info', 'app/save_extra_info'], [1, 1, 1], incomplete],
    ['no photo', ['app/save_basic_info', 'app/save_extra_info', 'app/save_transfer_info'], [], idPhoto],
    ['no selfie', ['app/save_basic_info', 'app/save_extra_info', 'app/save_transfer_info'], [1, 1], idPhoto],
  ] as const)('is refused with %s', async (_, paths, taken, refusal) => {
    const person = await newApplicant(server)
    for (const path of paths)
      await person.call(path, path.includes('basic') ? basic : path.includes('extra') ? extra : transfer)
    setPhotos(now, ...taken.map(() => 'accepted' as const))
    expect(await submit(person)).toEqual({ ...refusal, ret: null })
    expect((await progress(person)).submitted_at).toBeNull()
  })

  test('is refused when a saved step holds no longer', async () => {
    const person = await completeApplicant()
    await person.call('app/save_basic_info', { ...basic, last_name: 'Gómez' })
    expect(await submit(person)).toMatchObject({ ...incomplete, ret: null })
  })

  test('twice is one submission', async () => {
    const person = await completeApplicant()
    const first = await submit(person)
    now = new Date(now.getTime() + 30_000)
    draw = () => [0, 0, 1, 0]
    expect(await submit(person)).toEqual(first)
  })

  test('ten times at once, from two devices, is one submission', async () => {
    const person = await completeApplicant()
    const other = await person.onAnotherDevice()
    let draws = 0
    draw = () => [0, 0, (draws += 1), 0]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => submit(n % 2 === 0 ? person : other)))
    expect(draws).toBe(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.code).toBe('0')
  })

  test('false asks for nothing', async () => {
    const person = await completeApplicant()
    expect((await person.call('loan/apply_info', { submit: false, check_result: false })).ret.submitted_at).toBeNull()
  })
})

describe('while it is in review', () => {
  test.each([
    ['app/save_basic_info', basic],
    ['app/save_extra_info', extra],
    ['app/save_transfer_info', transfer],
  ] as const)('%s is refused in kind words, and nothing changes', async (path, body) => {
    const person = await completeApplicant()
    await submit(person)
    const before = await progress(person)
    expect(await person.call(path, body)).toEqual({
      code: '20207',
      msg: 'Your application is in review, so it cannot be changed now. Please check the result in a moment.',
      ret: null,
    })
    expect(await progress(person)).toEqual(before)
  })

  test('a save and the submission at once: nothing is saved after it was submitted', async () => {
    tickMs = 1
    const people = await Promise.all(Array.from({ length: 20 }, completeApplicant))
    await Promise.all(
      people.map(async (person, n) => {
        const saving = () => person.call('app/save_basic_info', { ...basic, past_loans_count: 7 })
        const [saved, submitted] =
          n % 2 === 0
            ? await Promise.all([saving(), submit(person)])
            : await Promise.all([submit(person), saving()]).then(([one, other]) => [other, one] as const)
        expect(['0', '20207']).toContain(saved.code)
        expect(submitted.ret.application.state).toBe('in_review')
        const { info, saved_at } = (await person.call('app/get_basic_info')).ret
        expect(info?.past_loans_count).toBe(saved.code === '0' ? 7 : 2)
        expect(Date.parse(saved_at ?? '')).toBeLessThan(Date.parse(submitted.ret.submitted_at ?? ''))
      }),
    )
  })

  test('the result is not ready, silently', async () => {
    const person = await completeApplicant()
    await submit(person)
    expect(await person.call('loan/apply_info', { check_result: true })).toMatchObject({ code: '301', ret: null })
  })

  test('before submitting, asking for the result just tells how far it is', async () => {
    const person = await completeApplicant()
    expect(await person.call('loan/apply_info', { check_result: true })).toMatchObject({
      code: '0',
      ret: { application: { state: 'in_progress', can_submit: true } },
    })
  })
})

describe('after a refusal', () => {
  const day = 24 * 3_600_000
  const refusedApplicant = async (): Promise<Applicant> => {
    const person = await completeApplicant()
    await submit(person)
    now = new Date(noon.getTime() + 60_000)
    await refuseApplication(person, now, new Date(now.getTime() + 14 * day))
    return person
  }

  test.each([
    ['at once', 0, '14 days'],
    ['after a day and a second', day + 1000, '13 days'],
    ['in the last second', 14 * day - 1000, '1 day'],
  ])('submitting %s is refused with the days to wait', async (_, afterMs, days) => {
    const person = await refusedApplicant()
    now = new Date(now.getTime() + afterMs)
    expect(await submit(person)).toEqual({
      code: '20203',
      msg: `Sorry, your application has been refused, please try again ${days} later.`,
      ret: null,
    })
    expect(await progress(person)).toMatchObject({
      application: { state: 'refused', next_step: null, can_submit: false },
      retry_at: '2026-11-30T15:01:00.000Z',
      decided_at: '2026-11-16T15:01:00.000Z',
      decision_expected_at: null,
    })
  })

  test('to the second, it may be submitted again with the data on file, as a new application', async () => {
    const person = await refusedApplicant()
    const id = async () =>
      (
        await pool.query<{ id: string }>('SELECT application_id AS id FROM application WHERE user_id = $1', [
          person.userId,
        ])
      ).rows[0]?.id
    const first = await id()
    now = new Date(now.getTime() + 14 * day)
    expect(await progress(person)).toMatchObject({
      application: { state: 'in_progress', next_step: null, can_submit: true },
      retry_at: null,
    })
    expect(await submit(person)).toMatchObject({
      code: '0',
      ret: { application: { state: 'in_review' }, submitted_at: now.toISOString(), decided_at: null },
    })
    expect(await id()).not.toBe(first)
  })

  test('what is on file may be corrected meanwhile', async () => {
    const person = await refusedApplicant()
    expect(await person.call('app/save_basic_info', { ...basic, past_loans_count: 9 })).toMatchObject({
      code: '0',
      ret: { application: { state: 'refused' } },
    })
  })
})

test('who has sent no photograph cannot submit', async () => {
  const person = await newApplicant(opened)
  await saveThreeSteps(person)
  expect((await progress(person)).application.next_step).toBe('photos')
  expect(await submit(person)).toMatchObject({ code: '20202' })
})
