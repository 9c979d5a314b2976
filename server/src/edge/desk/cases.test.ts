import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { basic, extra, newApplicant, transfer } from '../../person/application/test-application.ts'
import type { Applicant } from '../../person/application/test-application.ts'
import { openPhotoServer, plainPhoto } from '../../person/identity/test-photos.ts'
import { reviewApplication } from '../../lending/review/review-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { openTestDesk } from './test-desk-server.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const server = await openPhotoServer(pool, () => now)
const { services } = server
const desk = await openTestDesk(services)
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))

const empty = emptier(pool, 'account', 'work_claim', 'proposal')
beforeEach(async () => {
  await empty()
  now = start
})
afterEach(() => server.show({}))

type Shown = DeskRetOf<'cases/show'>
const as = (name: string, role: StaffRole) => desk.member(`cases ${name}`, role)

let people = 0

/** Somebody whose photos could not be read, or who sends the very photos of somebody else: a person has to look. */
const newCase = async (selfie?: Buffer): Promise<Applicant & { caseId: string }> => {
  people += 1
  const dni = String(30_300_000 + people)
  const address = { kind: 'phone' as const, value: `+54911500${String(people).padStart(5, '0')}` }
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
  if (selfie !== undefined) expect(await server.send(person, 'selfie', selfie)).toMatchObject({ code: '0' })
  expect(await person.call('loan/apply_info', { submit: true })).toMatchObject({ code: '0' })
  const { rows } = await pool.query<{ id: string }>('SELECT application_id AS id FROM application WHERE user_id = $1', [
    person.userId,
  ])
  const caseId = rows[0]?.id ?? ''
  await reviewApplication(services, { user_id: person.userId, application_id: caseId, try_number: 0 })
  return { ...person, caseId }
}

/** As the identity check says it of somebody whose face or image came before. */
const mark = (userId: string, reason: 'face_reused' | 'image_reused') =>
  pool.query(
    `UPDATE identity_verdict SET reasons = reasons || ARRAY[$2] WHERE user_id = $1 AND superseded_at IS NULL`,
    [userId, reason],
  )

const acts = async (userId: string) =>
  (await pool.query('SELECT actor, act, why FROM desk_act WHERE user_id = $1 ORDER BY entry_number', [userId])).rows

