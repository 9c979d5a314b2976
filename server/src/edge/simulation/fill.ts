import { addDays, civilDayOf, daysBetween, startOfDay } from '@hola/core/calendar.ts'
import type { ActName } from '@hola/core/desk-contract/act-names.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { Refusal } from '@hola/core/errors.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import type { Jobs, JobHandlers, jobTable } from '../../platform/jobs/public.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction, poolOfDesk } from '../../platform/db/public.ts'
import { collectionRegistry, insertSandboxReceipt, updateSandboxReceipt } from '../../providers/collection/public.ts'
import { openMessages } from '../../providers/messages/public.ts'
import { payoutRegistry } from '../../providers/payout/public.ts'
import { handleEvent } from '../../providers/webhook-events.ts'
import { applyInfo, findApplication, readSteps } from '../../person/application/public.ts'
import type { Specimen } from '../../person/identity/public.ts'
import {
  drawSpecimen,
  forgetPhotos,
  insertMadeUpPhotos,
  listPhotoFiles,
  openPhotos,
  sexes,
} from '../../person/identity/public.ts'
import { accrue, apply } from '../../lending/loan/public.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { accountOf, listOrders } from '../../lending/order/public.ts'
import { sweepPayouts } from '../../lending/payout/public.ts'
import { closeDays } from '../../lending/portfolio/public.ts'
import { reconcile } from '../../lending/reconciliation/public.ts'
import { collectionWebhooks, sweepPayments } from '../../lending/repayment/public.ts'
import { decideByPerson, findCase } from '../../lending/review/public.ts'
import { request as fileRequest, sweepRequests } from '../../rights/consumer/public.ts'
import { retOfAnswer } from '../../platform/handler.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Member } from '../../staff/member/public.ts'
import { sandboxStaff } from '../../staff/member/public.ts'
import type { KeptDetails } from '../../staff/proposal/public.ts'
import { NotPossible, propose } from '../../staff/proposal/public.ts'
import type { Fill, FillState, Services } from '../services.ts'
import { accountOf as accountAt, insertApplicant, someApplicant } from './applicants.ts'
import type { Applicant } from './applicants.ts'
import type { Chance } from './chance.ts'
import { seededChance } from './chance.ts'
import { FILED_ON_COMMIT, killablePool } from './killable-pool.ts'
import type { Happening, Manner, Ways } from './life.ts'
import { beginLife, contextOf } from './life.ts'
import { inOneTransaction } from './one-transaction.ts'
import { readyToSign } from './people.ts'
import type { Till, Visit } from './rails.ts'
import type { Step } from './step.ts'

/** So many borrowers over so many days, and beside them a handful of people who wait today. */
const BORROWERS = 300
const DAYS = 182
const OPEN_CASES = 8
/** Of these so many have photos of their own; the others sent those of somebody else, which is what a person looks for. */
const CASES_WITH_OWN_PHOTOS = 4
/** Of these a payout hangs: nobody heard how it ended, and the job that asks was lost. */
const HANGING_PAYOUTS = 2

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JOB_TRIES = 6
/** Older than this the nights are made up for once a week, as they would be after a server that stood still. */
const EVERY_NIGHT_DAYS = 21

/** So far back what people were told is kept. */
const NEWS_DAYS = 45

/** Any number will do, as long as everybody who fills the desk takes the same one. */
const FILL_LOCK = 4_652_171

/** Most pay, some late, a few never. */
const manners: readonly [Manner, ...Manner[]] = [
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_in_time',
  'pays_early',
  'pays_early',
  'pays_in_parts',
  'pays_in_parts',
  'pays_late',
  'pays_late',
  'pays_very_late',
  'pays_very_late',
  'never_pays',
  'never_pays',
  'withdraws',
  'extends',
]

/** Nearly all are paid at once or a little later; now and then an account is closed. */
const bankOf = (chance: Chance) =>
  chance.oneOf(
    chance.happens(50) ? (['closed'] as const) : (['instant', 'instant', 'delayed', 'repeatedMessages'] as const),
  )

