import * as z from 'zod/mini'
import { requestKinds } from '../consumer.ts'
import { instant, line, listOf, prose, typed, uuid, whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'
import { cappedCount } from './counts.ts'

/** staff: waits for somebody here. hers: she has to do something, or her loan to end. ended: done or not possible. */
export const requestLists = ['staff', 'hers', 'ended'] as const

/** Where a request stands by the facts of now. */
export const situationNames = [
  'which_loan',
  'confirm_regret',
  'on_its_way',
  'return',
  'no_account',
  'confirm_end',
  'after_loan',
  'in_hand',
  'to_cancel',
  'to_end',
  'cancelled',
  'withdrawn',
  'ended',
  'answered',
  'paid',
  'too_late',
  'not_returned',
  'no_loan',
  'declined',
] as const

/** A request without anything of the person who made it. */
const request = z.strictObject({
  tracking_number: line(30),
  kind: z.enum(requestKinds),
  situation: z.enum(situationNames),
  order_number: z.nullable(line(20)),
  /** The beginning of an id; null when nobody knows whose it is. */
  person: z.nullable(personCodeField),
  is_proven: z.boolean(),
  received_at: instant,
  /** The law’s clock. */
  answer_until_at: instant,
  /** Business days of that clock, and which of them today is; null when it counts hours. */
  business_days: z.nullable(z.strictObject({ number: whole(0, 1000), of: whole(1, 100) })),
  acknowledged_at: z.nullable(instant),
  /** When what the clock is for was done; null while it runs. */
  answered_at: z.nullable(instant),
  is_late: z.boolean(),
  concluded_at: z.nullable(instant),
  /** What may be done with it now. */
  can_confirm: z.boolean(),
  can_answer: z.boolean(),
})

/** Opaque place in a list of several kinds: longer than others. */
const place = z.string().check(z.minLength(1), z.maxLength(600), z.regex(/^[A-Za-z0-9_-]+$/))

const trackingNumber = typed(30)
const why = typed(500)
/** As long as what she reads of it may be. */
const words = line(450, 1)

export const requestCalls = deskCalls({
  'requests/list': {
    power: 'see_requests',
    kind: 'read',
    summary: 'What consumers have asked for, what is due first first, of all kinds or one; nothing says who asked.',
    body: z.strictObject({
      list: z.enum(requestLists),
      kind: z.optional(z.enum(requestKinds)),
      after: z.optional(place),
    }),
    ret: z.strictObject({
      now: instant,
      requests: listOf(request, 50),
      next: z.nullable(place),
      /** What waits for somebody here, of each kind. */
      counts: z.record(z.enum(requestKinds), cappedCount),
    }),
  },
  'requests/show': {
    power: 'see_requests',
    kind: 'read',
    summary: 'One request, without who asked.',
    body: z.strictObject({ tracking_number: trackingNumber }),
    ret: z.strictObject({ now: instant, request, templates: listOf(line(40), 20) }),
  },
  'requests/open': {
    power: 'see_requests',
    kind: 'act',
    summary: 'Opens a request: where it came from, what was written, what was answered. She sees that somebody looked.',
    body: z.strictObject({ tracking_number: trackingNumber, why }),
    ret: z.strictObject({
      address: line(254),
      channel: z.enum(['phone', 'mail']),
      language: z.enum(['en', 'es']),
      user_id: z.nullable(uuid),
      typed_order_number: line(20),
      note: prose(1000),
      said: z.nullable(prose(1000)),
    }),
  },
  'requests/template': {
    power: 'answer_requests',
    kind: 'read',
    summary: 'The words of a template for this request, in its language, to be changed before they are sent.',
    body: z.strictObject({ tracking_number: trackingNumber, template: typed(40) }),
    ret: z.strictObject({ words: line(450) }),
  },
  'requests/preview': {
    power: 'answer_requests',
    kind: 'read',
    summary: 'The whole message as whoever asked will read it, with these words in it.',
    body: z.strictObject({ tracking_number: trackingNumber, words }),
    ret: z.strictObject({ subject: line(200), text: prose(2000) }),
  },
  'requests/confirm': {
    power: 'answer_requests',
    kind: 'act',
    summary: 'Who asked is known by other means than a log-in: what was asked for is carried out, and she is told.',
    body: z.strictObject({ tracking_number: trackingNumber, order_number: z.optional(typed(40)), why }),
    ret: z.strictObject({ request }),
  },
  'requests/answer': {
    power: 'answer_requests',
    kind: 'act',
    summary: 'Words of a person to whoever asked; at the end of a request, or on its way.',
    body: z.strictObject({ tracking_number: trackingNumber, words, is_end: z.boolean(), why }),
    ret: z.strictObject({ request }),
  },
})
