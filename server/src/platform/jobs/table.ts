import { isCivilDay } from '@hola/core/calendar.ts'
import { newsKinds } from '@hola/core/news.ts'
import { reminderKinds } from '@hola/core/reminder.ts'
import * as z from 'zod/mini'

/** One kind of job: what it carries, and when it starts by itself. */
export type JobRow = {
  readonly data: z.ZodMiniType<object>
  /** Wall time in Argentina, "HH:MM", at which the job runs every day with empty data. */
  readonly dailyAt?: string
  /** At most one waiting or running for each singleton key (or at all, without a key): a repeated enqueue adds nothing. */
  readonly atMostOne?: boolean
  /**
   * Of jobs with the same data at most one waits; while it runs, one more may wait. For a job that asks what is true now: the
   * one that waits asks after everything that was filed before, and what is filed while one runs leads to another run.
   */
  readonly atMostOneWaiting?: boolean
  /**
   * How many run at the same time in a process, one unless told. More where a job mostly waits for somebody outside: it
   * holds no connection meanwhile, and what all of them may hold is bounded beside this (`app.ts`).
   */
  readonly workers?: number
}

export type JobTable = Readonly<Record<string, JobRow>>

export type JobName<Table extends JobTable> = keyof Table & string
export type JobData<Table extends JobTable, Name extends JobName<Table>> = z.output<Table[Name]['data']>

