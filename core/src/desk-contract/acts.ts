import * as z from 'zod/mini'
import { instant, line, listOf, sha256, uuid, whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'

/** The place of an act in the one chain of all acts. */
const number = whole(1, Number.MAX_SAFE_INTEGER - 1)

export const actCalls = deskCalls({
  'acts/list': {
    power: 'see_acts',
    kind: 'read',
    summary: 'What the staff did, the newest first: all, those of one member, or those about one person.',
    body: z.strictObject({
      member_id: z.optional(uuid),
      user_id: z.optional(uuid),
      since_at: z.optional(instant),
      /** Only acts before this one. */
      before_count: z.optional(number),
    }),
    ret: z.strictObject({
      acts: listOf(
        z.strictObject({
          act_id: uuid,
          entry_count: number,
          acted_at: instant,
          actor: line(60),
          member_id: z.nullable(uuid),
          act: line(40),
          user_id: z.nullable(uuid),
          details: z.record(line(40), z.nullable(z.union([line(500), whole(-9e15, 9e15)]))),
          why: line(500),
        }),
        200,
      ),
    }),
  },
  'acts/verify': {
    power: 'see_acts',
    kind: 'read',
    summary: 'Whether the chain of acts is whole and unchanged.',
    body: z.strictObject({}),
    ret: z.strictObject({
      is_intact: z.boolean(),
      /** How many acts there are, or the first one that is not in order. */
      act_count: whole(0, Number.MAX_SAFE_INTEGER - 1),
      problem: z.nullable(z.enum(['act_missing', 'act_changed', 'chain_broken'])),
      last_act_sha256: z.nullable(sha256),
    }),
  },
})
