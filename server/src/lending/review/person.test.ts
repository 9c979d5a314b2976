import { APPROVAL_VALID_MS, REFUSAL_RETRY_MS } from '@hola/core/constants.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Applicant } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { CaseProblem, decideByPerson, findCase, listManualCases } from './manual-cases.ts'
import type { PersonDecision } from './manual-cases.ts'
import { applyInfo, newDni, openReviewServer } from './test-review.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const { services, submitted, submit, nextJob, run, decisions } = await openReviewServer(pool, { now: () => now })

const reviewed = async (person: Applicant): Promise<Applicant> => {
  now = new Date(now.getTime() + 120_000)
  await run(person)
  return person
}
/** Somebody whose record is under review. */
const waiting = async (): Promise<Applicant> => reviewed(await submitted({ dni: newDni('9008') }))
const decide = ({ userId }: Applicant, decision: Omit<PersonDecision, 'userId' | 'actor'>) =>
  inTransaction(pool, (tx) => decideByPerson(tx, services, { userId, actor: 'ana', ...decision }))
const listed = async () =>
  (await inTransaction(pool, (tx) => listManualCases(tx, services, { limit: 100 }))).map(({ userId }) => userId)

beforeEach(() => {
  now = noon
})

test('what waits for a person is listed, the longest waiting first, and nothing else', async () => {
  const first = await waiting()
  const second = await waiting()
  await submitted()
  await reviewed(await submitted())
  expect(await listed()).toEqual([first.userId, second.userId])
  expect((await inTransaction(pool, (tx) => listManualCases(tx, services, { limit: 100 })))[0]).toMatchObject({
    reasons: ['bureau_in_review'],
    submittedAt: noon,
    since: new Date('2026-11-16T15:02:00Z'),
  })
})

test('a case shows what a person decides by', async () => {
  const { userId } = await waiting()
  const found = await inTransaction(pool, (tx) => findCase(tx, services, userId))
  expect(found).toMatchObject({
    userId,
    reasons: ['bureau_in_review'],
    inputs: { bureau: { kind: 'on_file', worstNow: 3, isInReview: true }, declared: { employmentType: 'employee' } },
    proposedLimit: pesos(120_000),
    rulesVersion: 1,
    words: { en: [expect.stringContaining('disputed')], es: [expect.stringContaining('en revisión')] },
  })
  expect(found?.photos.map(({ kind }) => kind).toSorted()).toEqual(['back', 'front', 'selfie'])
  expect(found?.hits).toContain('bureau-in-review')
  const nobody = services.random.uuid()
  expect(await inTransaction(pool, (tx) => findCase(tx, services, nobody))).toBeUndefined()
})

