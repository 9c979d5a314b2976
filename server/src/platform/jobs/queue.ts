import { civilDayOf, addDays, startOfDay } from '@hola/core/calendar.ts'
import { PgBoss } from 'pg-boss'
import type { JobWithMetadata, QueuePolicy } from 'pg-boss'
import type { Pool, Tx, WaitingPage } from '../db/public.ts'
import { prepared, waitingSql } from '../db/public.ts'
import type { Log } from '../log.ts'
import { inTask, newTask, orderFields, placeInTrace } from '../task.ts'
import type { Tracing } from '../tracing.ts'
import { errorOf } from './error-of.ts'
import type { JobData, JobName, JobTable, jobTable } from './table.ts'
import type { Worked, Workers } from './workers.ts'
import { startWorkers } from './workers.ts'

const SCHEMA = 'pgboss'
const NO_JOB = '00000000-0000-0000-0000-000000000000'
const TIME_ZONE = 'America/Argentina/Buenos_Aires'

/** Where a job ends up that failed every attempt. Nothing works on it: it waits for a person, and /metrics shows it. */
export const DEAD_LETTER = 'dead-letter'

/** The first try and five more, about 2, 4, 8, 16 and 32 seconds apart: enough for a provider's hiccup. */
const RETRY_LIMIT = 5
const RETRY_DELAY_SECONDS = 2
const RETRY_DELAY_MAX_SECONDS = 600
const ATTEMPT_LIMIT_SECONDS = 300
/**
 * A job whose process has been silent for so long is taken for abandoned, and whoever looks after the queue looks so often:
 * with the pause before a second attempt it is taken up again within 30 seconds.
 */
const SILENCE_LIMIT_SECONDS = 15
const SUPERVISE_SECONDS = 5
/**
 * What is done is kept for a day: whoever looks after the queue reads the whole table each time. The few daily jobs are
 * kept for longer, so that anybody can see when one was done last.
 */
const DONE_KEPT_SECONDS = 86_400
const DAILY_KEPT_SECONDS = 30 * DONE_KEPT_SECONDS
const TIDY_SECONDS = 3_600
const STOP_TIMEOUT_MS = 20_000

export type EnqueueOptions = {
  /** An instant of the product's clock. */
  readonly startAfter?: Date
  readonly singletonKey?: string
}

/** A job that failed every attempt, with what it said the last time. */
export type DeadJob = {
  readonly jobId: string
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
  readonly diedAt: Date
  readonly problem: string | null
}

/** How long the job that could have started first has been waiting, in seconds; zero where none waits. */
export type JobDelay = { readonly queue: string; readonly seconds: number }

export type JobCount = { readonly queue: string; readonly state: 'created' | 'retry'; readonly count: number }

/** When a daily job was done last; as long as it never was, since when there is one. */
export type DailyRun = { readonly queue: string; readonly doneAt: Date }

export type JobHandlers<Table extends JobTable> = {
  readonly [Name in JobName<Table>]: (data: JobData<Table, Name>, job: { readonly id: string }) => Promise<void>
}

export type Queue<Table extends JobTable> = {
  /**
   * Files a job by the caller's own transaction: rolled back, there was never a job. Once it is committed, the workers of
   * this process look for it at once.
   */
  readonly enqueue: <Name extends JobName<Table>>(
    tx: Tx,
    name: Name,
    data: JobData<Table, Name>,
    options?: EnqueueOptions,
  ) => Promise<void>
  /**
   * Takes jobs from now on. Throws when a row of the table has no handler, before any job is taken. `beforeEach` runs
   * before every job: the sandbox renews its clock there.
   */
  readonly startWorkers: (handlers: Partial<JobHandlers<Table>>, beforeEach?: () => Promise<void>) => Promise<void>
  /** The product's clock moves from one instant to another: waiting jobs move along, daily jobs that fell between run. */
  readonly followClock: (tx: Tx, from: Date, to: Date) => Promise<void>
  /** Looks for work in every queue now: for a clock that was moved. A job that is filed wakes its own queue by itself. */
  readonly wakeWorkers: () => void
  readonly delays: () => Promise<JobDelay[]>
  /** The jobs that wait, for their time or to be tried again, by queue. */
  readonly counts: () => Promise<JobCount[]>
  readonly dailyRuns: () => Promise<DailyRun[]>
  /** How many jobs of each queue this process works on now. */
  readonly running: () => ReadonlyMap<string, number>
  /** What waits for a person, the oldest first: all, a page, or how many up to the limit of a page. */
  readonly listDead: (tx: Tx, page?: WaitingPage) => Promise<DeadJob[]>
  readonly countDead: (tx: Tx, page: WaitingPage) => Promise<number>
  /** Files it anew and takes it off that list; undefined when it is not there. */
  readonly revive: (tx: Tx, jobId: string) => Promise<DeadJob | undefined>
  /** Waits for running jobs, within a limit. */
  readonly stop: () => Promise<void>
}