/** What the simulated staff does, as it stands in the list of acts, and who of them does it. */
const actOf: Readonly<Record<string, { readonly act: ActName; readonly by: string; readonly why: string }>> = {
  waivers: { act: 'waive', by: 'Sol', why: 'Se atrasó por una internación' },
  'waivers reversed': { act: 'reverse_waiver', by: 'Vera', why: 'Se quitó dos veces' },
  plans: { act: 'make_plan', by: 'Sol', why: 'Pidió pagar en partes' },
  'plans reversed': { act: 'reverse_plan', by: 'Vera', why: 'Pidió volver a lo firmado' },
  'write-offs': { act: 'write_off', by: 'Tomás', why: 'Más de noventa días sin respuesta' },
  'write-offs reversed': { act: 'reverse_write_off', by: 'Vera', why: 'Volvió a pagar' },
  'placed by hand': { act: 'place', by: 'Tomás', why: 'Coincide el monto y el día' },
  'un-placed': { act: 'unplace', by: 'Tomás', why: 'Era de otro préstamo' },
  'entered by hand': { act: 'transfer', by: 'Tomás', why: 'Está en el extracto del banco' },
  'transfers reversed': { act: 'reverse_transfer', by: 'Tomás', why: 'No está en el extracto' },
  'transfers restored': { act: 'restore_transfer', by: 'Tomás', why: 'Llegó al otro día' },
  refunds: { act: 'refund', by: 'Tomás', why: 'Pagó de más' },
  'refunds by the provider': { act: 'refund', by: 'Tomás', why: 'Pagó de más' },
  'refunds reversed': { act: 'reverse_refund', by: 'Tomás', why: 'Se devolvió dos veces' },
}

type FiledJob = {
  readonly name: string
  readonly data: Record<string, unknown>
  readonly startAfter?: Date
  readonly singletonKey?: string
}
type Planned = Happening & { readonly job?: FiledJob; readonly tries?: number }
type Person = { readonly userId: string; readonly chance: Chance; readonly happenings: Planned[] }
type PastAct = {
  readonly at: Date
  readonly by: string
  readonly act: ActName
  readonly userId: string
  readonly why: string
}

const addHappening = ({ happenings }: Pick<Person, 'happenings'>, happening: Planned): void => {
  const after = happenings.findIndex(({ at }) => at > happening.at)
  happenings.splice(after === -1 ? happenings.length : after, 0, happening)
}

type HandlersOf = (services: Services) => JobHandlers<typeof jobTable>

/** Only for a sandbox that pays out and collects by the sandbox's own providers: nobody else's book can be made up. */
export const openFill = (base: Omit<Services, 'fill'>, handlersOf: HandlersOf): Fill => {
  const { pool, settings, log } = base
  if (settings.mode !== 'sandbox') throw new Error('only a sandbox has a made-up book')
  let doneOfThousand = 0
  let running: Promise<void> | undefined
  const isOwnWorld =
    base.payouts.provider === 'sandbox' && base.collectors.some(({ provider }) => provider === 'sandbox')

  const isFilled = async (): Promise<boolean> =>
    (await pool.query<{ filled_at: Date }>('SELECT filled_at FROM sandbox_fill')).rows.length > 0

  const state = async (): Promise<FillState> => {
    if (!isOwnWorld) return { state: 'not_here', doneOfThousand: 0 }
    if (running !== undefined) return { state: 'filling', doneOfThousand }
    return (await isFilled()) ? { state: 'filled', doneOfThousand: 1000 } : { state: 'empty', doneOfThousand: 0 }
  }

  const start = async (borrowers: number = BORROWERS): Promise<void> => {
    if ((await state()).state !== 'empty' || running !== undefined) return
    doneOfThousand = 0
    const size = { borrowers, ownPhotos: borrowers < BORROWERS ? 1 : CASES_WITH_OWN_PHOTOS }
    const told = (share: number): void => {
      doneOfThousand = share
    }
    running = fill({ ...base, fill: undefined }, handlersOf, told, size).then(
      () => (running = undefined),
      (error: unknown) => {
        log.error({ err: error }, 'filling the desk')
        running = undefined
      },
    )
  }

  return { state, start, ended: async () => await running }
}

