import { createHash } from 'node:crypto'
import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDay, startOfDay } from '@hola/core/calendar.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import { sweepRequests } from '../../rights/consumer/public.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobHandlers, Jobs, jobTable } from '../../platform/jobs/public.ts'
import { journalOf } from '../../lending/ledger/public.ts'
import { accrue, verifyBooks } from '../../lending/loan/public.ts'
import { payoutWebhook, sweepPayouts } from '../../lending/payout/public.ts'
import { handleEvent } from '../../providers/webhook-events.ts'
import { reconcile } from '../../lending/reconciliation/public.ts'
import { collectionWebhooks, sweepPayments } from '../../lending/repayment/public.ts'
import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'
import { seededChance } from './chance.ts'
import { BrokenRule, openChecks } from './check.ts'
import { FILED_ON_COMMIT, Killed, killablePool } from './killable-pool.ts'
import type { Happening } from './life.ts'
import { beginLife, isMortal } from './life.ts'
import type { RailEvent, Visit } from './rails.ts'
import { openBank, openTill, RailDown } from './rails.ts'
import type { Step } from './step.ts'

export type SimulationOptions = {
  readonly seed: string
  readonly borrowers: number
  readonly days: number
  /** People who act at the same moment: they share nothing, so it changes nothing but the time it takes. */
  readonly atOnce?: number
}

export type SimulationReport = {
  readonly seed: string
  /** How often what happened. */
  readonly counts: Readonly<Record<string, number>>
  /** What all books together say at the end, by account. */
  readonly totals: Readonly<Record<string, number>>
  /** The same seed gives the same hash of every entry of every loan. */
  readonly digest: string
}

const FIRST_DAY = civilDay('2027-01-04')
const MINUTE_MS = 60_000
/** A queue tries a job so often and then leaves it to a person, or to the daily jobs. */
const JOB_TRIES = 6
/** Of a thousand steps of the product so many end by the death of the process, if they last that long. */
const DEATHS_OF_THOUSAND = 120
/** Of a thousand nights so many have somebody who runs their jobs. */
const NIGHTS_OF_THOUSAND = 250
/** After a night those who have a loan open are looked at, and after so many everybody. */
const NIGHTS_BETWEEN_LOOKS = 10
/** No transaction of ours has more statements. */
const STATEMENTS_MOST = 45
/** Joining later than this before the end, nobody would see her loan end. */
const LAST_JOINING_DAYS = 120
/** After the end everything that is under way comes to its end, and nothing goes wrong any more. */
const CALM_DAYS = 20

type FiledJob = { readonly name: string; readonly data: Record<string, unknown>; readonly startAfter?: Date }

/** A failure that belongs to the world we simulate; every other is a bug. */
const isExpected = (error: unknown): boolean =>
  error instanceof Killed ||
  error instanceof RailDown ||
  (error instanceof Error && error.message.startsWith('nobody knows what became of a payment'))

type Person = { readonly userId: string; readonly chance: Chance; readonly happenings: Happening[] }

/** The words alone: to draw the pages of thousands of agreements would take longer than everything else together. */
const plainPrinter: Services['printer'] = {
  print: async (document, imprint) => ({ bytes: Buffer.from(JSON.stringify({ document, imprint })), pageCount: 1 }),
  close: async () => {},
}

/**
 * A whole book of loans in virtual time on a real database: people borrow, pay, pay late, wrong, twice or never, withdraw
 * and are refunded; the providers fail, repeat, delay and reorder; the process dies between statements. After every step
 * that wrote anything the rules of the books are looked at. Throws at the first one that is broken.
 */
