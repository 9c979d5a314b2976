import * as z from 'zod/mini'
import { instant, line, listOf, money, signedMoney, typed, uuid, whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { cappedCount } from './counts.ts'
import type { Power, StaffRole } from './roles.ts'
import { may, staffRoles } from './roles.ts'

/** Everything that can wait for the staff: whose queue it is in, and who may take it in hand. */
export const workKinds = {
  case: { see: 'see_cases', take: 'decide_cases' },
  payout: { see: 'see_money', take: 'reconcile' },
  suspense: { see: 'see_money', take: 'reconcile' },
  request: { see: 'see_requests', take: 'answer_requests' },
  /** It waits for a signature, not for somebody to take it. */
  proposal: { see: 'decide_proposals', take: null },
  job: { see: 'retry_jobs', take: 'retry_jobs' },
  difference: { see: 'see_money', take: 'reconcile' },
} as const satisfies Readonly<Record<string, { readonly see: Power; readonly take: Power | null }>>

export type WorkKind = keyof typeof workKinds

export const workKindNames = Object.keys(workKinds) as [WorkKind, ...WorkKind[]]

/** What can be taken in hand. */
export const claimKindNames = ['case', 'payout', 'suspense', 'request', 'job', 'difference'] as const

export type ClaimKind = (typeof claimKindNames)[number]

export const maySeeWork = (role: StaffRole, kind: WorkKind): boolean => may(role, workKinds[kind].see)

export const mayTakeWork = (role: StaffRole, kind: WorkKind): boolean => {
  const { take } = workKinds[kind]
  return take !== null && may(role, take)
}

/** What exactly it is, for its words and for the name of its limit. */
export const workNames = [
  'case',
  'payout_silent',
  'payout_failed',
  'suspense',
  'regret',
  'unsubscribe',
  'complaint',
  'data_access',
  'data_change',
  'proposal',
  'job',
  'difference',
] as const

export type WorkName = (typeof workNames)[number]

/** `past`: our time is over, or the law's ends today; `sign`: waits for a signature; `rest`: everything else. */
export const workGroups = ['past', 'sign', 'rest'] as const

const itemId = line(200, 1)
const owner = z.strictObject({ member_id: uuid, name: line(60), since_at: instant })

const item = z.strictObject({
  kind: z.enum(workKindNames),
  item_id: itemId,
  name: z.enum(workNames),
  group: z.enum(workGroups),
  since_at: instant,
  due_at: instant,
  /** Of a limit in business days: today's number of how many. */
  business_day: z.nullable(z.strictObject({ number: whole(1, 100), of: whole(1, 100) })),
  amount_centavos: z.nullable(money),
  /** The number by which the staff calls it: of a loan, of a request, of a case. It says nothing about anybody. */
  reference: z.nullable(line(120)),
  /** Codes of why it waits: reasons of the review, of a failed payout, the kind of a proposal, the name of a job. */
  reasons: listOf(line(60), 10),
  /** What else is known of it; `…_at` is an instant, `…_day` a day, `…_centavos` money. */
  facts: z.record(line(40), z.nullable(z.union([line(500), signedMoney]))),
  owner: z.nullable(owner),
})

const show = z.enum(['all', 'mine', 'nobody', ...workKindNames])

const counted = z.strictObject({
  all: cappedCount,
  mine: cappedCount,
  nobody: cappedCount,
  /** Null for what the role may not see. */
  kinds: z.strictObject(
    Object.fromEntries(workKindNames.map((kind) => [kind, z.nullable(cappedCount)])) as Record<
      WorkKind,
      z.ZodMiniNullable<typeof cappedCount>
    >,
  ),
  past: cappedCount,
  near: cappedCount,
})

const one = { kind: z.enum(claimKindNames), item_id: itemId }
const why = typed(500)

export const QUEUE_PAGE = 100

export const queueCalls = deskCalls({
  'queue/list': {
    power: 'see_queue',
    kind: 'read',
    summary: 'Everything that waits for this member, what has the least time left first, page by page.',
    body: z.strictObject({
      show,
      /** From the page before. */
      after: z.optional(z.string().check(z.maxLength(4000), z.regex(/^[A-Za-z0-9_-]+$/))),
    }),
    ret: z.strictObject({
      now: instant,
      items: listOf(item, QUEUE_PAGE),
      next: z.nullable(z.string().check(z.maxLength(4000))),
    }),
  },
  'queue/counts': {
    power: 'see_queue',
    kind: 'read',
    summary: 'How much waits for this member.',
    body: z.strictObject({}),
    ret: counted,
  },
  'queue/take': {
    power: 'take_work',
    kind: 'act',
    summary: 'Takes something in hand that nobody has.',
    body: z.strictObject(one),
    ret: z.strictObject({ owner }),
  },
  'queue/release': {
    power: 'take_work',
    kind: 'act',
    summary: 'Puts something back: what one has in hand, or as a supervisor what anybody has.',
    body: z.strictObject(one),
    ret: z.strictObject({}),
  },
  'queue/hand_over': {
    power: 'take_work',
    kind: 'act',
    summary: 'Gives what one has in hand, or what nobody has, to a colleague who may take it.',
    body: z.strictObject({ ...one, member_id: uuid, why }),
    ret: z.strictObject({ owner }),
  },
  'queue/colleagues': {
    power: 'take_work',
    kind: 'read',
    summary: 'Who else may take this kind of work.',
    body: z.strictObject({ kind: z.enum(claimKindNames) }),
    ret: z.strictObject({
      members: listOf(z.strictObject({ member_id: uuid, name: line(60), role: z.enum(staffRoles) }), 1000),
    }),
  },
})
