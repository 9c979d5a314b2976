import * as z from 'zod/mini'
import { line, seconds, typed, uuid } from '../contract/fields.ts'
import { deskCalls } from './call.ts'

/** What of a person stands masked until somebody says why she has to see it. Whom she named as a reference is not in it. */
export const personFields = [
  'name',
  'dni',
  'cuil',
  'birth_day',
  'phone',
  'mail',
  'address',
  'account',
  'income',
] as const

export type PersonField = (typeof personFields)[number]

/** How long a field that was opened can be read. */
export const FIELD_OPEN_SECONDS = 300

export const personCalls = deskCalls({
  'people/open': {
    power: 'open_fields',
    kind: 'act',
    summary: 'Opens one field of a person, for five minutes and with a reason; she can read that it was opened.',
    body: z.strictObject({
      user_id: uuid,
      field: z.enum(personFields),
      /** The account that this loan was paid to, instead of the one she has now. */
      order_id: z.optional(uuid),
      why: typed(500),
    }),
    ret: z.strictObject({ value: z.nullable(line(500)), open_seconds: seconds }),
  },
})
