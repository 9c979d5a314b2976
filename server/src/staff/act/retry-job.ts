import type { Tx } from '../../platform/db/public.ts'
import type { DeadJob } from '../../platform/jobs/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from './acts.ts'
import { recordAct } from './acts.ts'

/** Files a job again that was given up, and writes down who did; undefined when no such job was given up. */
export const retryDeadJob = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  jobId: string,
): Promise<DeadJob | undefined> => {
  const job = await services.jobs.revive(tx, jobId)
  if (job === undefined) return undefined
  const { user_id: userId } = job.data
  await recordAct(tx, services, hand, {
    act: 'retry_job',
    userId: typeof userId === 'string' ? userId : null,
    details: { job_id: job.jobId, job: job.name },
  })
  return job
}
