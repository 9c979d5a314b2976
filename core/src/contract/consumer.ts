import * as z from 'zod/mini'
import { requestKinds } from '../consumer.ts'
import { calls } from './call.ts'
import { instant, line, listOf, mail, phone, prose, sentence, typed } from './fields.ts'

const kind = z.enum(requestKinds)

const request = z.strictObject({
  tracking_number: line(30),
  kind,
  state: z.enum(['received', 'acknowledged', 'done', 'not_possible']),
  received_at: instant,
  /** When we have answered at the latest. */
  answer_until_at: instant,
  concluded_at: z.nullable(instant),
  /** What was done, or what to do now, in plain words. */
  answer: z.nullable(sentence),
})

const asked = {
  kind,
  /** The loan it is about, as its papers name it; empty when unknown. */
  order_number: z.optional(line(20)),
  /** What a complaint or a request about her data is about; beside the others it is left to her. */
  note: z.optional(prose(1000)),
}

export const consumerCalls = calls({
  'consumer/request': {
    access: 'guest',
    summary:
      'Takes a withdrawal from a contract, the end of the service, a complaint or a request about one’s data, without a log-in, and answers how to follow it.',
    body: z.discriminatedUnion('channel', [
      z.strictObject({ channel: z.literal('phone'), phone, ...asked }),
      z.strictObject({ channel: z.literal('mail'), mail, ...asked }),
    ]),
    ret: request,
  },

  'consumer/state': {
    access: 'guest',
    summary: 'How far a request is, by its tracking number; for a user without a number, all of her own.',
    body: z.strictObject({ tracking_number: z.optional(typed(30)) }),
    ret: z.strictObject({ requests: listOf(request, 50) }),
  },
})
