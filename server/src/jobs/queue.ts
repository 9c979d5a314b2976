import { civilDayOf, addDays, startOfDay } from '@hola/core/calendar.ts'
import { PgBoss } from 'pg-boss'
import type { Pool } from '../db/pool.ts'
import type { Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { JobData, JobName, JobTable, jobTable } from './table.ts'

const SCHEMA = 'pgboss'
const TIME_ZONE = 'America/Argentina/Buenos_Aires'

/** Where a job ends up that failed every attempt. Nothing works on it: it waits for a person, and /metrics shows it. */
export const DEAD_LETTER = 'dead-letter'

/** The first try and five more, about 2, 4, 8, 16 and 32 seconds apart: enough for a provider's hiccup. */
const RETRY_LIMIT = 5
const RETRY_DELAY_SECONDS = 2
const RETRY_DELAY_MAX_SECONDS = 600
const ATTEMPT_LIMIT_SECONDS = 300
const POLL_SECONDS = 1
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

export type JobCount = { readonly queue: string; readonly state: string; readonly count: number }

export type JobHandlers<Table extends JobTable> = {
  readonly [Name in JobName<Table>]: (data: JobData<Table, Name>, job: { readonly id: string }) => Promise<void>
}

export type Queue<Table extends JobTable> = {
  /** Files a job by the caller's own transaction: rolled back, there was never a job. */
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
  /** Looks for work now instead of at the next poll. */
  readonly wakeWorkers: () => void
  readonly counts: () => Promise<JobCount[]>
  /** What waits for a person, the oldest first. */
  readonly listDead: (tx: Tx) => Promise<DeadJob[]>
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
  }: { pool: Pool; log: Log; offsetMs?: () => number; retryLimit?: number; retryDelaySeconds?: number },
): Promise<Queue<Table>> => {
  const names: JobName<Table>[] = Object.keys(table)
  const executeSql = async (text: string, values?: unknown[]) => {
    const result = await pool.query(text, values)
    // A text of several statements has a result for each; pg-boss reads the rows of all.
    return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
  }
  const boss = new PgBoss({ db: { executeSql }, schema: SCHEMA })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', ({ message }) => log.warn(`job queue: ${message}`))
  await boss.start()

  await boss.createQueue(DEAD_LETTER, { retentionSeconds: 365 * 86_400 })
  for (const name of names) {
    const { atMostOne = false, dailyAt } = rowOf(table, name)
    const options = {
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: RETRY_DELAY_MAX_SECONDS,
      expireInSeconds: ATTEMPT_LIMIT_SECONDS,
      deadLetter: DEAD_LETTER,
    }
    await boss.createQueue(name, { ...options, policy: atMostOne ? 'exclusive' : 'standard' })
    await boss.updateQueue(name, options)
    if (dailyAt === undefined) await boss.unschedule(name)
    // One that was missed because nothing ran at that time is made up for at the next start.
    else await boss.schedule(name, cronOf(dailyAt), {}, { tz: TIME_ZONE, missed: 'once' })
  }

  const workerIds: string[] = []

  const sqlOf = (tx: Tx) => ({ executeSql: (text: string, values?: unknown[]) => tx.query(text, values ?? []) })

  const selectDead = async (tx: Tx, text: string, ...more: string[]): Promise<DeadJob[]> => {
    const { rows } = await tx.query<DeadJob>(text, [DEAD_LETTER, ...more])
    return rows.map((row) => ({ ...row, diedAt: new Date(row.diedAt.getTime() + offsetMs()) }))
  }

  return {
    enqueue: async (tx, name, data, { startAfter, singletonKey } = {}) => {
      await boss.send(name, data, {
        db: sqlOf(tx),
        ...(startAfter === undefined ? {} : { startAfter: new Date(startAfter.getTime() - offsetMs()) }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      })
    },

    startWorkers: async (handlers, beforeEach) => {
      const missing = names.filter((name) => handlers[name] === undefined)
      if (missing.length > 0) throw new Error(`no handler for job ${missing.join(', ')}`)
      for (const name of names) {
        const { data: schema } = rowOf(table, name)
        const handler = handlers[name]
        const id = await boss.work(
          name,
          { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true },
          async ([job]) => {
            if (job === undefined || handler === undefined) return
            const note = { job: name, job_id: job.id, attempt: job.retryCount + 1 }
            try {
              await beforeEach?.()
              await handler(schema.parse(job.data) as JobData<Table, typeof name>, { id: job.id })
              log.info(note, 'job done')
            } catch (error) {
              log.error({ ...note, err: error }, 'job failed')
              throw error
            }
          },
        )
        workerIds.push(id)
      }
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

    wakeWorkers: () => {
      for (const id of workerIds) boss.notifyWorker(id)
    },

    counts: async () => {
      const { rows } = await pool.query<JobCount>(
        `SELECT name AS queue, state::text AS state, count(*) AS count FROM ${SCHEMA}.job
          WHERE name = ANY($1) GROUP BY name, state ORDER BY name, state`,
        [[...names, DEAD_LETTER]],
      )
      return rows
    },

    listDead: (tx) =>
      selectDead(tx, `SELECT ${deadColumns} FROM ${SCHEMA}.job WHERE name = $1 ORDER BY created_on, id`),

    revive: async (tx, jobId) => {
      const [dead] = await selectDead(
        tx,
        `DELETE FROM ${SCHEMA}.job WHERE name = $1 AND id = $2 RETURNING ${deadColumns}`,
        jobId,
      )
      if (dead !== undefined) await boss.send(dead.name, dead.data, { db: sqlOf(tx) })
      return dead
    },

    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  }
}

/** The queue keeps beside it where a job came from. */
const deadColumns = `id AS "jobId", source_name AS name, data, created_on AS "diedAt",
  source_output->>'message' AS problem`

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
