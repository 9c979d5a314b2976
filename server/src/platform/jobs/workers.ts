import { setTimeout as wait } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** For what nobody in this process knows of: jobs of other processes, and those whose hour has come. */
const POLL_MS = 1_000
/** Several times within the silence after which a job counts as abandoned, so that one lost word does no harm. */
const HEARTBEAT_MS = 3_000

/** A queue and who does its jobs. */
export type Worked = {
  readonly name: string
  /** How many of its jobs run at the same time. */
  readonly limit: number
  readonly handle: (job: JobWithMetadata) => Promise<void>
}

export type Workers = {
  /** Looks for work in a queue now, instead of at the next poll. */
  readonly wake: (name: string) => void
  readonly wakeAll: () => void
  /** How many jobs of each queue are under way. */
  readonly running: () => ReadonlyMap<string, number>
  /** Waits for running jobs, within a limit; what still runs then is given back to be done elsewhere. */
  readonly stop: () => Promise<void>
}

/** A queue as this process works on it. */
type Lane = Worked & {
  readonly running: Set<JobWithMetadata>
  isLooking: boolean
  /** There may be a job that nobody has looked for yet. */
  mayHaveMore: boolean
  /** Done, and not completed yet. */
  readonly done: JobWithMetadata[]
  /** The statement that completes what is done, under way; and the next one, which waits for it. */
  completing: Promise<unknown>
  completingNext: Promise<unknown> | undefined
}

/** The statement has the number in its text, and each text is planned anew: so there are few of them. */
const powerOfTwoUpTo = (count: number): number => 2 ** Math.floor(Math.log2(count))

/**
 * Takes jobs and has them done, each queue for itself: as many at once as its limit leaves room for are fetched by one
 * statement, and each frees its place when it ends, so that a slow job holds back neither the others of its queue nor
 * another queue. pg-boss's own workers take a fixed number and wait for the slowest of them, or take one in each poll.
 */
export const startWorkers = ({
  boss,
  log,
  worked,
  attemptLimitMs,
  stopTimeoutMs,
  findDue,
}: {
  readonly boss: PgBoss
  readonly log: Log
  readonly worked: readonly Worked[]
  readonly attemptLimitMs: number
  readonly stopTimeoutMs: number
  /** The names of queues in which a job could start now. */
  readonly findDue: () => Promise<readonly string[]>
}): Workers => {
  const lanes = new Map(
    worked.map((one): [string, Lane] => [
      one.name,
      {
        ...one,
        running: new Set(),
        isLooking: false,
        mayHaveMore: false,
        done: [],
        completing: Promise.resolve(),
        completingNext: undefined,
      },
    ]),
  )
  const stopping = new AbortController()
  const complain = (error: unknown): void => log.error({ err: error }, 'job queue')

  const look = async (lane: Lane): Promise<void> => {
    lane.mayHaveMore = true
    if (lane.isLooking) return
    lane.isLooking = true
    try {
      while (lane.mayHaveMore && !stopping.signal.aborted) {
        const room = lane.limit - lane.running.size
        // Whichever job ends first looks again.
        if (room === 0) return
        lane.mayHaveMore = false
        const batchSize = powerOfTwoUpTo(room)
        const jobs = await boss.fetch<object>(lane.name, { batchSize, includeMetadata: true })
        for (const job of jobs) void run(lane, job)
        if (jobs.length === batchSize) lane.mayHaveMore = true
      }
    } catch (error) {
      complain(error)
    } finally {
      lane.isLooking = false
    }
  }

  const run = async (lane: Lane, job: JobWithMetadata): Promise<void> => {
    lane.running.add(job)
    try {
      await settle(lane, job, await attempt(lane, job))
    } catch (error) {
      // Nobody could be told how it ended. Without heartbeats it is taken up again.
      complain(error)
    }
    lane.running.delete(job)
    if (lane.mayHaveMore) await look(lane)
  }

  /** What went wrong, if anything. */
  const attempt = async (lane: Lane, job: JobWithMetadata): Promise<unknown> => {
    const over = new AbortController()
    const late = wait(attemptLimitMs, undefined, { signal: over.signal }).then(() => {
      throw new Error(`not done within ${attemptLimitMs / 1000} s`)
    })
    try {
      await Promise.race([lane.handle(job), late])
      return undefined
    } catch (error) {
      return error ?? new Error('failed without a word')
    } finally {
      over.abort()
    }
  }

  /** A job that was taken from us meanwhile, because we were silent for too long, is left to whoever has it now. */
  const settle = async (lane: Lane, job: JobWithMetadata, problem: unknown): Promise<void> => {
    if (problem !== undefined) {
      await boss.fail(lane.name, job, problem as object)
      return
    }
    lane.done.push(job)
    await (lane.completingNext ??= complete(lane))
  }

  /** What ends while one such statement is under way is completed by the next, all of it together. */
  const complete = async (lane: Lane): Promise<void> => {
    await lane.completing
    lane.completingNext = undefined
    const completing = boss.complete(lane.name, lane.done.splice(0))
    lane.completing = completing.catch(() => undefined)
    await completing
  }

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        for (const name of await findDue()) wake(name)
      } catch (error) {
        complain(error)
      }
      await wait(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const wake = (name: string): void => {
    const lane = lanes.get(name)
    if (lane !== undefined) void look(lane)
  }

  /** One statement for all jobs of a queue. */
  const heartbeat = setInterval(() => {
    for (const { name, running } of lanes.values()) if (running.size > 0) boss.touch(name, [...running]).catch(complain)
  }, HEARTBEAT_MS)

  const polling = poll()

  return {
    wake,
    wakeAll: () => {
      for (const name of lanes.keys()) wake(name)
    },
    running: () => new Map([...lanes.values()].map(({ name, running }) => [name, running.size])),
    stop: async () => {
      stopping.abort()
      const isBusy = (): boolean => [...lanes.values()].some(({ isLooking, running }) => isLooking || running.size > 0)
      for (const until = performance.now() + stopTimeoutMs; isBusy() && performance.now() < until;) await wait(10)
      clearInterval(heartbeat)
      for (const { name, running } of lanes.values())
        if (running.size > 0) await boss.fail(name, [...running], new Error('the server stopped')).catch(complain)
      await polling
    },
  }
}
