import { civilDayOf } from '@hola/core/calendar.ts'
import { Refusal } from '@hola/core/errors.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { apply } from '../../lending/loan/public.ts'
import type { IdentityVerdict, Specimen } from '../../person/identity/public.ts'
import { drawSpecimen, forgetPhotos, listPhotoFiles, sexes } from '../../person/identity/public.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { retOfAnswer } from '../../platform/handler.ts'
import { request as fileRequest } from '../../rights/consumer/public.ts'
import type { Services } from '../services.ts'
import type { Applicant } from './applicants.ts'
import { accountOf as accountAt, insertApplicant, someApplicant } from './applicants.ts'
import { seededChance } from './chance.ts'
import { submit } from './fill-lives.ts'
import type { Person, World } from './fill-world.ts'
import { HOUR_MS, MINUTE_MS } from './fill-world.ts'
import { contextOf } from './life.ts'
import { readyToSign } from './people.ts'

// What waits for the staff today, beside the borrowers who go on with their lives.

const OPEN_CASES = 8
/** Of these a payout hangs: nobody heard how it ended, and the job that asks was lost. */
const HANGING_PAYOUTS = 2
/** So long ago a job was given up: its hour is over. */
const DEAD_JOB_MS = 72 * MINUTE_MS

export type OpenCase = {
  readonly applicant: Applicant
  readonly images: Specimen
  readonly names: Readonly<Record<keyof Specimen, string>>
  /** The photos are those of somebody else. */
  readonly isReused: boolean
}

/** The photos of those who wait for a person; the files of a fill that fails are swept like any that nobody has. */
export const drawCases = async (
  base: Services,
  seed: string,
  ownPhotos: number,
  told: (share: number) => void,
): Promise<OpenCase[]> => {
  const cases: OpenCase[] = []
  for (let number = 0; number < OPEN_CASES; number += 1) {
    const chance = seededChance(`${seed} case ${number}`)
    const applicant = someApplicant(chance, 1_000 + number, { needsPerson: true })
    const { first_name, last_name, national_id_number, gender_id, birth_day } = applicant.basic
    const person = {
      dni: national_id_number,
      surname: last_name,
      givenNames: first_name,
      sex: sexes[gender_id],
      birth: birth_day,
    }
    const others = (number < ownPhotos ? undefined : cases[number % ownPhotos])?.images
    const images =
      others ?? (await drawSpecimen(person, number === 3 ? 'other_face' : 'ok', civilDayOf(base.clock.now())))
    const names = {
      front: await base.files.put(images.front),
      back: await base.files.put(images.back),
      selfie: await base.files.put(images.selfie),
    }
    cases.push({ applicant, images, names, isReused: others !== undefined })
    told(number * 15)
  }
  return cases
}

/** Somebody waits for each of these; the server leaves them as they are. */
type Waiting = {
  readonly caseIds: readonly string[]
  readonly hangingIds: readonly string[]
  /** The message about it was tried and given up. */
  readonly unsent: string | undefined
}

type Today = { readonly world: World; readonly seed: string; readonly cases: readonly OpenCase[] }

const newPerson = (people: Map<string, Person>, seed: string): Person => {
  const chance = seededChance(seed)
  const person: Person = { userId: chance.uuid(), chance, happenings: [] }
  people.set(person.userId, person)
  return person
}

const complaints = [
  'Pagué el lunes y sigue figurando como deuda.',
  'Me cobraron un punitorio que no entiendo. Quiero el detalle.',
  'Transferí dos veces la misma cuota y nadie me contesta.',
  'No puedo entrar a la aplicación desde que cambié el celular.',
] as const

/** What waits today: cases for a person, payouts that hang, money of nobody, complaints. */
export const fillToday = async (means: Today): Promise<Waiting> => {
  const caseIds: string[] = []
  for (const [number, found] of means.cases.entries()) caseIds.push(await openCase(means, found, number))
  const hangingIds: string[] = []
  for (let number = 0; number < HANGING_PAYOUTS; number += 1) hangingIds.push(await hangingPayout(means, number))
  const { people, nobody, now, runStep, liveUntil, tillOf } = means.world
  for (const [hours, amount] of [
    [52, 3_215_050],
    [27, 1_840_000],
    [6, 4_500_000],
    [2, 987_525],
  ] as const)
    await runStep(nobody, {
      at: new Date(now.getTime() - hours * HOUR_MS),
      name: 'money',
      act: async ({ visit }) => void tillOf(nobody).pay(visit, { reference: null, amount: centavos(amount) }),
    })
  await liveUntil(nobody, now)
  let unsent: string | undefined
  const complaining = [...people.values()].filter((_, index) => index % 61 === 7).slice(0, complaints.length)
  for (const [index, person] of complaining.entries()) {
    await runStep(person, {
      at: new Date(now.getTime() - (index * 2 + 1) * 19 * HOUR_MS),
      name: 'look',
      act: async ({ services }) => {
        const answer = retOfAnswer(
          await fileRequest(contextOf(services, person.userId), {
            channel: 'mail',
            mail: `reclamo${index + 1}@example.com`,
            kind: 'complaint',
            note: complaints[index] ?? complaints[0],
          }),
        )
        if (answer instanceof Refusal) throw new Error(`no complaint: ${answer.name}`)
        unsent ??= answer.tracking_number
      },
    })
    await liveUntil(person, now)
  }
  return { caseIds, hangingIds, unsent }
}