/** A smaller book is enough for a test. */
type FillSize = {
  readonly borrowers?: number
  readonly days?: number
  readonly ownPhotos?: number
  readonly seed?: string
}

/**
 * Six months of a small lender, played in virtual time on the sandbox's own providers until now. It is one transaction:
 * a server that is killed in the middle has filled nothing, and of two that fill at once only one does.
 */
export const fill = async (
  base: Services,
  handlersOf: HandlersOf,
  told: (doneOfThousand: number) => void,
  { borrowers = BORROWERS, days = DAYS, ownPhotos = CASES_WITH_OWN_PHOTOS, seed = base.random.uuid() }: FillSize = {},
): Promise<Readonly<Record<string, number>>> => {
  const now = base.clock.now()
  const cases = await drawCases(base, seed, ownPhotos, told)
  const counts = await inOneTransaction(base.pool, async (pool) => {
    const taken = await inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [FILL_LOCK])
      if (rows[0]?.taken !== true) return false
      const { rowCount } = await tx.query(
        'INSERT INTO sandbox_fill (filled_at, borrowers_count) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [now, borrowers],
      )
      return rowCount === 1
    })
    return taken ? play({ base, pool, handlersOf, told, borrowers, days, now, seed, cases }) : {}
  })
  base.jobs.wakeWorkers()
  told(1000)
  return counts
}

type OpenCase = {
  readonly applicant: Applicant
  readonly images: Specimen
  readonly names: Readonly<Record<keyof Specimen, string>>
}

/** The photos of those who wait for a person; the files of a fill that fails are swept like any that nobody has. */
const drawCases = async (
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
    cases.push({ applicant, images, names })
    told(number * 15)
  }
  return cases
}

type Play = {
  readonly base: Services
  readonly pool: Pool
  readonly handlersOf: HandlersOf
  readonly told: (doneOfThousand: number) => void
  readonly borrowers: number
  readonly days: number
  readonly now: Date
  readonly seed: string
  readonly cases: readonly OpenCase[]
}