describe('a case', () => {
  test('says why it waits and what the rules said; who it is only once it was opened with a reason', async () => {
    const { caseId, userId } = await newCase()
    const ana = await as('ana', 'analyst')
    const before = (await ana.call('cases/show', { case_id: caseId })).ret as Shown
    expect(before).toMatchObject({
      state: 'waiting',
      opened: null,
      opened_until: null,
      due_at: '2026-11-16T19:00:00.000Z',
      reasons: expect.arrayContaining(['identity_needs_a_person']),
      replays: [{ outcome: 'manual', decided_by: null, is_same: true }],
    })
    expect(JSON.stringify(before)).not.toContain('Romero')
    expect(await acts(userId)).toEqual([])
    expect(await ana.call('cases/photos', { case_id: caseId })).toMatchObject({ code: '20735' })
    expect(await ana.call('cases/same', { case_id: caseId })).toMatchObject({ code: '20735' })

    expect(await ana.call('cases/open', { case_id: caseId, why: 'she is next' })).toMatchObject({ code: '0' })
    const after = (await ana.call('cases/show', { case_id: caseId })).ret as Shown
    expect(after.opened?.person).toMatchObject({ last_name: 'Romero', monthly_income_centavos: 90_000_000 })
    expect(after.opened?.bureau).toMatchObject({ answer: 'on_file' })
    const { ret } = await ana.call('cases/photos', { case_id: caseId })
    expect((ret as DeskRetOf<'cases/photos'>).photos.map(({ kind }) => kind).toSorted()).toEqual([
      'back',
      'front',
      'selfie',
    ])
    expect(await acts(userId)).toEqual([
      { actor: 'cases ana', act: 'see_case', why: 'she is next' },
      { actor: 'cases ana', act: 'see_photos', why: `case ${caseId}` },
    ])
    // Hers to see, and open for her alone.
    const { rows } = await pool.query(`SELECT actor_name FROM data_access WHERE user_id = $1 AND actor = 'desk'`, [
      userId,
    ])
    // Form, result of the identity check, decisions, photos.
    expect(rows).toHaveLength(4)
    const beto = await as('beto', 'analyst')
    expect(((await beto.call('cases/show', { case_id: caseId })).ret as Shown).opened).toBeNull()
  })

  test('is covered again after five minutes', async () => {
    const { caseId } = await newCase()
    const ana = await as('ana', 'analyst')
    await ana.call('cases/open', { case_id: caseId, why: 'x' })
    later(4)
    expect(((await ana.call('cases/show', { case_id: caseId })).ret as Shown).opened).not.toBeNull()
    later(1)
    expect(((await ana.call('cases/show', { case_id: caseId })).ret as Shown).opened).toBeNull()
    expect(await ana.call('cases/photos', { case_id: caseId })).toMatchObject({ code: '20735' })
  })

  test('is refused with a reason that she reads, and can be opened and replayed afterwards', async () => {
    const { caseId, userId, call } = await newCase()
    const ana = await as('ana', 'analyst')
    const refuse = { case_id: caseId, reason: 'identity_photos_do_not_match', same_person: null, why: 'another face' }
    expect(await ana.call('cases/refuse', { ...refuse, reason: 'bureau_thin_file' })).toMatchObject({ code: '40000' })
    expect(await ana.call('cases/refuse', refuse)).toMatchObject({ code: '0' })
    expect((await call('loan/apply_info', {})).ret).toMatchObject({
      reasons: [{ code: 'identity_photos_do_not_match' }],
    })
    expect(await ana.call('cases/refuse', refuse)).toMatchObject({ code: '20736' })
    const shown = (await ana.call('cases/show', { case_id: caseId })).ret as Shown
    expect(shown).toMatchObject({ state: 'refused', due_at: null })
    expect(shown.replays).toMatchObject([
      { outcome: 'manual', is_same: true },
      { outcome: 'refused', decided_by: 'cases ana', is_same: true },
    ])
    const { ret } = await ana.call('cases/list', { show: 'by_person' })
    expect(ret).toMatchObject({ cases: [{ case_id: caseId, state: 'refused', decided_by: 'cases ana' }] })
    expect((await ana.call('cases/list', { show: 'waiting' })).ret).toMatchObject({ cases: [] })
    expect((await acts(userId)).at(-1)).toMatchObject({ act: 'refuse', why: 'another face' })
  })

  test('is approved within the rules by one, and above them only by a proposal', async () => {
    const { caseId, userId } = await newCase()
    const ana = await as('ana', 'analyst')
    const { limit_by_rules_centavos: limit, grid } = (await ana.call('cases/show', { case_id: caseId })).ret as Shown
    expect(limit).toBeGreaterThan(0)
    const body = { case_id: caseId, same_person: null, why: 'it is her' }
    const above = { ...body, limit_centavos: limit + grid.step_centavos }
    expect(await ana.call('cases/approve', above)).toMatchObject({ code: '20736' })
    expect(await ana.call('cases/approve', { ...body, limit_centavos: limit + 1 })).toMatchObject({ code: '20736' })
    expect(
      await ana.call('proposals/propose', {
        kind: 'limit',
        details: { user_id: userId, limit_centavos: above.limit_centavos },
        why: 'a good payer',
      }),
    ).toMatchObject({ code: '0' })
    expect(await ana.call('cases/approve', { ...body, limit_centavos: limit })).toMatchObject({ code: '0' })
    const { ret } = await ana.call('cases/list', { show: 'approved' })
    expect(ret).toMatchObject({ cases: [{ case_id: caseId, limit_centavos: limit }] })
  })

  test('gives one photo back to her, and is then hers', async () => {
    const { caseId, userId } = await newCase()
    const ana = await as('ana', 'analyst')
    expect(await ana.call('cases/retake', { case_id: caseId, photo: 'selfie', why: 'too dark' })).toMatchObject({
      code: '0',
    })
    const { rows } = await pool.query('SELECT state, waits_since FROM application WHERE user_id = $1', [userId])
    expect(rows).toEqual([{ state: 'in_progress', waits_since: null }])
    expect((await ana.call('cases/show', { case_id: caseId })).ret).toMatchObject({ state: 'taken_back' })
  })

  test('is not there for somebody who made its number up', async () => {
    const ana = await as('ana', 'analyst')
    const nothing = { case_id: services.random.uuid() }
    for (const path of ['cases/show', 'cases/photos', 'cases/same'] as const)
      expect(await ana.call(path, nothing)).toMatchObject({ code: '20734' })
    expect(await ana.call('cases/open', { ...nothing, why: 'x' })).toMatchObject({ code: '20734' })
  })
})