export type Jobs = Queue<typeof jobTable>

/**
 * pg-boss on our own pool, one queue for each row of the table. pg-boss knows only the machine's time; what the product
 * says in its own time is translated by `offsetMs`, which is zero outside the sandbox.
 */
export const openQueue = async <Table extends JobTable>(
  table: Table,
  {
    pool,
    log,
    offsetMs = () => 0,
    retryLimit = RETRY_LIMIT,
    retryDelaySeconds = RETRY_DELAY_SECONDS,
    attemptLimitSeconds = ATTEMPT_LIMIT_SECONDS,
    stopTimeoutMs = STOP_TIMEOUT_MS,
    supervise = true,
    tracing,
  }: {
    pool: Pool
    log: Log
    offsetMs?: () => number
    retryLimit?: number
    retryDelaySeconds?: number
    attemptLimitSeconds?: number
    stopTimeoutMs?: number
    /** Whether this process also tidies the queue and files the daily jobs; one that takes no jobs leaves it to others. */
    supervise?: boolean
    tracing?: Tracing | undefined
  },
): Promise<Queue<Table>> => {
  const names: JobName<Table>[] = Object.keys(table)
  const executeSql = async (text: string, values: unknown[] = []) => {
    if (isFrequent(text)) return pool.query(prepared(text, values))
    const result = await pool.query(text, values)
    // A text of several statements has a result for each; pg-boss reads the rows of all.
    return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
  }
  const boss = new PgBoss({
    db: { executeSql },
    schema: SCHEMA,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: TIDY_SECONDS,
    // Jobs that wait for other jobs: there are none.
    flowIntervalSeconds: TIDY_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: errorOf(error) }, 'job queue'))
  boss.on('warning', ({ message }) => log.warn(`job queue: ${message}`))
  await boss.start()

  await boss.createQueue(DEAD_LETTER, { retentionSeconds: 365 * 86_400 })
  for (const name of names) {
    const { dailyAt } = rowOf(table, name)
    const policy = policyOf(rowOf(table, name))
    const options = {
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: RETRY_DELAY_MAX_SECONDS,
      expireInSeconds: attemptLimitSeconds,
      heartbeatSeconds: SILENCE_LIMIT_SECONDS,
      deleteAfterSeconds: dailyAt === undefined ? DONE_KEPT_SECONDS : DAILY_KEPT_SECONDS,
      deadLetter: DEAD_LETTER,
    }
    await boss.createQueue(name, { ...options, policy })
    // The table may say another than when the queue was made; it holds for what is filed from now on.
    await pool.query(`UPDATE ${SCHEMA}.queue SET policy = $2 WHERE name = $1 AND policy <> $2`, [name, policy])
    await boss.updateQueue(name, options)
    // Any question has pg-boss remember the queue. Without it the first to file a job asks by a connection beside that of
    // his transaction, and as many at once as there are connections wait for each other.
    await boss.findJobs(name, { id: NO_JOB })
    if (dailyAt === undefined) await boss.unschedule(name)
    // One that was missed because nothing ran at that time is made up for at the next start.
    else await boss.schedule(name, cronOf(dailyAt), {}, { tz: TIME_ZONE, missed: 'once' })
  }

  let workers: Workers | undefined

  const sqlOf = (tx: Tx) => ({ executeSql: (text: string, values?: unknown[]) => tx.query(text, values ?? []) })

  /** The queue writes the machine's time. */
  const inMachineTime = ({ after, until, ...page }: WaitingPage): WaitingPage => {
    const back = (at: Date): Date => new Date(at.getTime() - offsetMs())
    return { ...page, after: after && { ...after, since: back(after.since) }, until: until && back(until) }
  }

  const selectDead = async (tx: Tx, text: string, ...more: unknown[]): Promise<DeadJob[]> => {
    const { rows } = await tx.query<DeadJob>(text, [DEAD_LETTER, ...more])
    return rows.map((row) => ({ ...row, diedAt: new Date(row.diedAt.getTime() + offsetMs()) }))
  }

  return {
    enqueue: async (tx, name, data, { startAfter, singletonKey = keyOf(table[name], data) } = {}) => {
      await boss.send(name, withPlace(data), {
        db: sqlOf(tx),
        ...(startAfter === undefined ? {} : { startAfter: new Date(startAfter.getTime() - offsetMs()) }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      })
      if (startAfter === undefined) tx.afterCommit(() => workers?.wake(name))
    },

    startWorkers: async (handlers, beforeEach) => {
      const missing = names.filter((name) => handlers[name] === undefined)
      if (missing.length > 0) throw new Error(`no handler for job ${missing.join(', ')}`)
      const worked = names.map((name): Worked => {
        const { data: schema, workers: limit = 1 } = rowOf(table, name)
        const handler = handlers[name]
        const handle = async (job: JobWithMetadata): Promise<void> => {
          const note = { job: name, job_id: job.id, attempt: job.retryCount + 1 }
          try {
            await beforeEach?.()
            await handler?.(schema.parse(withoutPlace(job.data)) as JobData<Table, typeof name>, { id: job.id })
            log.info(note, 'job done')
          } catch (error) {
            log.error({ ...note, err: error }, 'job failed')
            throw error
          }
        }
        const traced = async (job: JobWithMetadata): Promise<void> => {
          const task = newTask(tracing?.start('consumer', placeIn(job.data)))
          const end = (outcome: 'ok' | 'failed'): void =>
            task.span?.end(`job ${name}`, { job: name, attempt: job.retryCount + 1, outcome, ...orderFields(task) })
          try {
            await inTask(task, () => handle(job))
            end('ok')
          } catch (error) {
            end('failed')
            throw error
          }
        }
        return { name, limit, handle: traced }
      })
      const findDue = async (): Promise<string[]> => {
        const { rows } = await pool.query<{ name: string }>({
          name: 'queues-with-due-jobs',
          text: `SELECT queue.name FROM unnest($1::text[]) AS queue (name)
                  WHERE EXISTS (SELECT FROM ${SCHEMA}.job
                                 WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked
                                   AND job.start_after <= ${SCHEMA}.job_now())`,
          values: [names],
        })
        return rows.map(({ name }) => name)
      }
      workers = startWorkers({ boss, log, worked, attemptLimitMs: attemptLimitSeconds * 1000, stopTimeoutMs, findDue })
    },

    followClock: async (tx, from, to) => {
      const byMs = to.getTime() - from.getTime()
      if (byMs > 0) {
        // Never before now, and retention untouched: a leap of years must not make a waiting job look abandoned.
        await tx.query(
          `UPDATE ${SCHEMA}.job SET start_after = greatest(start_after - $2 * interval '1 millisecond', created_on)
            WHERE name = ANY($1) AND state IN ('created', 'retry')`,
          [names, byMs],
        )
        for (const name of names) {
          const { dailyAt } = rowOf(table, name)
          if (dailyAt !== undefined && passesDaily(dailyAt, from, to)) await boss.send(name, {}, { db: sqlOf(tx) })
        }
      } else {
        // A retry waits in real time, so only jobs with a date of their own go back.
        await tx.query(
          `UPDATE ${SCHEMA}.job SET start_after = start_after + $2 * interval '1 millisecond',
                  keep_until = keep_until + $2 * interval '1 millisecond'
            WHERE name = ANY($1) AND state = 'created' AND start_after > created_on`,
          [names, -byMs],
        )
      }
    },

    wakeWorkers: () => workers?.wakeAll(),

    delays: async () => {
      const { rows } = await pool.query<JobDelay>(
        `SELECT queue.name AS queue, coalesce(extract(epoch FROM ${SCHEMA}.job_now() - min(job.start_after)), 0)::float8 AS seconds
           FROM unnest($1::text[]) AS queue (name)
           LEFT JOIN ${SCHEMA}.job ON job.name = queue.name AND job.state < 'active' AND NOT job.blocked
                                  AND job.start_after <= ${SCHEMA}.job_now()
          GROUP BY queue.name ORDER BY queue.name`,
        [names],
      )
      return rows
    },

    counts: async () => {
      const { rows } = await pool.query<JobCount>(
        `SELECT name AS queue, state::text AS state, count(*) AS count FROM ${SCHEMA}.job
          WHERE name = ANY($1) AND state < 'active' AND NOT blocked GROUP BY name, state ORDER BY name, state`,
        [[...names, DEAD_LETTER]],
      )
      return rows
    },

    dailyRuns: async () => {
      const daily = names.filter((name) => rowOf(table, name).dailyAt !== undefined)
      const { rows } = await pool.query<DailyRun>(
        `SELECT queue.name AS queue, coalesce(last.done_at, queue.created_on) AS "doneAt" FROM ${SCHEMA}.queue
           LEFT JOIN LATERAL (SELECT max(completed_on) AS done_at FROM ${SCHEMA}.job
                               WHERE job.name = queue.name AND job.state = 'completed') AS last ON true
          WHERE queue.name = ANY($1) ORDER BY queue.name`,
        [daily],
      )
      return rows
    },

    running: () => workers?.running() ?? new Map(),

    listDead: (tx, page) => {
      if (page === undefined)
        return selectDead(tx, `SELECT ${deadColumns} FROM ${SCHEMA}.job WHERE name = $1 ORDER BY created_on, id`)
      const { and, orderAndLimit, values } = waitingSql(deadOrder, inMachineTime(page), [DEAD_LETTER])
      const text = `SELECT ${deadColumns} FROM ${SCHEMA}.job WHERE name = $1 ${and} ${orderAndLimit}`
      return selectDead(tx, text, ...values.slice(1))
    },

    countDead: async (tx, page) => {
      const { and, orderAndLimit, values } = waitingSql(deadOrder, inMachineTime(page), [DEAD_LETTER])
      const { rows } = await tx.query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT FROM ${SCHEMA}.job WHERE name = $1 ${and} ${orderAndLimit}) AS counted`,
        values,
      )
      return rows[0]?.count ?? 0
    },

    revive: async (tx, jobId) => {
      const [dead] = await selectDead(
        tx,
        `DELETE FROM ${SCHEMA}.job WHERE name = $1 AND id = $2 RETURNING ${deadColumns}`,
        jobId,
      )
      if (dead === undefined) return undefined
      // Two that a person has tried again are two, also where equal ones wait for each other.
      const isKeyed = table[dead.name]?.atMostOneWaiting === true
      await boss.send(dead.name, dead.data, { db: sqlOf(tx), ...(isKeyed ? { singletonKey: dead.jobId } : {}) })
      return dead
    },

    stop: async () => {
      await workers?.stop()
      await boss.stop({ graceful: false })
    },
  }
}

/** Beside what a job carries: where whoever filed it stood in a trace. */
const PLACE_FIELD = 'traceparent'

const withPlace = (data: object): object => {
  const place = placeInTrace()
  return place === undefined ? data : { ...data, [PLACE_FIELD]: place }
}

const placeIn = (data: object): string | undefined => {
  const place: unknown = Reflect.get(data, PLACE_FIELD)
  return typeof place === 'string' ? place : undefined
}

const withoutPlace = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== PLACE_FIELD))

/** What takes jobs and settles them is a single statement that begins so: each connection has it planned once. */
const isFrequent = (text: string): boolean => /^\s*WITH\b[^;]*$/.test(text)

/** The queue keeps beside it where a job came from. */
const deadColumns = `id AS "jobId", source_name AS name, data - '${PLACE_FIELD}' AS data, created_on AS "diedAt",
  source_output->>'message' AS problem`

/** The queue's own clock is finer than a Date. */
const deadOrder = { since: `date_trunc('milliseconds', created_on)`, id: [['id', 'uuid']] } as const

/** What two jobs have in common of which only one is to wait. */
const keyOf = (row: JobTable[string] | undefined, data: object): string | undefined =>
  row?.atMostOneWaiting ? JSON.stringify(data) : undefined

const policyOf = ({ atMostOne, atMostOneWaiting }: JobTable[string]): QueuePolicy =>
  atMostOne ? 'exclusive' : atMostOneWaiting ? 'short' : 'standard'

const rowOf = <Table extends JobTable>(table: Table, name: JobName<Table>): JobTable[string] => {
  const row = table[name]
  if (row === undefined) throw new Error(`no job ${name}`)
  return row
}

const cronOf = (dailyAt: string): string => {
  const [hour, minute] = dailyAt.split(':')
  return `${Number(minute)} ${Number(hour)} * * *`
}

/** Whether the daily time comes up after `from` and not after `to`. */
export const passesDaily = (dailyAt: string, from: Date, to: Date): boolean => {
  const [hour, minute] = dailyAt.split(':')
  const sinceMidnightMs = (Number(hour) * 60 + Number(minute)) * 60_000
  const today = civilDayOf(from)
  return [today, addDays(today, 1)].some((day) => {
    // Argentina keeps one offset all year, so a wall time is a fixed distance from midnight.
    const at = startOfDay(day).getTime() + sinceMidnightMs
    return at > from.getTime() && at <= to.getTime()
  })
}