const play = async ({ base, pool, handlersOf, told, borrowers, days, now, seed, cases }: Play) => {
  const today = civilDayOf(now)
  const firstDay = addDays(today, -days)
  const counts: Record<string, number> = {}
  const acts: PastAct[] = []
  const people = new Map<string, Person>()
  const world: Person = { userId: '', chance: seededChance(`${seed} world`), happenings: [] }

  const runJob =
    ({ name, data }: FiledJob) =>
    async ({ services }: Step): Promise<void> => {
      const handlers = handlersOf(services) as unknown as Record<string, (data: unknown, job: object) => Promise<void>>
      await handlers[name]?.(data, { id: 'fill' })
    }

  const deliver = (job: FiledJob, at: Date, from: Person): void => {
    const person = people.get(String(job.data['user_id'])) ?? from
    const { startAfter } = job
    const due = startAfter !== undefined && startAfter > at ? startAfter : at
    // What people were told long ago nobody reads any more, and to write it down takes a tenth of the time.
    if (job.name === 'news' && due.getTime() < now.getTime() - NEWS_DAYS * DAY_MS) return
    addHappening(person, {
      at: due,
      name: 'job',
      act: runJob(job),
      job,
    })
  }

  const jobs = {
    ...base.jobs,
    enqueue: async (tx: Parameters<Jobs['enqueue']>[0], name: string, data: object, options: object = {}) => {
      await tx.query(FILED_ON_COMMIT, [{ name, data, ...options }])
    },
  } as unknown as Jobs

  /** Everything as it is at an instant of the book, on the sandbox's own providers. */
  const servicesAt = (at: Date, person: Person): Services => {
    const clock = { now: () => at }
    const { pool: inner } = killablePool(pool, {
      cut: 'rollback',
      onCommit: (filed) => {
        for (const [job] of filed) deliver(job as FiledJob, at, person)
      },
    })
    const means = { settings: base.settings, pool: inner, clock, random: person.chance, jobs }
    const collectionMeans = { ...base.settings, pool: inner, clock, machineClock: clock, log: base.log }
    return {
      ...base,
      pool: inner,
      clock,
      random: person.chance,
      jobs,
      payouts: payoutRegistry.open({ provider: 'sandbox' }, means),
      collectors: base.settings.providers.collection.map((one) => collectionRegistry.open(one, collectionMeans)),
      messages: openMessages(
        { phone: { provider: 'sandbox' }, mail: { provider: 'sandbox' } },
        { ...means, sealer: base.sealer },
      ),
      photos: openPhotos({ sealer: base.sealer, clock, jobs, rules: base.identity.rules }),
    }
  }

  /** The collector's books, written after the step in which somebody pays; the collector tells of it at once. */
  const money: { readonly person: Person; readonly write: (services: Services) => Promise<string> }[] = []
  const tillOf = (person: Person) => ({
    pay: (
      visit: Visit,
      { reference, amount, isRejected = false }: { reference: string | null; amount: Centavos; isRejected?: boolean },
    ): string => {
      const providerPaymentId = `sandbox-${visit.chance.uuid()}`
      const paidAt = visit.clock.now()
      money.push({
        person,
        write: async ({ pool: inner }) => {
          await inTransaction(inner, (tx) =>
            insertSandboxReceipt(tx, {
              providerPaymentId,
              reference: reference ?? 'PAGO PRESTAMO',
              amount,
              paidDay: civilDayOf(paidAt),
              state: isRejected ? 'rejected' : 'credited',
              toldAt: paidAt,
            }),
          )
          return providerPaymentId
        },
      })
      return providerPaymentId
    },
    takeBack: (_visit: Visit, providerPaymentId: string): void => {
      money.push({
        person,
        write: async ({ pool: inner }) => {
          await inTransaction(inner, (tx) => updateSandboxReceipt(tx, providerPaymentId, 'reversed'))
          return providerPaymentId
        },
      })
    },
    setByHand: () => {},
  })

  const settleMoney = async (services: Services): Promise<void> => {
    for (const { write } of money.splice(0)) {
      const subjectId = await write(services)
      const route = collectionWebhooks(services).find(({ provider }) => provider === 'sandbox')
      if (route === undefined) throw new Error('the sandbox takes no payments')
      await handleEvent(services, route, { eventId: services.random.uuid(), kind: 'payment', subjectId })
    }
  }

  const runStep = async (person: Person, happening: Planned): Promise<void> => {
    const { at, act, tries = 0, name } = happening
    const services = servicesAt(at, person)
    const visit: Visit = { clock: services.clock, chance: person.chance, isCalm: true, send: () => {} }
    try {
      await act({ services, visit, chance: person.chance, now: at })
      await settleMoney(services)
    } catch (error) {
      if (name !== 'job') throw error
      // As the queue does it: some more tries, then it is left to the sweeps of the night.
      if (tries + 1 < JOB_TRIES)
        addHappening(person, { ...happening, at: new Date(at.getTime() + 2 ** tries * MINUTE_MS), tries: tries + 1 })
    }
  }

  const liveUntil = async (person: Person, before: Date): Promise<void> => {
    for (;;) {
      const [next] = person.happenings
      if (next === undefined || next.at >= before) return
      person.happenings.shift()
      await runStep(person, next)
    }
  }

  const submit = async (
    step: Step,
    userId: string,
    photos: Omit<Parameters<typeof insertMadeUpPhotos>[2], 'userId' | 'basic'>,
  ): Promise<void> => {
    const { services } = step
    await inTransaction(services.pool, async (tx) => {
      const { basic } = await readSteps(tx, services.sealer, userId)
      if (basic === null) throw new Error('an applicant without a form')
      await insertMadeUpPhotos(tx, services, { userId, basic: basic.info, ...photos })
    })
    const answer = retOfAnswer(await applyInfo(contextOf(services, userId), { submit: true }))
    if (answer instanceof Refusal) throw new Error(`not submitted: ${answer.name}`)
  }

  /** Somebody of the staff decides what the rules have left to a person. */
  const decide = async ({ services, chance, now: at }: Step, userId: string): Promise<void> => {
    const desk = { ...services, pool: poolOfDesk(services.pool) }
    const problem = await inTransaction(desk.pool, async (tx) => {
      const found = await findCase(tx, desk, userId)
      const isApproved = found !== undefined && found.proposedLimit > 0 && chance.happens(600)
      acts.push({ at, by: 'Ana', act: isApproved ? 'approve' : 'refuse', userId, why: 'Revisé las fotos y el legajo' })
      return decideByPerson(
        tx,
        desk,
        isApproved
          ? { userId, outcome: 'approved', limitCentavos: found.proposedLimit, reasons: [], actor: 'Ana' }
          : { userId, outcome: 'refused', reasons: ['identity_photos_do_not_match'], actor: 'Ana' },
      )
    })
    if (problem !== undefined) throw new Error(problem.reason)
  }

  const admit: Ways['admit'] = async (step, userId) => {
    const { services, chance, now: at } = step
    const row = await inTransaction(services.pool, (tx) => findApplication(tx, userId, { locked: false }))
    const isLive = row?.state === 'approved' && (row.expiresAt?.getTime() ?? 0) > at.getTime()
    if (isLive || row?.state === 'refused') {
      // Nothing was photographed, so nothing is kept.
      await inTransaction(services.pool, (tx) => forgetPhotos(tx, { userId, at, keepsCard: false }))
      return isLive ? 'approved' : 'refused'
    }
    if (row?.state === 'in_review') {
      if (row.reviewStage === 'with_a_person') await decide(step, userId)
      return 'waiting'
    }
    const isDoubtful = chance.happens(60)
    await submit(step, userId, {
      verdict: isDoubtful ? { outcome: 'manual', reasons: ['face_uncertain'] } : { outcome: 'pass', reasons: [] },
      files: undefined,
    })
    return 'waiting'
  }

  const begin = (number: number): void => {
    const chance = seededChance(`${seed} ${number}`)
    const happenings: Planned[] = []
    let at = now
    let ownId = ''
    const person: Person = {
      get userId() {
        return ownId
      },
      chance,
      happenings,
    }
    const applicant = someApplicant(chance, number, { needsPerson: false })
    const sinceMs = chance.below(days * 24 * 60) * MINUTE_MS
    const joinsAt = new Date(Math.min(startOfDay(firstDay).getTime() + sinceMs, now.getTime() - HOUR_MS))
    const account = (luck: Chance) => accountAt(applicant, bankOf(luck))
    const { userId } = beginLife(
      {
        till: tillOf(person),
        tally: (what) => {
          counts[what] = (counts[what] ?? 0) + 1
          const done = actOf[what]
          if (done !== undefined) acts.push({ ...done, at, userId: ownId })
        },
        later: (happening) =>
          addHappening(person, {
            ...happening,
            act: async (step) => {
              at = step.now
              await happening.act(step)
            },
          }),
        endsAt: now,
        ways: {
          manners,
          admit,
          join: (step, { userId: id, address }) =>
            insertApplicant(step.services, { userId: id, address, applicant, account: account(chance) }),
          accountOf: account,
          amountOf: (luck) => pesos(luck.between(4, 16) * 5_000),
          termDaysOf: (luck) => luck.oneOf([62, 62, 62, 91, 120]),
          hasAccountByHand: base.collectors.some(({ isEnteredByStaff }) => isEnteredByStaff),
        },
      },
      { chance, number: 60_000_000 + number, joinsAt },
    )
    ownId = userId
    people.set(userId, person)
  }

  for (let number = 0; number < borrowers; number += 1) begin(number)
  for (let count = 0; count <= days; count += 1) {
    const day = addDays(firstDay, count)
    const before = new Date(Math.min(startOfDay(addDays(day, 1)).getTime(), now.getTime()))
    for (const person of [...people.values(), world]) await liveUntil(person, before)
    const isLast = count === days
    if (!isLast && (count % 7 === 0 || days - count < EVERY_NIGHT_DAYS)) {
      const night = new Date(startOfDay(addDays(day, 1)).getTime() + 20 * MINUTE_MS)
      if (night < now) {
        const services = servicesAt(night, world)
        await accrue(services, {})
        await sweepPayouts(services)
        await sweepPayments(services)
        await sweepRequests(services)
      }
    }
    if (!isLast)
      await reconcile(servicesAt(new Date(Math.min(before.getTime() + 5 * HOUR_MS, now.getTime())), world), day)
    told(120 + Math.floor((count / days) * 800))
  }

  const { caseIds, hangingIds } = await fillToday({
    people,
    world,
    now,
    seed,
    cases,
    submit,
    tillOf,
    liveUntil,
    runStep,
  })
  await closeDays(servicesAt(now, world), days + 1)
  await handOver({ base, pool, people: [...people.values(), world], now, caseIds, hangingIds })
  await writeActs({ base, pool, acts, now, people })
  return counts
}

