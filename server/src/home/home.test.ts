import { beforeEach, describe, expect, test } from 'vitest'
import { basic, newApplicant, saveThreeSteps, settablePhotos } from '../application/test-application.ts'
import { buildServer } from '../app.ts'
import { testDatabase } from '../db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const { photos, set: setPhotos } = settablePhotos()
const opened = await openTestServer(pool, { clock: { now: () => now } })
const services = { ...opened.services, photos }
const server = { app: buildServer(services), services }

const start = { kind: 'start_application', step: null, order_id: null }
const nothingElse = {
  limit_centavos: null,
  quota: null,
  expires_at: null,
  review_expected_at: null,
  retry_at: null,
  refusal_reasons: [],
  payout_account: null,
  best_coupon: null,
  active_order: null,
  notices: [],
}

beforeEach(async () => {
  now = noon
  setPhotos(now)
  await pool.query('DELETE FROM login_address')
})

test('a guest is a guest, by the clock of the server, with one thing to do: start', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/api/app/home', payload: {} })
  expect(answer.json()).toEqual({
    code: '0',
    msg: '',
    ret: { ...nothingElse, state: 'guest', now_at: '2026-11-16T15:00:00.000Z', person: null, next_action: start },
  })
})

describe('a user who has applied for nothing has the same one thing to do', () => {
  test.each([
    ['by phone', { kind: 'phone', value: '+5491123456789' }, '+54 9 ••• 6789'],
    ['by mail', { kind: 'mail', value: 'lucia@example.com' }, 'l•••@example.com'],
  ] as const)('and sees how she logs in, as far as she needs to recognise it: %s', async (_, address, masked) => {
    const { call } = await newApplicant(server, address)
    expect((await call('app/home')).ret).toEqual({
      ...nothingElse,
      state: 'not_applied',
      now_at: now.toISOString(),
      person: { first_name: null, contact_masked: masked },
      next_action: start,
    })
  })
})

describe('an application that was begun goes on where it stopped', () => {
  const all = ['accepted', 'accepted', 'accepted'] as const
  test.each([
    ['the basic step is saved', false, [], 'continue_application', 'social'],
    ['the three steps are saved', true, [], 'continue_application', 'photos'],
    ['everything is there and not yet sent', true, all, 'continue_application', 'photos'],
    ['a photo must be taken again', true, ['accepted', 'accepted', 'retake'], 'retake_photos', 'photos'],
  ] as const)('%s', async (_, isSaved, taken, kind, step) => {
    const person = await newApplicant(server)
    await person.call('app/save_basic_info', basic)
    if (isSaved) await saveThreeSteps(person)
    setPhotos(now, ...taken)
    expect((await person.call('app/home')).ret).toMatchObject({
      state: 'not_applied',
      person: { first_name: 'Lucía' },
      next_action: { kind, step, order_id: null },
    })
  })
})

test('in review: until about when, and to check it', async () => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  const { ret } = await person.call('loan/apply_info', { submit: true })
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'in_review',
    review_expected_at: ret.decision_expected_at,
    person: { first_name: 'Lucía' },
    next_action: { kind: 'check_review', step: null },
  })
  expect(Date.parse(ret.decision_expected_at ?? '') - now.getTime()).toBeGreaterThanOrEqual(60_000)
})

test('refused: when to try again, and from then on the way to do so', async () => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  await person.call('loan/apply_info', { submit: true })
  const retryAt = new Date('2026-11-30T15:01:00Z')
  await pool.query(`UPDATE application SET state = 'refused', decided_at = $2, retry_at = $3 WHERE user_id = $1`, [
    person.userId,
    noon,
    retryAt,
  ])
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'refused',
    retry_at: retryAt.toISOString(),
    review_expected_at: null,
    next_action: { kind: 'see_help' },
  })
  now = retryAt
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'not_applied',
    retry_at: null,
    next_action: { kind: 'continue_application', step: 'photos' },
  })
})
