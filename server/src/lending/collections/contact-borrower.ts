import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { ContactFacts, ContactObstacle, ContactTemplate } from '@hola/core/contact.ts'
import { contactTemplates, mayContact } from '@hola/core/contact.ts'
import type { Owner } from '../../person/account/public.ts'
import { findOwner, sendToOwner } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { SendProblem } from '../../providers/messages/public.ts'
import type { ContactOutcome } from '../contact/public.ts'
import {
  contactFactsOf,
  findAttempt,
  findOutcome,
  insertOutcome,
  lockContacts,
  openText,
  writeContact,
} from '../contact/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { findOrder, lockOrder } from '../order/public.ts'
import { listNotices, NEXT_TRY_MS, TRIES_MAX } from '../reminder/public.ts'
import type { Services } from '../services.ts'
import { lateOf } from './late.ts'
import { contactWords } from './words.ts'

const NOTICES_SINCE_DAYS = 7

/**
 * What the limits of whoever works at the desk go by. What told her of a payment that was not late yet counts too: she has
 * been written to.
 */
export const deskFactsOf = async (
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userIds: readonly string[],
): Promise<(userId: string) => ContactFacts> => {
  const since = startOfDay(addDays(civilDayOf(services.clock.now()), -NOTICES_SINCE_DAYS))
  const [factsOf, notices] = await Promise.all([contactFactsOf(tx, services, userIds), listNotices(tx, userIds, since)])
  const daysOf = Map.groupBy(notices, ({ userId }) => userId)
  return (userId) => {
    const facts = factsOf(userId)
    const noticeDays = (daysOf.get(userId) ?? []).map(({ at }) => civilDayOf(at))
    return { ...facts, contactDays: [...new Set([...facts.contactDays, ...noticeDays])] }
  }
}

/** What the law has us say is said to somebody who wants to hear nothing else, too; within the same limits. */
const forTemplate = (facts: ContactFacts, template: ContactTemplate): ContactFacts =>
  template === 'agency_notice' ? { ...facts, isOptedOut: false } : facts

export type ContactProblem = 'no_such_order' | 'not_late' | 'no_address' | ContactObstacle

const wordsFor = async (
  tx: Tx,
  { sealer, settings, clock }: Services,
  order: OrderRow,
  template: ContactTemplate,
): Promise<{ owner: Owner; subject: string; text: string } | 'not_late' | 'no_address'> => {
  const late = lateOf(order, civilDayOf(clock.now()))
  if (late === undefined) return 'not_late'
  const owner = await findOwner(tx, sealer, order.userId)
  if (owner === undefined) return 'no_address'
  const { language, address } = owner
  const facts = { orderNumber: order.orderNumber, dueDay: late.dueDay, payoff: late.payoff }
  return { owner, ...contactWords(template, facts, { language, channel: address.kind, publicUrl: settings.publicUrl }) }
}

/** What a template would say to her now, in her language, by which way, and what is against it. */
export const previewContact = async (tx: Tx, services: Services, key: OrderKey, template: ContactTemplate) => {
  const order = await findOrder(tx, key.userId, key.orderId)
  if (order === undefined) return 'no_such_order'
  const words = await wordsFor(tx, services, order, template)
  if (typeof words === 'string') return words
  const facts = forTemplate((await deskFactsOf(tx, services, [key.userId]))(key.userId), template)
  const { owner, subject, text } = words
  return {
    subject,
    text,
    channel: owner.address.kind,
    language: owner.language,
    obstacle: mayContact(facts, services.clock.now(), services.reference.holidays),
  }
}

/**
 * A member of the staff writes to a borrower who is late, by a template. It is written down with its text and counts from
 * then on; the server's job hands it over, to the address she logs in with.
 */
