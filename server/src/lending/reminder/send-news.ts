import type { MessageTopic, NewsKind } from '@hola/core/news.ts'
import { newsTopics } from '@hola/core/news.ts'
import { centavos } from '@hola/core/money.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { findOwner } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { accountOf, correctUntil, lockOrder, openAccount } from '../order/public.ts'
import type { Services } from '../services.ts'
import { isTopicOff } from './choice-store.ts'
import type { Prepared } from './deliver.ts'
import { deliver, NEXT_TRY_MS, TRIES_MAX } from './deliver.ts'
import { claimNewsTry, updateNewsOutcome } from './news-store.ts'
import type { NewsKey } from './news-store.ts'
import type { NewsFacts } from './news-words.ts'
import { newsWords } from './news-words.ts'

type NewsJob = JobData<typeof jobTable, 'news'>

/**
 * The job of one piece of news, filed in the transaction in which it happened. She waits for it, so it goes out at any
 * hour. That it is tried is written down before it is handed over, as with reminders: whatever stops, nobody gets it
 * twice but for a server that dies right after handing it over.
 */
export const sendNews = async (services: Services, job: NewsJob): Promise<void> => {
  const key: NewsKey = { userId: job.user_id, kind: job.kind, subject: job.subject }
  const prepared = await inTransaction(services.pool, (tx) => prepare(tx, services, key, job))
  if (prepared !== undefined) await deliver(services, prepared, (tx, outcome) => updateNewsOutcome(tx, key, outcome))
}

/** What to send now, once it is written down; undefined when it is no longer true, unwanted, or sent. */
const prepare = async (tx: Tx, services: Services, key: NewsKey, job: NewsJob): Promise<Prepared | undefined> => {
  const { clock, sealer, settings, jobs } = services
  const topic: MessageTopic = newsTopics[key.kind]
  if (await isTopicOff(tx, key.userId, topic)) return undefined
  const facts = await factsOf[key.kind](tx, services, job)
  const owner = facts === undefined ? undefined : await findOwner(tx, sealer, key.userId)
  if (facts === undefined || owner === undefined) return undefined
  const now = clock.now()
  if (!(await claimNewsTry(tx, key, { tryNumber: job.try_number, triedAt: now }))) return undefined
  if (job.try_number < TRIES_MAX)
    await jobs.enqueue(
      tx,
      'news',
      { ...job, try_number: job.try_number + 1 },
      { startAfter: new Date(now.getTime() + NEXT_TRY_MS) },
    )
  const { language, address } = owner
  return { owner, words: newsWords(facts, { language, channel: address.kind, publicUrl: settings.publicUrl }) }
}

type FindFacts = (tx: Tx, services: Services, job: NewsJob) => Promise<NewsFacts | undefined>

/** The loan that a job is about, as it is now; under its lock whatever is just changing it is waited for. */
const orderOf = async (tx: Tx, { user_id: userId, order_id: orderId }: NewsJob) =>
  orderId === undefined ? undefined : lockOrder(tx, { userId, orderId })

/** A payment that came or was taken back, and what is left to pay now. */
const paymentFacts = async (
  tx: Tx,
  { clock }: Services,
  job: NewsJob,
  kind: 'payment_credited' | 'payment_reversed',
): Promise<NewsFacts | undefined> => {
  const order = await orderOf(tx, job)
  if (order === undefined || job.amount_centavos === undefined) return undefined
  const account = accountOf(order, civilDayOf(clock.now()))
  if (account === null) return undefined
  const left = order.state === 'in_repayment' ? account.payoff : centavos(0)
  return { kind, amount: centavos(job.amount_centavos), left }
}

/** What is said is what is true when it is sent: news that is over by then is none. */
const factsOf: Readonly<Record<NewsKind, FindFacts>> = {
  // A decision stands: the job brings what it said. Whoever writes to people does not read what they have told us.
  approved: async (_tx, { clock }, { amount_centavos: limit, until_at: untilAt }) => {
    const expiresAt = untilAt === undefined ? undefined : new Date(untilAt)
    if (limit === undefined || expiresAt === undefined || expiresAt <= clock.now()) return undefined
    return { kind: 'approved', limit: centavos(limit), expiresAt }
  },
  refused: async (_tx, _services, { until_at: untilAt }) =>
    untilAt === undefined ? undefined : { kind: 'refused', retryAt: new Date(untilAt) },
  to_mend: async () => ({ kind: 'to_mend' }),
  money_sent: async (tx, { sealer }, job) => {
    const order = await orderOf(tx, job)
    if (order?.state !== 'in_repayment' || order.dueDay === null || order.withdrawnAt !== null) return undefined
    const { institutionName, number } = openAccount(sealer, order, order.sealedAccount)
    return {
      kind: 'money_sent',
      arrival: order.arrival,
      account: { institutionName, ending: number.slice(-4) },
      repayment: order.repayment,
      dueDay: order.dueDay,
    }
  },
  money_back: async (tx, _, job) => {
    const order = await orderOf(tx, job)
    if (order?.state !== 'payout_failed') return undefined
    return { kind: 'money_back', arrival: order.arrival, until: correctUntil(order) }
  },
  payment_credited: (tx, services, job) => paymentFacts(tx, services, job, 'payment_credited'),
  payment_reversed: (tx, services, job) => paymentFacts(tx, services, job, 'payment_reversed'),
}
