import { inTransaction } from '../../platform/db/public.ts'
import type { DeadJob } from '../../platform/jobs/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { retryDeadJob } from '../../staff/act/public.ts'
import type { Answer } from './print.ts'
import { showTime, table } from './print.ts'
import { DeskProblem } from './problem.ts'

const about = ({ data }: DeadJob): string =>
  Object.entries(data)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')

const jobJson = ({ jobId, name, data, diedAt, problem }: DeadJob): object => ({
  job_id: jobId,
  job: name,
  data,
  died_at: diedAt.toISOString(),
  problem,
})

/** Work that failed every attempt. It names ids and nobody. */
export const showJobs = async ({ pool, jobs }: Services): Promise<Answer> => {
  const dead = await inTransaction(pool, (tx) => jobs.listDead(tx))
  return {
    text:
      dead.length === 0
        ? 'No job was given up.'
        : table(
            ['ID', 'JOB', 'GIVEN UP', 'ABOUT', 'WHY'],
            dead.map((job) => [job.jobId, job.name, showTime(job.diedAt), about(job), job.problem ?? '-']),
          ),
    json: dead.map(jobJson),
    exitCode: dead.length === 0 ? 0 : 1,
  }
}

/** Files a job again that was given up: after what stood in its way has gone. */
export const retryJob = async (services: Services, hand: Hand, jobId: string): Promise<Answer> => {
  const retried = await inTransaction(services.pool, (tx) => retryDeadJob(tx, services, hand, jobId))
  if (retried === undefined) throw new DeskProblem(`No job ${jobId} was given up.`)
  return { text: `${retried.name} is tried again.`, json: jobJson(retried) }
}