describe('the same face or image under another DNI', () => {
  test('is shown with both sides, masked; the photos of the other one are hers to see too', async () => {
    const selfie = await plainPhoto()
    const first = await newCase(selfie)
    later(1)
    const second = await newCase(selfie)
    const ana = await as('ana', 'analyst')
    await ana.call('cases/open', { case_id: second.caseId, why: 'the same photo' })
    const { ret } = await ana.call('cases/same', { case_id: second.caseId })
    const { matches } = ret as DeskRetOf<'cases/same'>
    expect(matches).toMatchObject([
      {
        user_id: first.userId,
        by: 'image',
        distance: null,
        photo: 'selfie',
        other_photo: 'selfie',
        is_photo_kept: true,
      },
    ])
    expect(JSON.stringify(matches)).not.toContain('Romero')
    const photos = await ana.call('cases/photos', { case_id: second.caseId, match_user_id: first.userId })
    expect((photos.ret as DeskRetOf<'cases/photos'>).photos.length).toBeGreaterThan(0)
    expect(await acts(first.userId)).toMatchObject([{ act: 'see_photos' }])
    const stranger = services.random.uuid()
    expect(await ana.call('cases/photos', { case_id: second.caseId, match_user_id: stranger })).toMatchObject({
      code: '20734',
    })
  })

  test('is not approved before somebody says that it is another person', async () => {
    const selfie = await plainPhoto()
    const first = await newCase(selfie)
    later(1)
    const second = await newCase(selfie)
    const ana = await as('ana', 'analyst')
    const shown = (await ana.call('cases/show', { case_id: second.caseId })).ret as Shown
    expect(shown.needs_same_person).toBe(true)
    const body = { case_id: second.caseId, limit_centavos: shown.limit_by_rules_centavos, why: 'another person' }
    for (const answer of [null, 'yes', 'unknown'])
      expect(await ana.call('cases/approve', { ...body, same_person: answer })).toMatchObject({ code: '20736' })
    expect(await ana.call('cases/approve', { ...body, same_person: 'no' })).toMatchObject({ code: '0' })
    expect(((await ana.call('cases/show', { case_id: first.caseId })).ret as Shown).needs_same_person).toBe(false)
  })

  test('is not approved above the rules either, before somebody says so and another one signs', async () => {
    const selfie = await plainPhoto()
    await newCase(selfie)
    later(1)
    const { caseId, userId } = await newCase(selfie)
    const [vera, nora] = [await desk.madeUp('Vera'), await desk.madeUp('Nora')]
    const { limit_by_rules_centavos: limit, grid } = (await vera.call('cases/show', { case_id: caseId })).ret as Shown
    const details = { user_id: userId, limit_centavos: limit + grid.step_centavos }
    const propose = (more: object) =>
      vera.call('proposals/propose', { kind: 'limit', details: { ...details, ...more }, why: 'a good payer' })
    expect(await propose({})).toMatchObject({ code: '20712' })
    for (const answer of ['yes', 'unknown', null])
      expect(await propose({ same_person: answer })).toMatchObject({ code: '400' })
    const { code, ret } = await propose({ same_person: 'no' })
    expect(code).toBe('0')
    const { proposal, preview } = ret as DeskRetOf<'proposals/propose'>
    expect(preview.effects).toContainEqual({ name: 'same_person', before: null, after: 'another_person' })
    const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'looked at it' }
    // Whoever proposed it does not sign it.
    expect(await vera.confirm('proposals/approve', body)).toMatchObject({ code: '20710' })
    expect(await nora.confirm('proposals/approve', body)).toMatchObject({ code: '0' })
    const { rows } = await pool.query(`SELECT actor, details FROM desk_act WHERE user_id = $1 AND act = 'approve'`, [
      userId,
    ])
    expect(rows).toMatchObject([{ actor: 'Nora', details: { same_person: 'no' } }])
  })

  test('by the face is found among the faces that are kept, with the distance', async () => {
    const [one, other] = [await newCase(), await newCase()]
    const stranger = await newCase()
    const seal = (userId: string, shift: number) => {
      const face = new Float32Array(128).fill(0.05)
      face[0] = 0.05 + shift
      return services.sealer.seal(new Uint8Array(face.buffer), {
        table: 'identity_trace',
        column: 'sealed_descriptor',
        row: [userId],
      })
    }
    for (const [person, shift] of [
      [one, 0],
      [other, 0.4],
      [stranger, 0.9],
    ] as const) {
      await pool.query(
        `UPDATE identity_trace SET sealed_descriptor = $2, face_id = gen_random_uuid(), face_written_by = pg_current_xact_id() WHERE user_id = $1`,
        [person.userId, seal(person.userId, shift)],
      )
      await pool.query('UPDATE photo SET image_index = sha256(upload_id::text::bytea) WHERE user_id = $1', [
        person.userId,
      ])
    }
    await mark(one.userId, 'face_reused')
    const ana = await as('ana', 'analyst')
    await ana.call('cases/open', { case_id: one.caseId, why: 'the same face' })
    const { matches } = (await ana.call('cases/same', { case_id: one.caseId })).ret as DeskRetOf<'cases/same'>
    expect(matches.map(({ user_id, by }) => [user_id, by])).toEqual([[other.userId, 'face']])
    expect(matches[0]?.distance).toBeCloseTo(0.4)
  })
})

test('whoever only reads sees cases and decides none', async () => {
  const { caseId } = await newCase()
  const aldo = await as('aldo', 'auditor')
  expect(await aldo.call('cases/open', { case_id: caseId, why: 'audit' })).toMatchObject({ code: '0' })
  expect(await aldo.call('cases/show', { case_id: caseId })).toMatchObject({ code: '0' })
  const refuse = { case_id: caseId, reason: 'score_low', same_person: null, why: 'x' }
  expect(await aldo.call('cases/refuse', refuse)).toMatchObject({ code: '20701' })
})
