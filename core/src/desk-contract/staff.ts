import * as z from 'zod/mini'
import { count, instant, line, listOf, typed, uuid } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { staffRoles } from './roles.ts'

export const staffCalls = deskCalls({
  'staff/list': {
    power: 'see_staff',
    kind: 'read',
    summary: 'Everybody of the staff.',
    body: z.strictObject({}),
    ret: z.strictObject({
      members: listOf(
        z.strictObject({
          member_id: uuid,
          name: line(60),
          role: z.enum(staffRoles),
          is_made_up: z.boolean(),
          passkey_count: count,
          created_at: instant,
          suspended_at: z.nullable(instant),
        }),
        1000,
      ),
    }),
  },
  'staff/suspend': {
    power: 'suspend_staff',
    kind: 'confirmed',
    summary: 'Suspends a member; her sessions end at once.',
    body: z.strictObject({ member_id: uuid, why: typed(500) }),
    ret: z.strictObject({}),
  },
})
