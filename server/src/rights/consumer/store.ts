import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { AddressKind, NetworkIndexes } from '../../person/account/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import { waitingSql } from '../../platform/db/public.ts'

type Shown = RetOf<'consumer/request'>
export type RequestKind = Shown['kind']
export type RequestState = Shown['state']

/** How a request can end: the first four are what was asked for, the others why it cannot be. */
export type Outcome =
  | 'cancelled'
  | 'withdrawn'
  | 'ended'
  | 'answered'
  | 'paid'
  | 'too_late'
  | 'not_returned'
  | 'no_loan'
  | 'declined'

export type RequestRow = {
  readonly trackingNumber: string
  readonly kind: RequestKind
  readonly state: RequestState
  readonly language: WireLanguage
  readonly channel: AddressKind
  readonly addressIndex: Buffer
  readonly sealedAddress: Buffer
  readonly sealedWords: Buffer
  /** What a person at the desk has answered. */
  readonly sealedAnswer: Buffer | null
  readonly userId: string | null
  readonly orderId: string | null
  /** Asked for by somebody logged in or known to the desk, or with the number of a loan that belongs to the address. */
  readonly isProven: boolean
  /** Since when that is so. */
  readonly provenAt: Date | null
  readonly outcome: Outcome | null
  readonly receivedAt: Date
  readonly acknowledgedAt: Date | null
  readonly concludedAt: Date | null
}

const selected = `tracking_number AS "trackingNumber", kind, state, language, channel, address_index AS "addressIndex",
  sealed_address AS "sealedAddress", sealed_words AS "sealedWords", sealed_answer AS "sealedAnswer",
  user_id AS "userId", order_id AS "orderId", is_proven AS "isProven", proven_at AS "provenAt", outcome, received_at AS "receivedAt", acknowledged_at AS "acknowledgedAt",
  concluded_at AS "concludedAt"`

const isOpen = `state IN ('received', 'acknowledged')`

export type NewRequest = Pick<
  RequestRow,
  | 'trackingNumber'
  | 'kind'
  | 'language'
  | 'channel'
  | 'addressIndex'
  | 'sealedAddress'
  | 'sealedWords'
  | 'userId'
  | 'orderId'
  | 'isProven'
  | 'receivedAt'
> & { readonly [Key in keyof NetworkIndexes]: Buffer | null }

/** False when the number is taken: then nothing was written. */
export const insertRequest = async (tx: Tx, request: NewRequest): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO consumer_request (tracking_number, kind, state, language, channel, address_index, sealed_address,
                                   sealed_words, network_index, block_56_index, block_48_index, user_id, order_id,
                                   is_proven, received_at, proven_at)
     VALUES ($1, $2, 'received', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, CASE WHEN $13 THEN $14::timestamptz END) ON CONFLICT DO NOTHING`,
    [
      request.trackingNumber,
      request.kind,
      request.language,
      request.channel,
      request.addressIndex,
      request.sealedAddress,
      request.sealedWords,
      request.networkIndex,
      request.block56Index,
      request.block48Index,
      request.userId,
      request.orderId,
      request.isProven,
      request.receivedAt,
    ],
  )
  return rowCount === 1
}

export const findRequest = async (tx: Tx, trackingNumber: string): Promise<RequestRow | undefined> => {
  const { rows } = await tx.query<RequestRow>(`SELECT ${selected} FROM consumer_request WHERE tracking_number = $1`, [
    trackingNumber,
  ])
  return rows[0]
}

/** The same, and nobody else moves it until the transaction ends. The order it is about is locked before it. */
export const lockRequest = async (tx: Tx, trackingNumber: string): Promise<RequestRow | undefined> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request WHERE tracking_number = $1 FOR NO KEY UPDATE`,
    [trackingNumber],
  )
  return rows[0]
}

