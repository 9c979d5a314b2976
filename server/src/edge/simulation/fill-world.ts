import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobHandlers, Jobs, jobTable } from '../../platform/jobs/public.ts'
import { collectionWebhooks } from '../../lending/repayment/public.ts'
import { openPhotos } from '../../person/identity/public.ts'
import { collectionRegistry, insertSandboxReceipt, updateSandboxReceipt } from '../../providers/collection/public.ts'
import { openMessages } from '../../providers/messages/public.ts'
import { payoutRegistry } from '../../providers/payout/public.ts'
import { handleEvent } from '../../providers/webhook-events.ts'
import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'
import { FILED_ON_COMMIT, killablePool } from './killable-pool.ts'
import type { Happening } from './life.ts'
import type { Till, Visit } from './rails.ts'
import type { Step } from './step.ts'

// The made-up book is lived through in virtual time: each person has what is to happen to her in the order of time, and a job
// that is filed becomes something that happens to whomever it is about.

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JOB_TRIES = 6

/** So far back what people were told is kept. */
const NEWS_DAYS = 45

type FiledJob = {
  readonly name: string
  readonly data: Record<string, unknown>
  readonly startAfter?: Date
  readonly singletonKey?: string
}
export type Planned = Happening & { readonly job?: FiledJob; readonly tries?: number }
/** Somebody of the book, and what is still to happen to her. */
export type Person = { readonly userId: string; readonly chance: Chance; readonly happenings: Planned[] }
/** In its place among what is to happen. */
export const addHappening = ({ happenings }: Pick<Person, 'happenings'>, happening: Planned): void => {
  const after = happenings.findIndex(({ at }) => at > happening.at)
  happenings.splice(after === -1 ? happenings.length : after, 0, happening)
}

export type HandlersOf = (services: Services) => JobHandlers<typeof jobTable>

/** The book's time, its providers and its queue. */
export type World = {
  readonly now: Date
  readonly people: Map<string, Person>
  /** What happens to nobody in particular. */
  readonly nobody: Person
  readonly servicesAt: (at: Date, person: Person) => Services
  readonly tillOf: (person: Person) => Pick<Till, 'pay' | 'takeBack' | 'setByHand'>
  readonly runStep: (person: Person, happening: Planned) => Promise<void>
  readonly liveUntil: (person: Person, before: Date) => Promise<void>
}

export const openWorld = ({
  base,
  pool,
  handlersOf,
  now,
  nobody,
}: {
  readonly base: Services
  readonly pool: Pool
  readonly handlersOf: HandlersOf
  readonly now: Date
  readonly nobody: Person
}): World => {
  const people = new Map<string, Person>()

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
        { ...means, sealer: base.sealer, machineClock: clock, publicUrl: base.settings.publicUrl },
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

  return { now, people, nobody, servicesAt, tillOf, runStep, liveUntil }
}