/** The one list of jobs. A row without a handler keeps the server from starting. */
export const jobTable = {
  /** With a place it goes on from there. */
  accrual: {
    data: z.strictObject({ after: z.optional(z.strictObject({ user_id: z.uuid(), order_id: z.uuid() })) }),
    dailyAt: '00:20',
    atMostOne: true,
  },
  /** After the accrual, so that the books of the day are what they will be. */
  'portfolio-close': { data: z.strictObject({}), dailyAt: '00:50', atMostOne: true },
  'session-cleanup': { data: z.strictObject({}), dailyAt: '03:30', atMostOne: true },
  'code-cleanup': { data: z.strictObject({}), dailyAt: '03:40', atMostOne: true },
  'file-sweep': { data: z.strictObject({}), dailyAt: '03:50', atMostOne: true },
  'agreement-sweep': { data: z.strictObject({}), dailyAt: '04:00', atMostOne: true },
  'identity-read': { data: z.strictObject({ user_id: z.uuid(), upload_id: z.uuid() }) },
  'identity-judge': { data: z.strictObject({ user_id: z.uuid() }), workers: 2 },
  'review-sweep': { data: z.strictObject({}), dailyAt: '04:10', atMostOne: true },
  'application-review': {
    data: z.strictObject({ user_id: z.uuid(), application_id: z.uuid(), try_number: z.int() }),
    workers: 4,
  },
  'quota-settle': { data: z.strictObject({ user_id: z.uuid() }), workers: 2 },
  'reminder-sweep': { data: z.strictObject({}), dailyAt: '09:00', atMostOne: true },
  reminder: {
    data: z.strictObject({
      user_id: z.uuid(),
      order_id: z.uuid(),
      due_day: z.string().check(z.refine(isCivilDay)),
      kind: z.enum(reminderKinds),
      try_number: z.int(),
    }),
    workers: 8,
  },
  /** What somebody of the staff writes to a borrower who is late. */
  contact: {
    data: z.strictObject({
      user_id: z.uuid(),
      contact_number: z.int(),
      subject: z.string(),
      try_number: z.int(),
    }),
    workers: 4,
  },
  'level-message': {
    data: z.strictObject({ user_id: z.uuid(), order_id: z.uuid(), try_number: z.int() }),
    workers: 4,
  },
  /** Something that a borrower waits for has happened: she is told once. */
  news: {
    data: z.strictObject({
      user_id: z.uuid(),
      kind: z.enum(newsKinds),
      subject: z.string(),
      order_id: z.optional(z.uuid()),
      amount_centavos: z.optional(z.int()),
      /** When an approval ends; from when a refused person may try again. */
      until_at: z.optional(z.iso.datetime()),
      try_number: z.int(),
    }),
    workers: 8,
  },
  /** `let_through`: sent although payouts are halted, as a trial, or although it was held, because a person says so. */
  payout: {
    data: z.strictObject({
      user_id: z.uuid(),
      order_id: z.uuid(),
      let_through: z.optional(z.enum(['trial', 'person'])),
    }),
    workers: 8,
  },
  /** Lets one payout through while they are halted, and files the next trial. */
  'payout-trial': { data: z.strictObject({ halt_id: z.uuid() }), atMostOneWaiting: true },
  /** A person decided that the borrower is asked for another account. */
  'payout-other-account': { data: z.strictObject({ user_id: z.uuid(), order_id: z.uuid() }) },
  /** `approved_at`: when two people decided that it is sent again under its key although the time for that is over. */
  'payout-ask': {
    data: z.strictObject({
      user_id: z.uuid(),
      order_id: z.uuid(),
      attempt_number: z.int(),
      ask_number: z.int(),
      approved_at: z.optional(z.iso.datetime()),
      /** Filed by the version before on the word of one member, which counts no more. */
      by_person: z.optional(z.boolean()),
    }),
    workers: 8,
  },
  'payout-heard': {
    data: z.strictObject({ provider_payout_id: z.string() }),
    atMostOneWaiting: true,
    workers: 16,
  },
  /** A refund that the payout provider sends: the first time it is sent, every other it is asked about. */
  refund: {
    data: z.strictObject({ user_id: z.uuid(), refund_id: z.uuid(), ask_number: z.int() }),
    workers: 4,
  },
  'payout-give-up': { data: z.strictObject({ user_id: z.uuid(), order_id: z.uuid() }) },
  'payout-sweep': { data: z.strictObject({}), dailyAt: '04:30', atMostOne: true },
  'receipt-heard': {
    data: z.strictObject({
      provider: z.string(),
      provider_payment_id: z.string(),
      try_number: z.int(),
      /** Nobody has signed for it: it is asked about once. */
      is_hint: z.optional(z.literal(true)),
    }),
    atMostOneWaiting: true,
    workers: 16,
  },
  /** Money that may still be charged back is asked about again. */
  'receipt-check': { data: z.strictObject({ provider: z.string(), provider_payment_id: z.string() }), workers: 2 },
  'chargeback-sweep': { data: z.strictObject({}), dailyAt: '05:20', atMostOne: true },
  'payment-follow': {
    data: z.strictObject({ user_id: z.uuid(), payment_id: z.uuid(), ask_number: z.int() }),
    workers: 8,
  },
  'payment-sweep': { data: z.strictObject({}), dailyAt: '04:50', atMostOne: true },
  'reconciliation-sweep': { data: z.strictObject({}), dailyAt: '05:00', atMostOne: true },
  reconciliation: { data: z.strictObject({ day: z.string().check(z.refine(isCivilDay)), try_number: z.int() }) },
  'provider-message-cleanup': { data: z.strictObject({}), dailyAt: '04:40', atMostOne: true },
  'sandbox-payout-message': { data: z.strictObject({ message_id: z.string(), provider_payout_id: z.string() }) },
  /** With an end it is a message that could not be sent before: so long it is tried. */
  'consumer-message': {
    data: z.strictObject({ tracking_number: z.string(), until_at: z.optional(z.iso.datetime()) }),
    workers: 4,
  },
  'erasure-message': { data: z.strictObject({ user_id: z.uuid() }), workers: 4 },
  retention: { data: z.strictObject({}), dailyAt: '03:20', atMostOne: true },
  'consumer-sweep': { data: z.strictObject({}), dailyAt: '04:20', atMostOne: true },
} as const satisfies JobTable