export const contactBorrower = async (
  tx: Tx,
  services: Services,
  { userId, orderId, template, memberId }: OrderKey & { readonly template: ContactTemplate; readonly memberId: string },
): Promise<ContactProblem | { readonly contactNumber: number }> => {
  const order = await lockOrder(tx, { userId, orderId })
  if (order === undefined) return 'no_such_order'
  const words = await wordsFor(tx, services, order, template)
  if (typeof words === 'string') return words
  await lockContacts(tx, services, userId)
  const facts = forTemplate((await deskFactsOf(tx, services, [userId]))(userId), template)
  const written = await writeContact(tx, services, facts, {
    userId,
    orderId,
    template,
    templateVersion: contactTemplates[template],
    language: words.owner.language,
    text: words.text,
    memberId,
  })
  if (typeof written === 'string') return written
  const { contactNumber } = written
  const job = { user_id: userId, contact_number: contactNumber, subject: words.subject, try_number: 1 }
  await services.jobs.enqueue(tx, 'contact', job)
  return { contactNumber }
}

type ContactJob = JobData<typeof jobTable, 'contact'>

/** The job that hands over what the staff wrote; what is not allowed or not true any more by then is not sent. */
export const sendContact = async (services: Services, job: ContactJob): Promise<void> => {
  const { pool, clock, jobs, messages, log } = services
  const key = { userId: job.user_id, contactNumber: job.contact_number }
  const prepared = await inTransaction(pool, async (tx) => {
    const ready = await prepare(tx, services, job)
    if (ready === 'not_sent') await insertOutcome(tx, key, 'not_sent', clock.now())
    return ready
  })
  if (typeof prepared === 'string') return
  const sent = await sendToOwner(messages, prepared.owner, { subject: job.subject, text: prepared.text })
  // What may have gone out counts as sent: nobody is written to twice.
  const problem = sent instanceof SendProblem && sent.kind !== 'unknown' ? sent.kind : undefined
  const isNotSent = problem === 'misconfigured' || problem === 'unavailable'
  if (sent instanceof SendProblem)
    log[sent.kind === 'misconfigured' ? 'error' : 'warn']({ code: sent.reason }, 'a message to a borrower was not sent')
  await inTransaction(pool, async (tx) => {
    if (isNotSent && job.try_number < TRIES_MAX) {
      const startAfter = new Date(clock.now().getTime() + NEXT_TRY_MS)
      await jobs.enqueue(tx, 'contact', { ...job, try_number: job.try_number + 1 }, { startAfter })
      return
    }
    const outcome: ContactOutcome = problem === undefined ? 'sent' : isNotSent ? 'not_sent' : 'unreachable'
    await insertOutcome(tx, key, outcome, clock.now())
  })
}

const prepare = async (
  tx: Tx,
  services: Services,
  { user_id: userId, contact_number: contactNumber }: ContactJob,
): Promise<{ readonly owner: Owner; readonly text: string } | 'done' | 'not_sent'> => {
  const { clock, sealer, reference } = services
  if ((await findOutcome(tx, { userId, contactNumber })) !== undefined) return 'done'
  const attempt = await findAttempt(tx, { userId, contactNumber })
  if (attempt === undefined) throw new Error('a contact that was written down is gone')
  // Under the lock a payment that is being credited is waited for.
  const order = await lockOrder(tx, attempt)
  await lockContacts(tx, services, userId)
  const now = clock.now()
  const facts = (await contactFactsOf(tx, services, [userId]))(userId)
  // It counts already: of the rest of the rule, what she has said since and the hour.
  const rest = forTemplate({ ...facts, contactDays: [] }, attempt.template as ContactTemplate)
  const isAllowed = civilDayOf(now) === attempt.contactDay && mayContact(rest, now, reference.holidays) === null
  const owner = await findOwner(tx, sealer, userId)
  if (!isAllowed || owner === undefined || order === undefined || lateOf(order, civilDayOf(now)) === undefined)
    return 'not_sent'
  return { owner, text: openText(sealer, attempt) }
}
