import * as z from 'zod/mini'
import {
  cursor,
  day,
  days,
  lateDays,
  positiveMoney,
  instant,
  line,
  listOf,
  money,
  prose,
  seconds,
  typed,
  uuid,
  whole,
} from '../contract/fields.ts'
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

/** What somebody can be found by, and only exactly. */
export const searchedBy = ['phone', 'mail', 'dni', 'cuil', 'loan', 'request'] as const

export type SearchedBy = (typeof searchedBy)[number]

/** Whoever needs more in an hour is trying out numbers. */
export const PERSON_SEARCHES_PER_HOUR = 60

export const NOTE_LENGTH_MAX = 1000

const masked = z.nullable(line(500))

/** What happened to a person, from her application to the last time somebody looked at her data. */
export const personEventKinds = [
  'account_opened',
  'application_submitted',
  'decided_approved',
  'decided_refused',
  'decided_manual',
  'order',
  'message',
  'request_received',
  'request_concluded',
  'consent_given',
  'consent_withdrawn',
  'coupon',
  'act',
] as const

/** Which part of the time line is shown. `openings`: who looked at her data. */
export const personEventGroups = ['all', 'loans', 'messages', 'staff', 'openings'] as const

const personEvent = z.strictObject({
  event_id: line(100),
  at: instant,
  kind: z.enum(personEventKinds),
  /** The kind of order event, message, request, consent or act. */
  name: line(60),
  order_number: z.nullable(line(40)),
  amount_centavos: z.nullable(money),
  /** Whoever of the staff did it; null for her, the rules or a provider. */
  actor: z.nullable(line(60)),
  why: z.nullable(line(500)),
  /** Of an act, which field was opened or which kind was proposed. */
  subject: z.nullable(line(60)),
})

const loanOfPerson = z.strictObject({
  order_number: line(40),
  order_id: uuid,
  state: z.enum(['pending', 'payout_failed', 'in_repayment', 'overdue', 'cleared', 'review_failed', 'cancelled']),
  amount_centavos: money,
  payoff_centavos: money,
  due_day: z.nullable(day),
  overdue_days: lateDays,
})

const note = z.strictObject({
  note_id: uuid,
  written_at: instant,
  author: line(60),
  order_number: z.nullable(line(40)),
  text: prose(NOTE_LENGTH_MAX),
})

export const personCalls = deskCalls({
  'search/find': {
    power: 'be_signed_in',
    kind: 'act',
    summary:
      'Finds a person, a loan or a request by exactly what it is known by; searching a person is an act about her.',
    body: z.strictObject({ text: typed(100) }),
    ret: z.strictObject({
      /** What the text can be: a phone, a DNI. None when it is nothing that can be searched. */
      by: listOf(z.enum(searchedBy), searchedBy.length),
      found: listOf(
        z.strictObject({
          by: z.enum(searchedBy),
          user_id: z.nullable(uuid),
          order_number: z.nullable(line(40)),
          tracking_number: z.nullable(line(40)),
        }),
        20,
      ),
    }),
  },
  'people/recent': {
    power: 'see_people',
    kind: 'read',
    summary: 'Whose records this member opened last.',
    body: z.strictObject({}),
    ret: z.strictObject({ people: listOf(z.strictObject({ user_id: uuid, seen_at: instant }), 50) }),
  },
  'people/show': {
    power: 'see_people',
    kind: 'act',
    summary:
      'A person with her fields masked, her loans, consents and coupons. The visit is written down, for her too.',
    body: z.strictObject({ user_id: uuid }),
    ret: z.strictObject({
      user_id: uuid,
      now_at: instant,
      /** When this visit was written down. */
      seen_at: instant,
      created_at: instant,
      blocked_at: z.nullable(instant),
      erased_at: z.nullable(instant),
      level: z.nullable(line(120)),
      fields: z.strictObject({
        name: masked,
        dni: masked,
        cuil: masked,
        birth_day: masked,
        phone: masked,
        mail: masked,
        address: masked,
        account: masked,
        income: masked,
      }),
      application: z.nullable(
        z.strictObject({
          state: z.enum(['in_progress', 'in_review', 'approved', 'refused']),
          submitted_at: z.nullable(instant),
          limit_centavos: z.nullable(money),
        }),
      ),
      owed_centavos: money,
      owed_tomorrow_centavos: money,
      loans: listOf(loanOfPerson, 50),
      consents: listOf(
        z.strictObject({
          kind: line(40),
          given_at: instant,
          expires_at: z.nullable(instant),
          withdrawn_at: z.nullable(instant),
        }),
        40,
      ),
      coupons: listOf(
        z.strictObject({
          coupon_id: uuid,
          fee_reduction_centavos: z.nullable(money),
          extension_days: z.nullable(days),
          expires_at: instant,
          used_at: z.nullable(instant),
        }),
        100,
      ),
    }),
  },
  'people/events': {
    power: 'see_people',
    kind: 'act',
    summary: 'What happened to a person, the newest first, a page at a time.',
    body: z.strictObject({
      user_id: uuid,
      show: z.enum(personEventGroups),
      before: z.optional(cursor),
    }),
    ret: z.strictObject({ events: listOf(personEvent, 50), next: z.nullable(cursor) }),
  },
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
  'people/notes': {
    power: 'see_people',
    kind: 'act',
    summary: 'What the staff has noted about a person, the newest first.',
    body: z.strictObject({ user_id: uuid, before: z.optional(cursor) }),
    ret: z.strictObject({ notes: listOf(note, 50), next: z.nullable(cursor) }),
  },
  'people/note': {
    power: 'write_notes',
    kind: 'act',
    summary: 'Notes something about a person, and maybe about one of her loans. A note is never changed.',
    body: z.strictObject({
      user_id: uuid,
      order_number: z.optional(typed(40)),
      application_id: z.optional(uuid),
      text: prose(NOTE_LENGTH_MAX).check(z.minLength(1)),
    }),
    ret: z.strictObject({ note }),
  },
  'people/coupon': {
    power: 'give_coupons',
    kind: 'act',
    summary: 'Gives a person a small coupon. A larger one is proposed.',
    body: z.strictObject({
      user_id: uuid,
      fee_reduction_centavos: z.nullable(positiveMoney),
      extension_days: z.nullable(whole(1, 365)),
      valid_days: days.check(z.minimum(1)),
      why: typed(500),
    }),
    ret: z.strictObject({}),
  },
})
