import * as z from 'zod/mini'
import { instant, line, listOf, typed, uuid } from '../contract/fields.ts'
import { deskCalls } from './call.ts'

const deadJob = z.strictObject({
  job_id: uuid,
  job: line(60),
  died_at: instant,
  /** What it said the last time it failed, cut short. */
  problem: z.nullable(line(300)),
  /** What it was about: ids, days and numbers, and a person only as a code. */
  about: listOf(z.strictObject({ name: line(40), value: line(80) }), 12),
})

export const jobCalls = deskCalls({
  'jobs/list': {
    power: 'see_money',
    kind: 'read',
    summary: 'Work that the server gave up after every attempt, the oldest first.',
    body: z.strictObject({}),
    ret: z.strictObject({ jobs: listOf(deadJob, 200) }),
  },
  'jobs/retry': {
    power: 'retry_jobs',
    kind: 'act',
    summary: 'Files a job again that was given up, once what stood in its way has gone.',
    body: z.strictObject({ job_id: uuid, why: typed(500) }),
    ret: z.strictObject({}),
  },
})
