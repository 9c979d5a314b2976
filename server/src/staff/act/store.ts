import type { ActName } from '@hola/core/desk-contract/act-names.ts'
import { keptActDetails } from '@hola/core/stored/person.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Act, ChainedAct, HashedAct } from './hash.ts'
import { hashOf } from './hash.ts'

/** Any number will do, as long as everybody who adds to the chain takes the same one. */
const CHAIN_LOCK = 4_652_163

type Row = Omit<HashedAct, 'details' | 'act'> & { readonly act: ActName; readonly details: unknown }

const selected = `act_id AS "actId", acted_at AS "actedAt", actor, member_id AS "memberId", act, user_id AS "userId", details, why,
  entry_number AS "entryNumber", previous_sha256 AS "previousSha256", entry_sha256 AS "entrySha256"`

/** Adds an act to the chain. One at a time: the next one waits until this transaction has ended. */
export const insertAct = async (tx: Tx, act: Act): Promise<void> => {
  // Sent together and carried out in this order: the last act is read when the lock is held.
  const [, { rows }] = await Promise.all([
    tx.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK]),
    tx.query<{ entryNumber: number; entrySha256: Buffer }>(
      `SELECT entry_number AS "entryNumber", entry_sha256 AS "entrySha256" FROM desk_act ORDER BY entry_number DESC LIMIT 1`,
    ),
  ])
  const [last] = rows
  const details = keptActDetails.write(act.details)
  const chained: ChainedAct = {
    ...act,
    entryNumber: (last?.entryNumber ?? 0) + 1,
    previousSha256: last?.entrySha256 ?? null,
  }
  await tx.query(
    `INSERT INTO desk_act (act_id, acted_at, actor, member_id, act, user_id, details, why, entry_number, previous_sha256, entry_sha256)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      act.actId,
      act.actedAt,
      act.actor,
      act.memberId,
      act.act,
      act.userId,
      JSON.stringify(details),
      act.why,
      chained.entryNumber,
      chained.previousSha256,
      hashOf({ ...chained, details }),
    ],
  )
}

const actOf = ({ details, ...row }: Row): HashedAct => ({ ...row, details: keptActDetails.read(details) })

type Filter = {
  readonly since?: Date | undefined
  readonly userId?: string | undefined
  readonly memberId?: string | undefined
  /** Only acts before this one, which a page before ended with. */
  readonly beforeNumber?: number | undefined
  readonly limit: number
}

/** The last acts, also only those of one member or about one person: the oldest of them first, `limit` at most. */
export const listActs = async (
  tx: Tx,
  { since, userId, memberId, beforeNumber, limit }: Filter,
): Promise<HashedAct[]> => {
  const conditions = [
    ['acted_at >=', since],
    ['user_id =', userId],
    ['member_id =', memberId],
    ['entry_number <', beforeNumber],
  ].filter(([, value]) => value !== undefined)
  const where = conditions.map(([condition], index) => `${String(condition)} $${index + 2}`)
  const { rows } = await tx.query<Row>(
    `SELECT ${selected} FROM desk_act ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
      ORDER BY entry_number DESC LIMIT $1`,
    [limit, ...conditions.map(([, value]) => value)],
  )
  return rows.toReversed().map(actOf)
}

type ActsOfMember = { readonly memberId: string; readonly act: ActName; readonly since: Date }

/** When a member did something lately, the newest first. */
export const listActTimes = async (
  tx: Tx,
  { memberId, act, since, limit }: ActsOfMember & { readonly limit: number },
): Promise<Date[]> => {
  const { rows } = await tx.query<{ actedAt: Date }>(
    `SELECT acted_at AS "actedAt" FROM desk_act WHERE member_id = $1 AND acted_at > $2 AND act = $3
      ORDER BY acted_at DESC LIMIT $4`,
    [memberId, since, act, limit],
  )
  return rows.map(({ actedAt }) => actedAt)
}

/** When a member last did something about a person, or about a loan of hers; undefined when that was before `since`. */
export const findLastAct = async (
  tx: Tx,
  {
    memberId,
    act,
    since,
    userId,
    orderId,
  }: ActsOfMember & { readonly userId: string; readonly orderId?: string | undefined },
): Promise<Date | undefined> => {
  const { rows } = await tx.query<{ actedAt: Date }>(
    `SELECT acted_at AS "actedAt" FROM desk_act
      WHERE member_id = $1 AND acted_at > $2 AND act = $3 AND user_id = $4
        AND ($5::text IS NULL OR details->>'order_id' = $5)
      ORDER BY acted_at DESC LIMIT 1`,
    [memberId, since, act, userId, orderId ?? null],
  )
  return rows[0]?.actedAt
}

/** The people whom a member did something about lately, each once, the last one first. */
export const listLastPeople = async (
  tx: Tx,
  { memberId, act, since, limit }: ActsOfMember & { readonly limit: number },
): Promise<{ userId: string; actedAt: Date }[]> => {
  const { rows } = await tx.query<{ userId: string; actedAt: Date }>(
    `SELECT user_id AS "userId", max(acted_at) AS "actedAt" FROM desk_act
      WHERE member_id = $1 AND acted_at > $2 AND act = $3 AND user_id IS NOT NULL
      GROUP BY user_id ORDER BY max(acted_at) DESC LIMIT $4`,
    [memberId, since, act, limit],
  )
  return rows
}

/** The chain from one act on, as it is kept. */
export const listChain = async (
  tx: Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Row[]> => {
  const { rows } = await tx.query<Row>(
    `SELECT ${selected} FROM desk_act WHERE entry_number > $1 ORDER BY entry_number LIMIT $2`,
    [after, limit],
  )
  return rows
}
