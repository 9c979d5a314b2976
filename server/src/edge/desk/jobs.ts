import { personCode } from '@hola/core/desk-contract/codes.ts'
import { refuse } from '@hola/core/errors.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { DeadJob } from '../../platform/jobs/public.ts'
import { retryDeadJob } from '../../staff/act/public.ts'
import type { DeskHandler } from './context.ts'
import { oneLine } from './one-line.ts'

const JOBS_MAX = 200
const PROBLEM_MAX = 300
const ABOUT_MAX = 12
const VALUE_MAX = 80

const about = ({ data }: DeadJob) =>
  Object.entries(data)
    .slice(0, ABOUT_MAX)
    .map(([name, value]) => ({
      name: oneLine(name, 40),
      value: oneLine(name === 'user_id' ? personCode(String(value)) : String(value), VALUE_MAX),
    }))

export const listJobs: DeskHandler<'jobs/list'> = async ({ services }) => {
  const dead = await inTransaction(services.pool, (tx) => services.jobs.listDead(tx))
  return {
    jobs: dead.slice(0, JOBS_MAX).map((job) => ({
      job_id: job.jobId,
      job: job.name,
      died_at: job.diedAt.toISOString(),
      problem: job.problem === null ? null : oneLine(job.problem, PROBLEM_MAX),
      about: about(job),
    })),
  }
}

export const retryJob: DeskHandler<'jobs/retry'> = async ({ services, member }, { job_id: jobId, why }) => {
  const { memberId, name } = member
  const retried = await inTransaction(services.pool, (tx) => retryDeadJob(tx, services, { memberId, name, why }, jobId))
  return retried === undefined ? refuse('job_not_found') : {}
}
