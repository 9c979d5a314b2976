import * as z from 'zod/mini'
import { askedDay, count, day, instant, line, listOf, signedMoney, typed, whole } from '../contract/fields.ts'
import { deskCalls } from './call.ts'

/** Of a day: not compared yet; without a statement; in order; differences that our own records explain; others. */
export const dayStates = ['not_yet', 'no_statement', 'in_order', 'explained', 'difference'] as const

export type DayState = (typeof dayStates)[number]

const month = z.string().check(z.maxLength(7), z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

const moneyKind = z.enum(['payout', 'collection'])

const difference = z.strictObject({
  cause: line(40),
  is_explained: z.boolean(),
  id: line(200),
  provider_id: z.nullable(line(200)),
  order_number: z.nullable(line(40)),
  ours_centavos: signedMoney,
  theirs_centavos: signedMoney,
  our_day: z.nullable(day),
  their_day: z.nullable(day),
})

const note = z.strictObject({
  provider: line(40),
  kind: moneyKind,
  difference_id: z.nullable(line(200)),
  words: line(500),
  noted_by: line(60),
  noted_at: instant,
})

export const reconciliationCalls = deskCalls({
  'reconciliation/month': {
    power: 'see_money',
    kind: 'read',
    summary: 'The days of a month: compared with the providers’ statements or not, and whether they are in order.',
    /** Without a month, the one of today. */
    body: z.strictObject({ month: z.optional(month) }),
    ret: z.strictObject({
      month,
      days: listOf(
        z.strictObject({
          day,
          state: z.enum(dayStates),
          matched_count: count,
          difference_count: count,
          unexplained_count: count,
          note_count: count,
          /** It has come and is over: only then can it be compared. */
          is_past: z.boolean(),
        }),
        31,
      ),
    }),
  },
  'reconciliation/day': {
    power: 'see_money',
    kind: 'read',
    summary: 'What the comparison of a day found, each difference with its cause, and what was noted about it.',
    body: z.strictObject({ day: askedDay }),
    ret: z.strictObject({
      findings: listOf(
        z.strictObject({
          provider: line(40),
          kind: moneyKind,
          outcome: z.enum(['compared', 'outage', 'no_statement']),
          problem: z.nullable(line(500)),
          matched_count: count,
          ours_centavos: signedMoney,
          theirs_centavos: z.nullable(signedMoney),
          unexplained_count: count,
          /** The first 500 of them. */
          differences: listOf(difference, 500),
          difference_count: whole(0, 1_000_000),
          found_at: instant,
        }),
        40,
      ),
      notes: listOf(note, 200),
    }),
  },
  'reconciliation/run': {
    power: 'reconcile',
    kind: 'act',
    summary: 'Files the comparison of a day again; the server asks the providers for their statements.',
    body: z.strictObject({ day: askedDay, why: typed(500) }),
    ret: z.strictObject({}),
  },
  'reconciliation/note': {
    power: 'reconcile',
    kind: 'act',
    summary: 'Notes how a difference, or a whole day of a provider, is explained. Notes are only added.',
    body: z.strictObject({
      day: askedDay,
      provider: typed(40),
      kind: moneyKind,
      difference_id: z.nullable(typed(200)),
      why: typed(500),
    }),
    ret: z.strictObject({}),
  },
})
