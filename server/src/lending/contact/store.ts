import type { CivilDay } from '@hola/core/calendar.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'

export type ContactKey = { readonly userId: string; readonly contactNumber: number }

export type AttemptRow = ContactKey &
  OrderKey & {
    readonly contactDay: CivilDay
    readonly attemptedAt: Date
    readonly template: string
    readonly templateVersion: number
    readonly language: WireLanguage
    readonly sealedText: Buffer
    /** Who of the staff; null when it went out by itself. */
    readonly memberId: string | null
  }

/** The last contacts of a person, the newest first. */
export const listLastContacts = async (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ readonly contactNumber: number; readonly contactDay: CivilDay }[]> => {
  const { rows } = await tx.query<{ contactNumber: number; contactDay: CivilDay }>(
    `SELECT contact_number AS "contactNumber", contact_day AS "contactDay" FROM contact_attempt
      WHERE user_id = $1 ORDER BY contact_number DESC LIMIT $2`,
    [userId, limit],
  )
  return rows
}

/** False when somebody else has written to her meanwhile: the table has one of each number and one of each day. */
export const insertAttempt = async (
  tx: Tx,
  attempt: AttemptRow,
  { previousDay, beforeDay }: { readonly previousDay: CivilDay | null; readonly beforeDay: CivilDay | null },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO contact_attempt (user_id, contact_number, order_id, contact_day, attempted_at, template,
                                  template_version, language, sealed_text, member_id, previous_day, before_day)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
    [
      attempt.userId,
      attempt.contactNumber,
      attempt.orderId,
      attempt.contactDay,
      attempt.attemptedAt,
      attempt.template,
      attempt.templateVersion,
      attempt.language,
      attempt.sealedText,
      attempt.memberId,
      previousDay,
      beforeDay,
    ],
  )
  return rowCount === 1
}

const selected = `user_id AS "userId", contact_number AS "contactNumber", order_id AS "orderId", contact_day AS "contactDay",
  attempted_at AS "attemptedAt", template, template_version AS "templateVersion", language, sealed_text AS "sealedText",
  member_id AS "memberId"`

export const findAttempt = async (tx: Tx, { userId, contactNumber }: ContactKey): Promise<AttemptRow | undefined> => {
  const { rows } = await tx.query<AttemptRow>(
    `SELECT ${selected} FROM contact_attempt WHERE user_id = $1 AND contact_number = $2`,
    [userId, contactNumber],
  )
  return rows[0]
}

/** What was said to a person, or about one of her loans, the newest first. */
export const listAttempts = async (
  tx: Tx,
  { userId, orderId }: { readonly userId: string; readonly orderId?: string },
  limit: number,
): Promise<AttemptRow[]> => {
  const { rows } = await tx.query<AttemptRow>(
    `SELECT ${selected} FROM contact_attempt WHERE user_id = $1 AND ($2::uuid IS NULL OR order_id = $2)
      ORDER BY contact_number DESC LIMIT $3`,
    [userId, orderId ?? null, limit],
  )
  return rows
}

export type ContactOutcome = 'sent' | 'unreachable' | 'not_sent'

export const findOutcome = async (
  tx: Tx,
  { userId, contactNumber }: ContactKey,
): Promise<ContactOutcome | undefined> => {
  const { rows } = await tx.query<{ outcome: ContactOutcome }>(
    'SELECT outcome FROM contact_outcome WHERE user_id = $1 AND contact_number = $2',
    [userId, contactNumber],
  )
  return rows[0]?.outcome
}

/** The first one counts. */
export const insertOutcome = async (
  tx: Tx,
  { userId, contactNumber }: ContactKey,
  outcome: ContactOutcome,
  at: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO contact_outcome (user_id, contact_number, outcome, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [userId, contactNumber, outcome, at],
  )
}

export type PromiseRow = OrderKey & {
  readonly promiseId: string
  readonly amount: Centavos
  readonly madeDay: CivilDay
  readonly promiseDay: CivilDay
  readonly madeAt: Date
  readonly memberId: string
}

export const insertPromise = async (tx: Tx, promise: PromiseRow): Promise<void> => {
  await tx.query(
    `INSERT INTO promise (user_id, promise_id, order_id, amount_centavos, made_day, promise_day, made_at, member_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      promise.userId,
      promise.promiseId,
      promise.orderId,
      promise.amount,
      promise.madeDay,
      promise.promiseDay,
      promise.madeAt,
      promise.memberId,
    ],
  )
}

/** The last promises about a loan, the newest first. */
export const listPromises = async (
  tx: Tx,
  { userId, orderId }: OrderKey,
  limit: number,
): Promise<Pick<PromiseRow, 'amount' | 'promiseDay' | 'madeAt' | 'madeDay'>[]> => {
  const { rows } = await tx.query<Pick<PromiseRow, 'amount' | 'promiseDay' | 'madeAt' | 'madeDay'>>(
    `SELECT amount_centavos AS amount, promise_day AS "promiseDay", made_day AS "madeDay", made_at AS "madeAt"
       FROM promise WHERE user_id = $1 AND order_id = $2 ORDER BY made_at DESC, promise_id LIMIT $3`,
    [userId, orderId, limit],
  )
  return rows
}

/** Her choice as it stands; she may be contacted as long as there is none. */
export const insertChoice = async (
  tx: Tx,
  { userId, isOut, at, memberId }: { userId: string; isOut: boolean; at: Date; memberId: string | null },
): Promise<void> => {
  await tx.query(
    `INSERT INTO contact_opt_out (user_id, choice_number, is_out, chosen_at, member_id)
     SELECT $1, coalesce(max(choice_number), 0) + 1, $2, $3, $4 FROM contact_opt_out WHERE user_id = $1`,
    [userId, isOut, at, memberId],
  )
}

/** What the limits go by, of many people at once: by their keys, so that it costs the same however many there are. */
export const listContactFacts = async (
  tx: Tx,
  userIds: readonly string[],
  { since, today }: { readonly since: CivilDay; readonly today: CivilDay },
): Promise<
  {
    readonly userId: string
    readonly contactDays: readonly CivilDay[]
    readonly isOptedOut: boolean
    readonly promisedUntil: CivilDay | null
  }[]
> => {
  const { rows } = await tx.query<{
    userId: string
    contactDays: CivilDay[]
    isOptedOut: boolean
    promisedUntil: CivilDay | null
  }>(
    `SELECT person.user_id AS "userId",
            (SELECT coalesce(jsonb_agg(contact_day ORDER BY contact_day), '[]') FROM contact_attempt
              WHERE contact_attempt.user_id = person.user_id AND contact_day >= $2) AS "contactDays",
            coalesce((SELECT is_out FROM contact_opt_out WHERE contact_opt_out.user_id = person.user_id
                       ORDER BY choice_number DESC LIMIT 1), false) AS "isOptedOut",
            (SELECT max(promise_day) FROM promise
              WHERE promise.user_id = person.user_id AND promise_day >= $3) AS "promisedUntil"
       FROM (SELECT DISTINCT unnest($1::uuid[]) AS user_id) AS person`,
    [userIds, since, today],
  )
  return rows
}