export const simulate = async (
  dependencies: Services,
  handlersOf: (services: Services) => JobHandlers<typeof jobTable>,
  { seed, borrowers, days, atOnce = 12 }: SimulationOptions,
): Promise<SimulationReport> => {
  const { pool } = dependencies
  keepConnections(pool)
  const bank = openBank()
  const till = openTill()
  const checks = openChecks({ pool, services: dependencies, bank })
  const world = seededChance(`${seed} world`)
  const counts: Record<string, number> = {}
  const tally = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const endsAt = startOfDay(addDays(FIRST_DAY, days))
  const people = new Map<string, Person>()
  let isCalm = false

  /** Files what was committed with the person that it is about. */
  const deliver = (job: FiledJob, now: Date): void => {
    const { name, data, startAfter } = job
    // What people are told is no part of the books, and nobody here reads it.
    if (name === 'consumer-message') return tally('told in writing')
    const userId = data['user_id'] ?? ownerOf(name, data)
    const person = people.get(String(userId))
    if (person === undefined) throw new BrokenRule(`a job for nobody: ${name}`)
    const at = startAfter !== undefined && startAfter > now ? startAfter : now
    addHappening(person, { at, name: 'job', act: (step) => runJob(step, job) })
  }

  /** Who paid, or was to be paid. */
  const payers = new Map<string, string>()
  const owners = new Map<string, string>()
  const ownerOf = (name: string, data: Record<string, unknown>): string | undefined => {
    if (name === 'receipt-heard') return payers.get(String(data['provider_payment_id']))
    return owners.get(bank.orderOfPayout(String(data['provider_payout_id'])) ?? '')
  }

  const jobs = {
    enqueue: async (tx: Parameters<Jobs['enqueue']>[0], name: string, data: object, options: object = {}) => {
      await tx.query(FILED_ON_COMMIT, [{ name, data, ...options }])
    },
  } as unknown as Jobs

  const runJob = async ({ services }: Step, { name, data }: FiledJob): Promise<void> => {
    tally(`job ${name}`)
    const handlers = handlersOf(services) as unknown as Record<string, (data: unknown, job: object) => Promise<void>>
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`no handler for ${name}`)
    await handler(data, { id: 'simulation' })
  }

  const receive = async ({ services }: Step, { subject, eventId, subjectId }: RailEvent): Promise<void> => {
    tally('webhooks')
    const [route] = subject === 'payout' ? [payoutWebhook(services)] : collectionWebhooks(services)
    if (route === undefined) throw new Error('no webhook of a collector')
    await handleEvent(services, route, { eventId, kind: subject, subjectId })
  }

  const visitOf = (person: Person, now: Date): Visit => ({
    clock: { now: () => now },
    chance: person.chance,
    isCalm,
    send: (event) => {
      if (event.subject === 'collection') payers.set(event.subjectId, person.userId)
      else owners.set(bank.orderOfPayout(event.subjectId) ?? '', person.userId)
      addHappening(person, { at: event.at, name: 'webhook', act: (step) => receive(step, event) })
    },
  })

  /** One life of the process: the services of a step, on connections that may be cut. */
  const live = (visit: Visit, chance: Chance, canDie: boolean) => {
    const now = visit.clock.now()
    const killAfter =
      canDie && !isCalm && chance.happens(DEATHS_OF_THOUSAND) ? chance.below(STATEMENTS_MOST) : undefined
    const life = killablePool(pool, {
      cut: 'rollback',
      killAfter,
      onCommit: (filed) => {
        for (const [job] of filed) deliver(job as FiledJob, now)
      },
    })
    const services: Services = {
      ...dependencies,
      pool: life.pool,
      clock: visit.clock,
      random: chance,
      jobs,
      payouts: bank.open(visit),
      collectors: [till.open(visit), till.accountByHand],
      printer: plainPrinter,
    }
    return { life, services }
  }

  const runStep = async (person: Person, happening: Happening, tries: number): Promise<void> => {
    const { chance, userId } = person
    const now = happening.at
    const visit = visitOf(person, now)
    const { life, services } = live(visit, chance, isMortal(happening))
    try {
      await happening.act({ services, visit, chance, now })
    } catch (error) {
      if (!isExpected(error)) throw error
      if (error instanceof Killed) tally('deaths')
      else tally('providers down')
      if (happening.name === 'job' && tries + 1 >= JOB_TRIES) tally('jobs given up')
      else {
        const at = new Date(now.getTime() + 2 ** Math.min(tries, 8) * MINUTE_MS)
        const again: Happening = { ...happening, at }
        triesOf.set(again, tries + 1)
        addHappening(person, again)
      }
    }
    tally('steps')
    counts['statements'] = (counts['statements'] ?? 0) + life.count()
    const written = life.written()
    if (written.size === 0) return
    tally('steps checked')
    await checks.checkPerson(userId, now, written)
  }
  const triesOf = new WeakMap<Happening, number>()

  const liveUntil = async (person: Person, before: Date): Promise<void> => {
    for (;;) {
      const [next] = person.happenings
      if (next === undefined || next.at >= before) return
      person.happenings.shift()
      try {
        await runStep(person, next, triesOf.get(next) ?? 0)
      } catch (error) {
        const where = `${next.name} of ${person.userId} at ${next.at.toISOString()}`
        throw new BrokenRule(`seed ${seed}: ${where}: ${error instanceof Error ? error.stack : String(error)}`)
      }
    }
  }

  const together = async <Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> => {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let item = items.shift(); item !== undefined; item = items.shift()) await work(item)
      }),
    )
  }

  /** What runs for all at once, by the clock of a morning; interrupted, it is tried again. */
  const runForAll = async (
    day: CivilDay,
    name: string,
    work: (services: Services) => Promise<unknown>,
  ): Promise<void> => {
    const now = new Date(startOfDay(day).getTime() + 20 * MINUTE_MS)
    for (;;) {
      const visit: Visit = { clock: { now: () => now }, chance: world, isCalm, send: () => {} }
      const { services } = live(visit, world, true)
      try {
        await work(services)
        return tally(`nightly ${name}`)
      } catch (error) {
        if (!isExpected(error)) throw error
        tally('deaths at night')
      }
    }
  }

  let nights = 0
  const night = async (day: CivilDay): Promise<void> => {
    await runForAll(day, 'accrual', (services) => accrue(services, {}))
    await runForAll(day, 'payout sweep', sweepPayouts)
    await runForAll(day, 'payment sweep', sweepPayments)
    await runForAll(day, 'request sweep', sweepRequests)
    await runForAll(day, 'reconciliation', (services) => reconcile(services, addDays(day, -world.between(1, 10))))
    nights += 1
    await checks.checkAll(nights % NIGHTS_BETWEEN_LOOKS === 0 ? 'everybody' : 'debtors')
  }

  /** Between two nights everybody lives in her own time: nobody else's step is another when hers comes first. */
  const runPeople = async (day: CivilDay): Promise<void> => {
    const before = startOfDay(day)
    const waiting = [...people.values()].filter(({ happenings: [next] }) => next !== undefined && next.at < before)
    await together(waiting, (person) => liveUntil(person, before))
  }

  const runDays = async (from: number, to: number): Promise<void> => {
    for (let count = from; count < to; count += 1) {
      const day = addDays(FIRST_DAY, count)
      tally('days')
      // Most nights nothing runs: the next one catches up.
      if (!isCalm && !world.happens(NIGHTS_OF_THOUSAND)) continue
      await runPeople(day)
      await night(day)
    }
    await runPeople(addDays(FIRST_DAY, to))
  }

  for (let number = 0; number < borrowers; number += 1) {
    const chance = seededChance(`${seed} ${number}`)
    const happenings: Happening[] = []
    const later = (happening: Happening): void => addHappening({ happenings }, happening)
    const joinsAt = new Date(
      startOfDay(FIRST_DAY).getTime() + chance.below((days - LAST_JOINING_DAYS) * 24 * 60) * MINUTE_MS,
    )
    const { userId } = beginLife({ till, tally, later, endsAt }, { chance, number, joinsAt })
    people.set(userId, { userId, chance, happenings })
  }
  await runDays(0, days)
  isCalm = true
  const lastDay = addDays(FIRST_DAY, days + CALM_DAYS)
  await runDays(days, days + CALM_DAYS)
  await checks.checkAll('everybody')
  return settleAccounts()

  async function checkJournal(totals: Readonly<Record<string, number>>): Promise<void> {
    counts['days of the journal'] = await checkJournalOf(pool, { fromDay: FIRST_DAY, toDay: lastDay }, totals)
  }

  /** At the very end: every book whole, and the money at the providers is the money in the books, to the centavo. */
  async function settleAccounts(): Promise<SimulationReport> {
    const unreconciled = Array.from({ length: days + CALM_DAYS }, (_, count) => addDays(FIRST_DAY, count))
    await together(unreconciled, (day) =>
      runForAll(lastDay, 'last reconciliation', async (services) => {
        for (const { differences, unexplainedCount } of await reconcile(services, day))
          if (unexplainedCount > 0) throw new BrokenRule(`seed ${seed}: ${day}: ${JSON.stringify(differences)}`)
      }),
    )
    const { rows: orders } = await pool.query<{ userId: string; orderId: string }>(
      'SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order ORDER BY order_id',
    )
    await together(orders, async (key) => {
      const check = await inTransaction(pool, (tx) => verifyBooks(tx, key))
      if (!check.isIntact) throw new BrokenRule(`seed ${seed}: ${key.orderId}: ${JSON.stringify(check)}`)
    })
    const totals = await readTotals(pool)
    await checkJournal(totals)
    const expected = {
      sent_back: sum(bank.refunded().map(({ amount }) => amount)),
      paid_out: -sum(bank.settled().map(({ amount }) => amount)),
      collected: sum(till.kept()) - (totals['in_suspense'] ?? 0) - (totals['refunded'] ?? 0),
    }
    for (const [account, amount] of Object.entries(expected))
      if (totals[account] !== amount)
        throw new BrokenRule(`seed ${seed}: ${account} is ${totals[account]} and the providers say ${amount}`)
    counts['entries'] = checks.entryCount()
    counts['loans counted again by the clerk'] = checks.clerkCount()
    return { seed, counts, totals, digest: await digestOf(pool) }
  }
}