type Today = {
  readonly people: Map<string, Person>
  readonly world: Person
  readonly now: Date
  readonly seed: string
  readonly cases: readonly OpenCase[]
  readonly submit: (
    step: Step,
    userId: string,
    photos: Omit<Parameters<typeof insertMadeUpPhotos>[2], 'userId' | 'basic'>,
  ) => Promise<void>
  readonly tillOf: (person: Person) => Pick<Till, 'pay'>
  readonly liveUntil: (person: Person, before: Date) => Promise<void>
  readonly runStep: (person: Person, happening: Planned) => Promise<void>
}

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
const fillToday = async (
  means: Today,
): Promise<{ readonly caseIds: readonly string[]; readonly hangingIds: readonly string[] }> => {
  const caseIds: string[] = []
  for (const [number, found] of means.cases.entries()) caseIds.push(await openCase(means, found, number))
  const hangingIds: string[] = []
  for (let number = 0; number < HANGING_PAYOUTS; number += 1) hangingIds.push(await hangingPayout(means, number))
  const { people, world, now, runStep, liveUntil, tillOf } = means
  for (const [hours, amount] of [
    [52, 3_215_050],
    [27, 1_840_000],
    [6, 4_500_000],
    [2, 987_525],
  ] as const)
    await runStep(world, {
      at: new Date(now.getTime() - hours * HOUR_MS),
      name: 'money',
      act: async ({ visit }) => void tillOf(world).pay(visit, { reference: null, amount: centavos(amount) }),
    })
  await liveUntil(world, now)
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
      },
    })
    await liveUntil(person, now)
  }
  return { caseIds, hangingIds }
}