/** A request of this person that is going on, about this loan or about none yet. */
export const findOpenRequest = async (
  tx: Tx,
  { userId, orderId, kind }: { readonly userId: string; readonly orderId: string | null; readonly kind: RequestKind },
): Promise<RequestRow | undefined> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request
      WHERE user_id = $1 AND kind = $2 AND ${isOpen} AND (order_id IS NULL OR order_id = $3)
      ORDER BY order_id NULLS LAST, received_at LIMIT 1`,
    [userId, kind, orderId],
  )
  return rows[0]
}

/** What a person asked for first about withdrawing from this loan, also when it has ended; not what the desk has declined. */
export const findRegret = async (
  tx: Tx,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<RequestRow | undefined> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request
      WHERE user_id = $1 AND order_id = $2 AND kind = 'regret' AND outcome IS DISTINCT FROM 'declined'
      ORDER BY received_at, tracking_number LIMIT 1`,
    [userId, orderId],
  )
  return rows[0]
}

/** The numbers of what a person asked for about withdrawing from this loan and was answered before. */
export const listAnsweredRegrets = async (
  tx: Tx,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<string[]> => {
  const { rows } = await tx.query<{ trackingNumber: string }>(
    `SELECT tracking_number AS "trackingNumber" FROM consumer_request
      WHERE user_id = $1 AND order_id = $2 AND kind = 'regret' AND is_proven AND acknowledged_at IS NOT NULL
        AND outcome IS DISTINCT FROM 'declined'
      ORDER BY tracking_number`,
    [userId, orderId],
  )
  return rows.map(({ trackingNumber }) => trackingNumber)
}

/** What was written from an address, of one kind, and waits for its answer. */
export const listOpenWritten = async (
  tx: Tx,
  {
    kind,
    addressIndex,
    userId,
  }: { readonly kind: RequestKind; readonly addressIndex: BlindIndex; readonly userId: string | null },
): Promise<RequestRow[]> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request
      WHERE kind = $3 AND address_index = ANY($1) AND user_id IS NOT DISTINCT FROM $2 AND ${isOpen}`,
    [addressIndex.versions, userId, kind],
  )
  return rows
}

/** Whether a complaint of a person waits for its answer, about whichever of her loans. */
export const hasOpenComplaint = async (tx: Tx, userId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM consumer_request WHERE user_id = $1 AND kind = 'complaint' AND ${isOpen} LIMIT 1`,
    [userId],
  )
  return rowCount === 1
}

/** Waits for somebody of the staff: for her words, or for whoever asked to be known. As the indexes say it. */
const waitsForStaff = `(kind IN ('complaint', 'data_access', 'data_change') OR NOT is_proven OR acknowledged_at IS NULL)`

/** A place in a list of requests: the time by which it is sorted, and a number. */
export type RequestPlace = { readonly at: Date; readonly trackingNumber: string }

/** Before and after every request there is. */
export const FIRST_PLACE: RequestPlace = { at: new Date(0), trackingNumber: '' }
export const LAST_PLACE: RequestPlace = { at: new Date('9999-12-31'), trackingNumber: '' }

/** Requests of one kind that wait for somebody of the staff, those that came first first; one page after a place. */
export const listWaitingRequests = async (
  tx: Tx,
  { kind, after, limit }: { readonly kind: RequestKind; readonly after: RequestPlace; readonly limit: number },
): Promise<RequestRow[]> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request
      WHERE kind = $1 AND ${isOpen} AND ${waitsForStaff} AND (received_at, tracking_number) > ($2, $3)
      ORDER BY received_at, tracking_number LIMIT $4`,
    [kind, after.at, after.trackingNumber, limit],
  )
  return rows
}

/** How many those are, counted up to a limit. */
export const countWaitingRequests = async (tx: Tx, kind: RequestKind, limit: number): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM consumer_request WHERE kind = $1 AND ${isOpen} AND ${waitsForStaff} LIMIT $2) AS counted`,
    [kind, limit],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Requests that go on and wait for whoever asked, those that came first first; one page after a place. */