/** The debits of every day are its credits, and all days together are the books. */
const checkJournalOf = async (
  pool: Pool,
  days: { readonly fromDay: CivilDay; readonly toDay: CivilDay },
  totals: Readonly<Record<string, number>>,
): Promise<number> => {
  const lines = await inTransaction(pool, (tx) => journalOf(tx, days))
  const byDay = Map.groupBy(lines, ({ day }) => day)
  for (const [day, ofDay] of byDay) {
    const [debit, credit] = [sum(ofDay.map((line) => line.debit)), sum(ofDay.map((line) => line.credit))]
    if (debit !== credit) throw new BrokenRule(`the journal of ${day} does not balance: ${debit} and ${credit}`)
  }
  for (const account of ledgerAccounts) {
    const ofAccount = lines.filter((line) => line.account === account)
    const moved = sum(ofAccount.map(({ debit, credit }) => debit - credit))
    if (moved !== totals[account])
      throw new BrokenRule(`the journal has ${moved} in ${account}, not ${totals[account]}`)
  }
  return byDay.size
}

/**
 * Thousands of times the same few statements. A connection that is closed because it rested for a moment costs a new one,
 * which plans all of them again, and a plan for the very values of a statement is no better than the one for all. Plans
 * are made while the tables are empty, when reading a whole one is cheapest, and used when they are not.
 */