const openCase = async (
  { people, now, seed, submit, runStep, liveUntil }: Today,
  { applicant, images, names }: OpenCase,
  number: number,
): Promise<string> => {
  const person = newPerson(people, `${seed} open case ${number}`)
  const { userId } = person
  const at = new Date(now.getTime() - (20 + number * 55) * MINUTE_MS)
  const address = { kind: 'phone', value: `+54911${71_000_000 + number}` } as const
  const isDoubtful = number % 2 === 1
  await runStep(person, {
    at,
    name: 'join',
    act: async (step) => {
      await insertApplicant(step.services, { userId, address, applicant, account: accountAt(applicant, 'instant') })
      await submit(step, userId, {
        verdict: isDoubtful ? { outcome: 'manual', reasons: ['face_uncertain'] } : { outcome: 'pass', reasons: [] },
        files: { images, names },
      })
    },
  })
  await liveUntil(person, now)
  return userId
}

const hangingPayout = async (
  { people, now, seed, submit, runStep, liveUntil }: Today,
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
const handOver = async ({
  base,
  pool,
  people,
  now,
  caseIds,
  hangingIds,
}: Pick<Play, 'base' | 'pool' | 'now'> & {
  readonly people: readonly Person[]
  readonly caseIds: readonly string[]
  readonly hangingIds: readonly string[]
}): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    for (const { userId, happenings } of people) {
      if (hangingIds.includes(userId)) continue
      for (const { job, at } of happenings)
        if (job !== undefined)
          await base.jobs.enqueue(tx, job.name as never, job.data as never, { startAfter: at > now ? at : now })
    }
    // The photos of the open cases are truly read, as those of anybody are.
    for (const userId of caseIds)
      for (const { uploadId } of await listPhotoFiles(tx, userId))
        await base.jobs.enqueue(tx, 'identity-read', { user_id: userId, upload_id: uploadId })
  })
}