export const listHerRequests = async (
  tx: Tx,
  {
    kind,
    after,
    limit,
  }: { readonly kind: RequestKind | undefined; readonly after: RequestPlace; readonly limit: number },
): Promise<RequestRow[]> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request
      WHERE ${isOpen} AND NOT ${waitsForStaff} AND (received_at, tracking_number) > ($2, $3)
        AND ($1::text IS NULL OR kind = $1)
      ORDER BY received_at, tracking_number LIMIT $4`,
    [kind ?? null, after.at, after.trackingNumber, limit],
  )
  return rows
}

/** Requests that have ended, the newest first; one page before a place. */
export const listEndedRequests = async (
  tx: Tx,
  {
    kind,
    before,
    limit,
  }: { readonly kind: RequestKind | undefined; readonly before: RequestPlace; readonly limit: number },
): Promise<RequestRow[]> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request
      WHERE concluded_at IS NOT NULL AND (concluded_at, tracking_number) < ($2, $3)
        AND ($1::text IS NULL OR kind = $1)
      ORDER BY concluded_at DESC, tracking_number DESC LIMIT $4`,
    [kind ?? null, before.at, before.trackingNumber, limit],
  )
  return rows
}

/**
 * Everything that was asked for by a person, and what nobody is known to have asked for from an address that she logs in
 * with, the newest first.
 */
export const listOwnRequests = async (
  tx: Tx,
  { userId, addressIndexes }: { readonly userId: string; readonly addressIndexes: readonly Buffer[] },
  limit: number,
): Promise<RequestRow[]> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request 
      WHERE user_id = $1 OR user_id IS NULL AND address_index = ANY($2)
      ORDER BY received_at DESC, tracking_number LIMIT $3`,
    [userId, addressIndexes, limit],
  )
  return rows
}

/**
 * The numbers of a person's requests that are going on, always in the same order: all, or those that one loan can end. One
 * that ended because what was received was not back is among the latter: money that was paid in time may still be heard of.
 */
export const listOpenNumbers = async (
  tx: Tx,
  { userId, orderId }: { readonly userId: string; readonly orderId?: string },
): Promise<string[]> => {
  const { rows } = await tx.query<{ trackingNumber: string }>(
    `SELECT tracking_number AS "trackingNumber" FROM consumer_request
      WHERE user_id = $1 AND (${isOpen} AND ($2::uuid IS NULL OR order_id IS NULL OR order_id = $2)
          OR outcome = 'not_returned' AND order_id = $2)
      ORDER BY tracking_number`,
    [userId, orderId ?? null],
  )
  return rows.map(({ trackingNumber }) => trackingNumber)
}

/** Whose requests are going on: one page after a person. */
export const listWaitingUsers = async (tx: Tx, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await tx.query<{ userId: string }>(
    `SELECT DISTINCT user_id AS "userId" FROM consumer_request
      WHERE ${isOpen} AND user_id IS NOT NULL AND ($1::uuid IS NULL OR user_id > $1) ORDER BY user_id LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ userId }) => userId)
}

/** Says whose a request is and about which loan. */
export const updateLink = async (
  tx: Tx,
  trackingNumber: string,
  { userId, orderId, isProven, at }: Pick<RequestRow, 'userId' | 'orderId' | 'isProven'> & { readonly at: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE consumer_request
        SET user_id = $2, order_id = $3, is_proven = is_proven OR $4,
            proven_at = CASE WHEN is_proven OR $4 THEN coalesce(proven_at, $5::timestamptz) END
      WHERE tracking_number = $1`,
    [trackingNumber, userId, orderId, isProven, at],
  )
}

export const updateWords = async (tx: Tx, trackingNumber: string, sealedWords: Buffer): Promise<void> => {
  await tx.query('UPDATE consumer_request SET sealed_words = $2 WHERE tracking_number = $1', [
    trackingNumber,
    sealedWords,
  ])
}

export const updateAnswer = async (tx: Tx, trackingNumber: string, sealedAnswer: Buffer): Promise<void> => {
  await tx.query('UPDATE consumer_request SET sealed_answer = $2 WHERE tracking_number = $1', [
    trackingNumber,
    sealedAnswer,
  ])
}

/** Every request that is going on, the oldest first. */
export const listOpenRequests = async (tx: Tx): Promise<RequestRow[]> => {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request WHERE ${isOpen} ORDER BY received_at, tracking_number`,
  )
  return rows
}