describe('a person', () => {
  test('approves: limit, end, quota and coupon, as the rules would', async () => {
    const person = await waiting()
    now = new Date(now.getTime() + 3_600_000)
    expect(await decide(person, { outcome: 'approved', limitCentavos: pesos(100_000), reasons: [] })).toBeUndefined()
    expect(await applyInfo(person)).toMatchObject({
      application: { state: 'approved' },
      limit_centavos: 100_000_00,
      expires_at: new Date(now.getTime() + APPROVAL_VALID_MS).toISOString(),
    })
    const { rows } = await pool.query('SELECT total_centavos FROM quota WHERE user_id = $1', [person.userId])
    expect(rows).toEqual([{ total_centavos: 100_000_00 }])
    const [byRules, byPerson] = await decisions(person)
    expect(byRules).toMatchObject({ outcome: 'manual', decidedBy: null })
    expect(byPerson).toMatchObject({ outcome: 'approved', decidedBy: 'ana', rulesVersion: 1 })
    expect(byPerson?.inputs).toEqual(byRules?.inputs)
  })

  test('refuses, with words and a date', async () => {
    const person = await waiting()
    expect(await decide(person, { outcome: 'refused', reasons: ['income_not_plausible'] })).toBeUndefined()
    expect(await applyInfo(person, 'es')).toMatchObject({
      application: { state: 'refused' },
      retry_at: new Date(now.getTime() + REFUSAL_RETRY_MS).toISOString(),
      reasons: [{ code: 'income_not_plausible', text: expect.stringContaining('ingresos') }],
    })
  })

  test.each<[string, string[], string[]]>([
    ['a blurred selfie', ['selfie_blurred'], ['selfie']],
    ['a card that cannot be read', ['card_unread', 'front_blurred'], ['id_front', 'id_back']],
    ['one photo alone, whatever the reason names', ['names_differ', 'back_asked_again'], ['id_back']],
  ])('asks for a retake: %s', async (_, reasons, kinds) => {
    const person = await waiting()
    expect(await decide(person, { outcome: 'retake', reasons })).toBeUndefined()
    const info = await applyInfo(person)
    expect(info).toMatchObject({
      application: { state: 'retake', next_step: 'photos' },
      submitted_at: null,
      review_stage: null,
    })
    expect(info.photos.filter(({ state }) => state === 'retake').map(({ kind }) => kind)).toEqual(kinds)
    for (const photo of info.photos.filter(({ state }) => state === 'retake')) {
      expect(photo.reasons.length).toBeGreaterThan(0)
      expect(photo.retakes_left_count).toBeGreaterThan(0)
    }
    expect(await listed()).not.toContain(person.userId)
    await run(person)
    expect((await applyInfo(person)).application.state).toBe('retake')
  })

  test.each<[string, Omit<PersonDecision, 'userId' | 'actor'>, RegExp]>([
    ['an approval without a limit', { outcome: 'approved', reasons: [] }, /needs a limit/],
    ['a limit beside the steps', { outcome: 'approved', limitCentavos: pesos(101_000), reasons: [] }, /in steps of/],
    ['a limit above the product', { outcome: 'approved', limitCentavos: pesos(505_000), reasons: [] }, /needs a limit/],
    ['a refusal without a reason', { outcome: 'refused', reasons: [] }, /needs a reason/],
    ['a reason that there is not', { outcome: 'refused', reasons: ['because'] }, /"because" is no reason/],
    ['a retake for no photo', { outcome: 'retake', reasons: [] }, /name a photo/],
    ['a retake for a reason that names none', { outcome: 'retake', reasons: ['image_reused'] }, /name a photo/],
    [
      'a retake for one that names none besides one that does',
      { outcome: 'retake', reasons: ['selfie_blurred', 'score_low'] },
      /name a photo/,
    ],
  ])('cannot do this: %s', async (_, decision, reason) => {
    const person = await waiting()
    const problem = await decide(person, decision)
    expect(problem).toBeInstanceOf(CaseProblem)
    expect(problem?.reason).toMatch(reason)
    expect((await applyInfo(person)).review_stage).toBe('with_a_person')
    expect(await decisions(person)).toHaveLength(1)
  })

  test('cannot decide what the rules have in hand, what is decided, or what there is not', async () => {
    const refusal = { outcome: 'refused', reasons: ['decided_by_a_person'] } as const
    const inReview = await submitted()
    const approved = await reviewed(await submitted())
    const nobody = { ...approved, userId: services.random.uuid() }
    for (const person of [inReview, approved, nobody])
      expect(await decide(person, refusal)).toMatchObject({ reason: expect.stringContaining('does not wait') })
    const once = await waiting()
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(once, refusal)))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(await decisions(once)).toHaveLength(2)
  })

  test('cannot approve a DNI that is approved elsewhere', async () => {
    const dni = newDni('9008')
    const [first, second] = [await reviewed(await submitted({ dni })), await reviewed(await submitted({ dni }))]
    const approval = { outcome: 'approved', limitCentavos: pesos(50_000), reasons: [] } as const
    expect(await decide(first, approval)).toBeUndefined()
    expect(await decide(second, approval)).toMatchObject({ reason: expect.stringContaining('another account') })
  })

  test('has it in hand alone: the job of the rules that comes again finds nothing to do', async () => {
    const person = await waiting()
    await run(person)
    expect(await decisions(person)).toHaveLength(1)
    expect((await nextJob(person)).data.try_number).toBe(0)
  })

  test('refused: after 14 days a new application is the rules’ again', async () => {
    const person = await waiting()
    await decide(person, { outcome: 'refused', reasons: ['decided_by_a_person'] })
    now = new Date(now.getTime() + REFUSAL_RETRY_MS)
    await submit(person)
    expect(await applyInfo(person)).toMatchObject({ review_stage: 'automatic' })
  })
})
