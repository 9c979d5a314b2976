import { inTransaction } from '../../platform/db/public.ts'
import { listActs, verifyActs as verifyChain } from '../../staff/act/public.ts'
import type { DeskHandler } from './context.ts'

const PAGE = 200

export const showActs: DeskHandler<'acts/list'> = async ({ services }, body) => {
  const acts = await inTransaction(services.pool, (tx) =>
    listActs(tx, {
      memberId: body.member_id,
      userId: body.user_id,
      since: body.since_at === undefined ? undefined : new Date(body.since_at),
      beforeNumber: body.before_count,
      limit: PAGE,
    }),
  )
  return {
    acts: acts.toReversed().map((act) => ({
      act_id: act.actId,
      entry_count: act.entryNumber,
      acted_at: act.actedAt.toISOString(),
      actor: act.actor,
      member_id: act.memberId,
      act: act.act,
      user_id: act.userId,
      details: { ...act.details },
      why: act.why,
    })),
  }
}

export const verifyActs: DeskHandler<'acts/verify'> = async ({ services }) => {
  const check = await inTransaction(services.pool, verifyChain, { isolation: 'repeatable read' })
  return check.isIntact
    ? { is_intact: true, act_count: check.actCount, problem: null, last_act_sha256: check.lastSha256 }
    : { is_intact: false, act_count: check.entryNumber, problem: check.problem, last_act_sha256: null }
}
