import * as z from 'zod/mini'
import { contactObstacles, contactTemplateNames } from '../contact.ts'
import {
  askedDay,
  count,
  cursor,
  day,
  days,
  instant,
  line,
  listOf,
  money,
  positiveMoney,
  prose,
  typed,
} from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'
import { cappedCount } from './counts.ts'

/** How late a loan is, in days: the first and the last of each; null without an end. */
export const arrearsBuckets = {
  '1-5': { from: 1, to: 5 },
  '6-30': { from: 6, to: 30 },
  '31-60': { from: 31, to: 60 },
  '61-90': { from: 61, to: 90 },
  '90+': { from: 91, to: null },
} as const satisfies Readonly<Record<string, { readonly from: number; readonly to: number | null }>>

export type ArrearsBucket = keyof typeof arrearsBuckets

export const arrearsBucketNames = Object.keys(arrearsBuckets) as [ArrearsBucket, ...ArrearsBucket[]]

/** How a loan past its day stands. Only one that is late is written about. */
export const lateStandings = ['late', 'plan', 'withdrawing', 'written_off', 'not_late'] as const

/** What is left of what is allowed, why nothing is allowed now, and when it is next. */
const budget = z.strictObject({
  today_count: count,
  seven_days_count: count,
  obstacle: z.nullable(z.enum(contactObstacles)),
  /** Null: never, she wants to hear nothing. */
  next_at: z.nullable(instant),
})

/** A loan past its day. Nothing in it says whose it is: `person` is a code. */
const row = z.strictObject({
  order_number: line(20),
  person: personCodeField,
  due_day: day,
  days_late: days,
  owed_centavos: money,
  late_charges_centavos: money,
  standing: z.enum(lateStandings),
  /** She has promised to pay until this day. */
  promised_until: z.nullable(day),
  budget,
})

const orderNumber = typed(40)
const why = typed(500)
const template = z.enum(contactTemplateNames)

export const arrearsCalls = deskCalls({
  'arrears/list': {
    power: 'see_loans',
    kind: 'read',
    summary: 'Loans past their day, by how many days, the longest first, without names; and how many there are.',
    body: z.strictObject({ bucket: z.enum(arrearsBucketNames), after: z.optional(cursor) }),
    ret: z.strictObject({
      now: instant,
      loans: listOf(row, 50),
      /** Of the next page; null at the end. */
      next: z.nullable(cursor),
      counts: z.record(z.enum(arrearsBucketNames), cappedCount),
    }),
  },
  'arrears/show': {
    power: 'see_loans',
    kind: 'read',
    summary: 'One loan past its day: what is left of the contacts, what was said and promised, what may be done next.',
    body: z.strictObject({ order_number: orderNumber }),
    ret: z.strictObject({
      now: instant,
      loan: row,
      contacts: listOf(z.strictObject({ at: instant, template: line(40), member: z.nullable(line(60)) }), 20),
      promises: listOf(
        z.strictObject({
          made_at: instant,
          promise_day: day,
          amount_centavos: money,
          is_kept: z.nullable(z.boolean()),
        }),
        10,
      ),
      /** Since when she knows that it may be handed to an agency, and from when it may be. */
      agency_notice_day: z.nullable(day),
      agency_from_day: z.nullable(day),
      agency: z.nullable(z.strictObject({ name: line(80), handed_day: day })),
      has_open_complaint: z.boolean(),
    }),
  },
  'arrears/preview': {
    power: 'contact_borrowers',
    kind: 'read',
    summary: 'What a template would say to the borrower of a late loan, word for word, and what is against it now.',
    body: z.strictObject({ order_number: orderNumber, template }),
    ret: z.strictObject({
      subject: line(200),
      text: prose(2000),
      channel: z.enum(['phone', 'mail']),
      language: z.enum(['en', 'es']),
      obstacle: z.nullable(z.enum(contactObstacles)),
    }),
  },
  'arrears/contact': {
    power: 'contact_borrowers',
    kind: 'act',
    summary: 'Writes to the borrower of a late loan by a template, at her own address, within the limits of the law.',
    body: z.strictObject({ order_number: orderNumber, template, why }),
    ret: z.strictObject({}),
  },
  'arrears/promise': {
    power: 'contact_borrowers',
    kind: 'act',
    summary: 'Writes down what she has promised to pay and by when: nobody writes to her until then.',
    body: z.strictObject({
      order_number: orderNumber,
      amount_centavos: positiveMoney,
      promise_day: askedDay,
      why,
    }),
    ret: z.strictObject({}),
  },
  'arrears/opt_out': {
    power: 'contact_borrowers',
    kind: 'act',
    summary: 'Writes down that she does not want to be contacted: it counts at once, and only she takes it back.',
    body: z.strictObject({ order_number: orderNumber, why }),
    ret: z.strictObject({}),
  },
})
