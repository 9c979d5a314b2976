import { basicInfo } from '@hola/core/application/basic.ts'
import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import { afterAll, expect } from 'vitest'
import { basic, extra, newApplicant, transfer } from '../../person/application/test-application.ts'
import type { Applicant } from '../../person/application/test-application.ts'
import { buildServer } from '../../app.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { indexForm, personOf } from '../../person/identity/form.ts'
import { photoKinds } from '../../person/identity/photo-kinds.ts'
import { upsertTrace } from '../../person/identity/face-store.ts'
import { insertVerdict, replacePhoto } from '../../person/identity/store.ts'
import type { IdentityVerdict } from '../../person/identity/verdict.ts'
import type { Bureau } from '../../providers/bureau/port.ts'
import type { Services } from '../../edge/services.ts'
import { openInputs } from './inputs.ts'
import { reviewApplication } from './review-application.ts'
import type { DecisionRow } from './store.ts'
import { listDecisions, replayAll } from './test-replay.ts'

export type Typed = { readonly basic?: Partial<typeof basic>; readonly extra?: Partial<typeof extra> }

let dnisGiven = 0

/** A DNI that no other test has, with these last four digits. */
export const newDni = (ending = '1222'): string => {
  dnisGiven += 1
  return `${2_000 + dnisGiven}${ending}`
}

const passed: Pick<IdentityVerdict, 'outcome' | 'reasons'> = { outcome: 'pass', reasons: [] }

/** The real application whose jobs run when a test says so. After the last test every decision is made again. */
export const openReviewServer = async (
  pool: Pool,
  { now, bureau }: { readonly now: () => Date; readonly bureau?: Bureau },
) => {
  const opened = await openTestServer(pool, { clock: { now } })
  const services: Services = { ...opened.services, ...(bureau && { bureau }) }
  const app = buildServer(services)
  const server = { app, services }

  /** Three photos that are on file, and what the identity check said about them. */
  const judge = async (
    { userId }: Applicant,
    typed: typeof basic,
    { outcome, reasons }: Pick<IdentityVerdict, 'outcome' | 'reasons'>,
  ): Promise<void> =>
    inTransaction(pool, async (tx) => {
      const { sealer, random } = services
      const uploadIds = { front: random.uuid(), back: random.uuid(), selfie: random.uuid() }
      for (const kind of photoKinds)
        await replacePhoto(tx, {
          userId,
          uploadId: uploadIds[kind],
          kind,
          imageIndex: Buffer.from(random.bytes(32)),
          isRetake: false,
          storedAt: now(),
          fileName: random.uuid(),
        })
      const form = personOf(basicInfo.parse(typed))
      await upsertTrace(tx, { userId, dniIndex: sealer.blindIndex(form.dni, 'dni'), face: null, at: now() })
      await insertVerdict(tx, {
        outcome,
        reasons,
        retake: [],
        userId,
        verdictId: random.uuid(),
        uploadIds,
        formIndex: indexForm(sealer, form),
        scores: {},
        versions: {},
        rulesVersion: '1',
        judgedAt: now(),
      })
    })

  const submit = async (person: Applicant): Promise<void> => {
    const { code, msg } = await person.call('loan/apply_info', { submit: true })
    if (code !== '0') throw new Error(`submitting: ${msg}`)
  }

  /** Somebody who has submitted; without a verdict her photos are still being read. */
  const submitted = async ({
    dni = newDni(),
    typed = {},
    verdict = passed,
  }: {
    readonly dni?: string
    readonly typed?: Typed
    readonly verdict?: Pick<IdentityVerdict, 'outcome' | 'reasons'> | null
  } = {}): Promise<Applicant> => {
    const person = await newApplicant(server)
    const cuil = suggestCuil(dni, 'f') ?? ''
    const said = { ...basic, ...typed.basic, national_id_number: dni, cuil }
    for (const [path, body] of [
      ['app/save_basic_info', said],
      ['app/save_extra_info', { ...extra, ...typed.extra }],
      ['app/save_transfer_info', transfer],
    ] as const) {
      const { code, msg } = await person.call(path, body)
      if (code !== '0') throw new Error(`${path}: ${msg}`)
    }
    await judge(person, said, verdict ?? passed)
    if (verdict === null) await pool.query('DELETE FROM identity_verdict WHERE user_id = $1', [person.userId])
    await submit(person)
    return person
  }

  /** The job that would run next for a person, as it stands in the queue. */
  const nextJob = async ({ userId }: Applicant) => {
    const { rows } = await pool.query<{
      data: { user_id: string; application_id: string; try_number: number }
      start_after: Date
    }>(
      `SELECT data, start_after FROM pgboss.job
        WHERE name = 'application-review' AND data ->> 'user_id' = $1
        ORDER BY created_on DESC, (data ->> 'try_number')::integer DESC LIMIT 1`,
      [userId],
    )
    const [job] = rows
    if (job === undefined) throw new Error('no review is waiting')
    return job
  }
  const run = async (person: Applicant): Promise<void> => reviewApplication(services, (await nextJob(person)).data)

  const decisions = async ({ userId }: Applicant): Promise<(DecisionRow & { inputs: ReviewInputs })[]> =>
    inTransaction(pool, async (tx) => {
      const all = await listDecisions(tx)
      return all
        .filter((decision) => decision.userId === userId)
        .toSorted((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime())
        .map((decision) => ({ ...decision, inputs: openInputs(services.sealer, decision, decision.sealedInputs) }))
    })

  afterAll(async () => {
    const { count, different } = await inTransaction(pool, (tx) => replayAll(tx, services))
    expect(different).toEqual([])
    expect(count).toBeGreaterThan(0)
  })

  return { app, services, logged: opened.logged, submitted, submit, judge, nextJob, run, decisions }
}

export const applyInfo = async (person: Applicant, language: 'en' | 'es' = 'en') =>
  (await person.call('loan/apply_info', {}, language)).ret