const keepConnections = (pool: Pool): void => {
  const options = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'
  Object.assign(pool.options, { idleTimeoutMillis: 0, options })
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Before everything that comes later, and after what comes at the same moment. */
const addHappening = ({ happenings }: Pick<Person, 'happenings'>, happening: Happening): void => {
  const after = happenings.findIndex(({ at }) => at > happening.at)
  happenings.splice(after === -1 ? happenings.length : after, 0, happening)
}

const readTotals = async (pool: Pool): Promise<Record<string, number>> => {
  const sums = ledgerAccounts.map((account, index) => `coalesce(sum(changes[${index + 1}]), 0)::bigint AS ${account}`)
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT ${sums.join(', ')},
            (SELECT coalesce(sum(amount_centavos), 0)::bigint FROM receipt WHERE state = 'suspense') AS in_suspense,
            (SELECT coalesce(sum(amount_centavos), 0)::bigint FROM refund
              WHERE NOT EXISTS (SELECT FROM refund_reversal AS reversal
                                 WHERE reversal.user_id = refund.user_id AND reversal.refund_id = refund.refund_id))
              AS refunded,
            (SELECT coalesce(sum(amount_centavos), 0)::bigint FROM refund JOIN refund_transfer USING (user_id, refund_id)
              WHERE state = 'settled') AS sent_back
       FROM ledger_entry`,
  )
  const [totals] = rows
  if (totals === undefined) throw new Error('no totals')
  if (sum(ledgerAccounts.map((account) => totals[account] ?? Number.NaN)) !== 0)
    throw new BrokenRule('all accounts of all loans sum to zero')
  return totals
}

const digestOf = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ entry_sha256: Buffer }>(
    'SELECT entry_sha256 FROM ledger_entry ORDER BY order_id, entry_number',
  )
  const hash = createHash('sha256')
  for (const { entry_sha256 } of rows) hash.update(entry_sha256)
  return hash.digest('hex')
}