type Acting = Pick<Play, 'base' | 'pool' | 'now'> & {
  readonly acts: readonly PastAct[]
  readonly people: ReadonlyMap<string, Person>
}

/** What the staff did stands in its list in the order of time, and some of what it wants waits for a second person. */
const writeActs = async ({ base, pool, acts, now, people }: Acting): Promise<void> => {
  const desk = poolOfDesk(pool)
  const members = await inTransaction(desk, (tx) => sandboxStaff(tx, base))
  const memberOf = (name: string): Member | undefined => members.find((one) => one.name === name)
  await inTransaction(desk, async (tx) => {
    for (const { at, by, act, userId, why } of acts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const member = memberOf(by)
      if (member === undefined) continue
      const services = { clock: { now: () => at }, random: base.random }
      await recordAct(tx, services, { ...member, why }, { act, userId, details: {} })
    }
  })
  await proposeSome({ base, pool: desk, now, people, memberOf })
}

type Wish = { readonly by: string; readonly kind: ProposalKind; readonly details: KeptDetails; readonly why: string }

/** What could be proposed about somebody today, if anything. */
const wishOf = (order: OrderRow, now: Date): Wish | undefined => {
  const today = civilDayOf(now)
  const account = accountOf(order, today)
  const { orderNumber: order_number, state, dueDay, writtenOffDay, plan } = order
  if (account === null || dueDay === null) return undefined
  if (account.credit > 0)
    return { by: 'Tomás', kind: 'refund', details: { order_number, amount_centavos: null }, why: 'Pagó de más' }
  if (state !== 'in_repayment' || writtenOffDay !== null || plan !== null) return undefined
  const lateDays = daysBetween(dueDay, today)
  const late = account.lateOneTime + account.lateDaily
  if (lateDays > 75)
    return { by: 'Tomás', kind: 'write_off', details: { order_number }, why: 'No contesta hace más de dos meses' }
  if (late > 1)
    return {
      by: 'Sol',
      kind: 'waiver',
      details: { order_number, amount_centavos: Math.ceil(late / 2) },
      why: 'Perdió el trabajo y quiere ponerse al día',
    }
  return undefined
}

const proposeSome = async ({
  base,
  pool,
  now,
  people,
  memberOf,
}: Pick<Acting, 'base' | 'pool' | 'now' | 'people'> & {
  readonly memberOf: (name: string) => Member | undefined
}): Promise<void> => {
  const left = new Map<string, number>([
    ['refund', 1],
    ['write_off', 1],
    ['waiver', 2],
  ])
  let number = 0
  for (const { userId } of people.values()) {
    if ([...left.values()].every((count) => count === 0)) return
    const orders = await inTransaction(pool, (tx) => listOrders(tx, userId))
    for (const order of orders) {
      const wish = wishOf(order, now)
      const member = wish && memberOf(wish.by)
      if (wish === undefined || member === undefined || (left.get(wish.kind) ?? 0) === 0) continue
      number += 1
      const at = new Date(now.getTime() - number * 47 * MINUTE_MS)
      const made = await propose({ ...base, pool, clock: { now: () => at } }, member, wish)
      if (!(made instanceof NotPossible) && !(made instanceof Refusal))
        left.set(wish.kind, (left.get(wish.kind) ?? 1) - 1)
    }
  }
}