const waitingColumns = { since: 'received_at', id: [['tracking_number', 'text']] } as const

/** The same for the queue of everything that waits: a page, or by their numbers. */
export const listStaffRequests = async (tx: Tx, kind: RequestKind, page: WaitingPage): Promise<RequestRow[]> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page, [kind])
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${selected} FROM consumer_request WHERE kind = $1 AND ${isOpen} AND ${waitsForStaff} ${and} ${orderAndLimit}`,
    values,
  )
  return rows
}

/** How many there are, up to the limit of the page. */
export const countStaffRequests = async (tx: Tx, kind: RequestKind, page: WaitingPage): Promise<number> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page, [kind])
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM consumer_request WHERE kind = $1 AND ${isOpen} AND ${waitsForStaff} ${and} ${orderAndLimit}) AS counted`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** The answer has gone out; the first time is what counts. */
export const updateAcknowledged = async (tx: Tx, trackingNumber: string, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE consumer_request
        SET acknowledged_at = coalesce(acknowledged_at, $2),
            state = CASE WHEN state = 'received' THEN 'acknowledged' ELSE state END
      WHERE tracking_number = $1`,
    [trackingNumber, at],
  )
}

export const updateConcluded = async (
  tx: Tx,
  trackingNumber: string,
  { state, outcome, at }: { readonly state: RequestState; readonly outcome: Outcome; readonly at: Date },
): Promise<void> => {
  await tx.query('UPDATE consumer_request SET state = $2, outcome = $3, concluded_at = $4 WHERE tracking_number = $1', [
    trackingNumber,
    state,
    outcome,
    at,
  ])
}

/** Which rows are counted: those of the last hour, and no others that the sandbox's clock left in the future. */
export type Window = { readonly after: Date; readonly upTo: Date }

export type Use = { readonly count: number; readonly firstAt: Date | null }

/** Whoever is logged in is not counted with strangers who named her address, nor with her neighbours. */
const scopes = {
  asker: 'address_index = ANY($1) AND is_proven = $7 AND ($7 OR network_index = ANY($2))',
  strangers: 'address_index = ANY($1) AND NOT is_proven',
  network: 'network_index = ANY($2) AND is_proven = $7',
  block56: 'block_56_index = ANY($3) AND is_proven = $7',
  block48: 'block_48_index = ANY($4) AND is_proven = $7',
} as const
type Scope = keyof typeof scopes

const countScopes = Object.entries(scopes)
  .map(
    ([scope, condition]) =>
      `SELECT '${scope}' AS scope, count(*) AS count, min(received_at) AS "firstAt" FROM consumer_request
        WHERE ${condition} AND received_at > $5 AND received_at <= $6`,
  )
  .join(' UNION ALL ')

/** Everything that a limit on requests is about, in one question. */
export const countRequests = async (
  tx: Tx,
  {
    addressIndex,
    networkIndex,
    block56Index,
    block48Index,
    isProven,
  }: NetworkIndexes & Pick<RequestRow, 'isProven'> & { readonly addressIndex: BlindIndex },
  { after, upTo }: Window,
): Promise<Readonly<Record<Scope, Use>>> => {
  const { rows } = await tx.query<Use & { scope: Scope }>(countScopes, [
    addressIndex.versions,
    networkIndex.versions,
    block56Index?.versions ?? [],
    block48Index?.versions ?? [],
    after,
    upTo,
    isProven,
  ])
  return Object.fromEntries(rows.map(({ scope, ...use }) => [scope, use])) as Record<Scope, Use>
}

export const forgetNetworks = async (tx: Tx, before: Date): Promise<void> => {
  await tx.query(
    `UPDATE consumer_request SET network_index = NULL, block_56_index = NULL, block_48_index = NULL
      WHERE network_index IS NOT NULL AND received_at < $1`,
    [before],
  )
}
