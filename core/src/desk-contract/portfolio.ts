import * as z from 'zod/mini'
import { askedDay, day, instant, lateDays, line, listOf, uuid, whole } from '../contract/fields.ts'
import { lateBuckets, rollEnds } from '../portfolio.ts'
import { deskCalls } from './call.ts'

/** Sums of many loans, which may lie beyond what one loan can owe. */
const sum = whole(-9e15, 9e15)
const many = whole(0, 1_000_000_000)

const ageing = listOf(
  z.strictObject({ bucket: z.enum(lateBuckets), loans_count: many, principal_centavos: sum }),
  lateBuckets.length,
)

export const portfolioCalls = deskCalls({
  'portfolio/show': {
    power: 'see_portfolio',
    kind: 'read',
    summary: 'The portfolio at the end of the last day that is over, what has moved since, and the days before it.',
    body: z.strictObject({ days_count: whole(7, 366) }),
    /** Null until a first day with a loan is over. */
    ret: z.strictObject({
      portfolio: z.nullable(
        z.strictObject({
          day,
          month_before_day: day,
          /** Outstanding now: the close and what was booked since. */
          outstanding_now_centavos: sum,
          paid_out_today_centavos: sum,
          collected_today_centavos: sum,
          ageing,
          ageing_month_before: ageing,
          flows: listOf(
            z.strictObject({
              day,
              lent_count: many,
              lent_centavos: sum,
              paid_out_centavos: sum,
              collected_centavos: sum,
              applications_count: many,
              approved_count: many,
              refused_count: many,
            }),
            366,
          ),
          reasons: listOf(
            z.strictObject({
              outcome: z.enum(['approved', 'refused', 'manual']),
              reason: line(60),
              decisions_count: many,
            }),
            200,
          ),
          vintages: listOf(
            z.strictObject({
              month: day,
              lent_centavos: sum,
              loans_count: many,
              /** The principal that was more than 30 days late, by months since the month of the payout. */
              points: listOf(z.strictObject({ months_count: whole(0, 13), day, late_centavos: sum }), 14),
            }),
            14,
          ),
          rolls: listOf(
            z.strictObject({
              day,
              from_bucket: z.enum(lateBuckets),
              to_end: z.enum(rollEnds),
              loans_count: many,
              principal_centavos: sum,
            }),
            800,
          ),
        }),
      ),
    }),
  },
  'portfolio/balances': {
    power: 'see_portfolio',
    kind: 'read',
    summary: 'What each open loan had in the books at the end of a day, a page at a time, without a name.',
    body: z.strictObject({ day: askedDay, after: z.optional(z.strictObject({ user_id: uuid, order_id: uuid })) }),
    ret: z.strictObject({
      made_at: instant,
      balances: listOf(
        z.strictObject({
          user_id: uuid,
          order_id: uuid,
          order_number: line(40),
          payout_day: day,
          due_day: day,
          late_days: lateDays,
          principal_centavos: sum,
          interest_centavos: sum,
          late_centavos: sum,
        }),
        1000,
      ),
    }),
  },
})
