import { writtenDay } from '@hola/core/written.ts'
import { brand } from '@hola/core/brand.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { say } from '@hola/i18n/words.ts'
import { openOwner, sendToOwner } from '../../person/account/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { SendProblem } from '../../providers/messages/public.ts'
import type { Services } from '../services.ts'
import { associatedDataOf } from './sealed-erasure.ts'
import { findErasure, forgetOwner } from './store.ts'

/** A provider that is down is asked again after so long, for as many days as the law gives for an erasure. */
const RETRY_MS = 3_600_000
const TRIED_MS = 5 * 24 * 3_600_000

/** The job after an erasure: says once that it is done, and forgets where. */
export const sendErasureMessage = async (
  { pool, sealer, clock, messages, jobs, log }: Services,
  { user_id: userId }: JobData<typeof jobTable, 'erasure-message'>,
): Promise<void> => {
  const erasure = await inTransaction(pool, (tx) => findErasure(tx, userId))
  if (erasure === undefined || erasure.sealedOwner === null) return
  const owner = openOwner(sealer, erasure.sealedOwner, associatedDataOf(userId, 'sealed_owner'))
  const { language } = owner
  const subject = say('privacy_erased_subject', language, { brand: brand.name })
  const gone = say('privacy_erased_gone', language, { brand: brand.name })
  const until = erasure.kept[0]?.until_day
  const text =
    until === undefined
      ? gone
      : `${gone} ${say('privacy_erased_kept', language, { until: writtenDay(civilDay(until)) })}`
  const sent = await sendToOwner(messages, owner, { subject, text })
  const startAfter = new Date(clock.now().getTime() + RETRY_MS)
  if (sent instanceof SendProblem) {
    log[sent.kind === 'misconfigured' ? 'error' : 'warn']({ code: sent.reason }, 'erasure not told')
    if (sent.kind !== 'unreachable' && startAfter.getTime() - erasure.erasedAt.getTime() < TRIED_MS)
      return inTransaction(pool, (tx) => jobs.enqueue(tx, 'erasure-message', { user_id: userId }, { startAfter }))
  }
  await inTransaction(pool, (tx) => forgetOwner(tx, userId))
}