const openCase = async (
  { world: { people, now, runStep, liveUntil }, seed }: Today,
  { applicant, images, names, isReused }: OpenCase,
  number: number,
): Promise<string> => {
  const person = newPerson(people, `${seed} open case ${number}`)
  const { userId } = person
  const at = new Date(now.getTime() - (20 + number * 55) * MINUTE_MS)
  const address = { kind: 'phone', value: `+54911${71_000_000 + number}` } as const
  const doubts: IdentityVerdict['reasons'] = isReused ? ['image_reused'] : number % 2 === 1 ? ['face_uncertain'] : []
  await runStep(person, {
    at,
    name: 'join',
    act: async (step) => {
      await insertApplicant(step.services, { userId, address, applicant, account: accountAt(applicant, 'instant') })
      await submit(step, userId, {
        verdict: { outcome: doubts.length > 0 ? 'manual' : 'pass', reasons: doubts },
        files: { images, names },
      })
    },
  })
  await liveUntil(person, now)
  return userId
}

const hangingPayout = async (
  { world: { people, now, runStep, liveUntil }, seed }: Today,
  number: number,
): Promise<string> => {
  const person = newPerson(people, `${seed} hanging ${number}`)
  const { userId, chance } = person
  const address = { kind: 'phone', value: `+54911${72_000_000 + number}` } as const
  const joinedAt = new Date(now.getTime() - (5 + number) * HOUR_MS)
  const signedAt = new Date(now.getTime() - (35 + number * 20) * MINUTE_MS)
  // Her bank never answers.
  const lucky = someApplicant({ ...chance, happens: () => false }, 1_100 + number, { needsPerson: false })
  await runStep(person, {
    at: joinedAt,
    name: 'join',
    act: async (step) => {
      const account = accountAt(lucky, 'silentLost')
      await insertApplicant(step.services, { userId, address, applicant: lucky, account })
      await submit(step, userId, { verdict: { outcome: 'pass', reasons: [] }, files: undefined })
    },
  })
  await liveUntil(person, signedAt)
  await runStep(person, {
    at: signedAt,
    name: 'sign',
    act: async ({ services }) => {
      await inTransaction(services.pool, (tx) => forgetPhotos(tx, { userId, at: signedAt, keepsCard: false }))
      const wanted = { userId, address, amount: pesos(60_000 + number * 15_000), termDays: 91 }
      const body = await readyToSign(services, wanted)
      if (body instanceof Refusal) throw new Error(`not offered: ${body.name}`)
      const answer = retOfAnswer(await apply(contextOf(services, userId), body))
      if (answer instanceof Refusal) throw new Error(`not signed: ${answer.name}`)
    },
  })
  await liveUntil(person, new Date(signedAt.getTime() + 1))
  return userId
}

/** What is due later becomes the business of the running server. */
export const handOver = async (
  base: Services,
  pool: Pool,
  { people, nobody, now }: World,
  { caseIds, hangingIds, unsent }: Waiting,
): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    for (const { userId, happenings } of [...people.values(), nobody]) {
      if (hangingIds.includes(userId)) continue
      for (const { job, at } of happenings)
        if (job !== undefined)
          await base.jobs.enqueue(tx, job.name as never, job.data as never, { startAfter: at > now ? at : now })
    }
    // The photos of the open cases are truly read, as those of anybody are.
    for (const userId of caseIds)
      for (const { uploadId } of await listPhotoFiles(tx, userId))
        await base.jobs.enqueue(tx, 'identity-read', { user_id: userId, upload_id: uploadId })
    if (unsent !== undefined) await insertDeadJob(tx, base, unsent)
  })
}

/** A message that failed at every try, as the queue keeps what it has given up; trying it again sends it. */
const insertDeadJob = async (tx: Tx, { machineClock }: Services, trackingNumber: string): Promise<void> => {
  await tx.query(
    `INSERT INTO pgboss.job (name, data, source_name, source_output, created_on)
     VALUES ('dead-letter', $1, 'consumer-message', $2, $3)`,
    [
      { tracking_number: trackingNumber },
      { message: 'the message provider did not answer within 10 s' },
      new Date(machineClock.now().getTime() - DEAD_JOB_MS),
    ],
  )
}
