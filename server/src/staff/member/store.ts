import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import type { Tx } from '../../platform/db/public.ts'

export type Member = {
  readonly memberId: string
  readonly name: string
  readonly role: StaffRole
  /** Made up for the sandbox: signs in without a passkey there, and nowhere else. */
  readonly isMadeUp: boolean
  readonly createdAt: Date
  readonly suspendedAt: Date | null
}

const selected = `member_id AS "memberId", name, role, is_made_up AS "isMadeUp", created_at AS "createdAt",
  suspended_at AS "suspendedAt"`

/** False when somebody has that name already. */
export const insertMember = async (tx: Tx, member: Omit<Member, 'suspendedAt'>): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO staff_member (member_id, name, role, is_made_up, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [member.memberId, member.name, member.role, member.isMadeUp, member.createdAt],
  )
  return rowCount === 1
}

export const findMember = async (tx: Tx, memberId: string): Promise<Member | undefined> => {
  const { rows } = await tx.query<Member>(`SELECT ${selected} FROM staff_member WHERE member_id = $1`, [memberId])
  return rows[0]
}

export const findMemberByName = async (tx: Tx, name: string): Promise<Member | undefined> => {
  const { rows } = await tx.query<Member>(`SELECT ${selected} FROM staff_member WHERE lower(name) = lower($1)`, [name])
  return rows[0]
}

export type ListedMember = Member & { readonly passkeyCount: number }

/** Everybody, in the order of their names. */
export const listMembers = async (tx: Tx): Promise<ListedMember[]> => {
  const { rows } = await tx.query<ListedMember>(
    `SELECT ${selected}, (SELECT count(*) FROM staff_passkey WHERE staff_passkey.member_id = staff_member.member_id) AS "passkeyCount"
       FROM staff_member ORDER BY lower(name)`,
  )
  return rows
}

/** Locks every supervisor, so that two of them cannot suspend each other at the same moment. */
export const lockSupervisors = async (tx: Tx): Promise<Member[]> => {
  const { rows } = await tx.query<Member>(
    `SELECT ${selected} FROM staff_member WHERE role = 'supervisor' ORDER BY member_id FOR UPDATE`,
  )
  return rows
}

export const updateSuspended = async (tx: Tx, memberId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE staff_member SET suspended_at = $2 WHERE member_id = $1', [memberId, at])
}

/** The members of these that have a passkey. */
export const listWithPasskey = async (tx: Tx, memberIds: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.query<{ memberId: string }>(
    'SELECT DISTINCT member_id AS "memberId" FROM staff_passkey WHERE member_id = ANY($1)',
    [memberIds],
  )
  return rows.map(({ memberId }) => memberId)
}

export type Passkey = {
  readonly memberId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

const passkeyColumns = `member_id AS "memberId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports`

/** Locked, so that one assertion counts once. */
export const lockPasskey = async (tx: Tx, credentialId: Buffer): Promise<Passkey | undefined> => {
  const { rows } = await tx.query<Passkey>(
    `SELECT ${passkeyColumns} FROM staff_passkey WHERE credential_id = $1 FOR UPDATE`,
    [credentialId],
  )
  return rows[0]
}

export const listPasskeys = async (tx: Tx, memberId: string): Promise<Passkey[]> => {
  const { rows } = await tx.query<Passkey>(
    `SELECT ${passkeyColumns} FROM staff_passkey WHERE member_id = $1 ORDER BY created_at`,
    [memberId],
  )
  return rows
}

/** False when the device is known already, whosever it is. */
export const insertPasskey = async (tx: Tx, passkey: Passkey & { readonly createdAt: Date }): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO staff_passkey (member_id, credential_id, public_key, counter, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [passkey.memberId, passkey.credentialId, passkey.publicKey, passkey.counter, passkey.transports, passkey.createdAt],
  )
  return rowCount === 1
}

export const updateCounter = async (tx: Tx, { memberId, credentialId, counter }: Passkey): Promise<void> => {
  await tx.query('UPDATE staff_passkey SET counter = $3 WHERE member_id = $1 AND credential_id = $2', [
    memberId,
    credentialId,
    counter,
  ])
}

export type Invitation = {
  readonly memberId: string
  readonly tokenSha256: Buffer
  readonly codeSha256: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertInvitation = async (tx: Tx, invitation: Invitation): Promise<void> => {
  await tx.query(
    `INSERT INTO staff_invitation (member_id, token_sha256, code_sha256, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [invitation.memberId, invitation.tokenSha256, invitation.codeSha256, invitation.createdAt, invitation.expiresAt],
  )
}

export const lockInvitation = async (
  tx: Tx,
  tokenSha256: Buffer,
): Promise<(Invitation & { readonly usedAt: Date | null; readonly tries: number }) | undefined> => {
  const { rows } = await tx.query<Invitation & { readonly usedAt: Date | null; readonly tries: number }>(
    `SELECT member_id AS "memberId", token_sha256 AS "tokenSha256", code_sha256 AS "codeSha256",
            created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt", tries
       FROM staff_invitation WHERE token_sha256 = $1 FOR UPDATE`,
    [tokenSha256],
  )
  return rows[0]
}

export const updateInvitation = async (
  tx: Tx,
  {
    tokenSha256,
    usedAt,
    tries,
  }: { readonly tokenSha256: Buffer; readonly usedAt: Date | null; readonly tries: number },
): Promise<void> => {
  await tx.query('UPDATE staff_invitation SET used_at = $2, tries = $3 WHERE token_sha256 = $1', [
    tokenSha256,
    usedAt,
    tries,
  ])
}

/** A new link makes the earlier ones of the same member worthless. */
export const updateInvitationsUsed = async (tx: Tx, memberId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE staff_invitation SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL', [memberId, at])
}

export type Challenge = {
  readonly challenge: string
  readonly purpose: 'register' | 'sign_in' | 'confirm'
  readonly memberId: string | null
  /** The one call that it confirms. */
  readonly callSha256: Buffer | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertChallenge = async (tx: Tx, challenge: Challenge): Promise<void> => {
  await tx.query('DELETE FROM staff_challenge WHERE expires_at <= $1', [challenge.createdAt])
  await tx.query(
    `INSERT INTO staff_challenge (challenge, purpose, member_id, call_sha256, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      challenge.challenge,
      challenge.purpose,
      challenge.memberId,
      challenge.callSha256,
      challenge.createdAt,
      challenge.expiresAt,
    ],
  )
}

/** Uses a challenge up, whatever comes of it; undefined when it is unknown, used or over. */
export const takeChallenge = async (tx: Tx, challenge: string, now: Date): Promise<Challenge | undefined> => {
  const { rows } = await tx.query<Challenge>(
    `UPDATE staff_challenge SET used_at = $2 WHERE challenge = $1 AND used_at IS NULL AND expires_at > $2
     RETURNING challenge, purpose, member_id AS "memberId", call_sha256 AS "callSha256", created_at AS "createdAt",
               expires_at AS "expiresAt"`,
    [challenge, now],
  )
  return rows[0]
}

export type Channel = 'desk' | 'command_line'

export type SessionRow = {
  readonly memberId: string
  readonly sessionId: string
  readonly channel: Channel
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly seenAt: Date
}

export const insertSession = async (tx: Tx, session: SessionRow & { readonly tokenSha256: Buffer }): Promise<void> => {
  await tx.query(
    `INSERT INTO staff_session (member_id, session_id, token_sha256, channel, created_at, expires_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      session.memberId,
      session.sessionId,
      session.tokenSha256,
      session.channel,
      session.createdAt,
      session.expiresAt,
      session.seenAt,
    ],
  )
}

/** A session that nobody has ended, of a member who is not suspended; whether its time is over, the caller judges. */
export const findOpenSession = async (
  tx: Tx,
  tokenSha256: Buffer,
): Promise<(SessionRow & { readonly member: Member }) | undefined> => {
  const { rows } = await tx.query<SessionRow & Omit<Member, 'createdAt'> & { readonly memberCreatedAt: Date }>(
    `SELECT session_id AS "sessionId", channel, staff_session.created_at AS "createdAt", expires_at AS "expiresAt",
            seen_at AS "seenAt", member_id AS "memberId", name, role, is_made_up AS "isMadeUp",
            staff_member.created_at AS "memberCreatedAt", suspended_at AS "suspendedAt"
       FROM staff_session JOIN staff_member USING (member_id)
      WHERE token_sha256 = $1 AND ended_at IS NULL AND suspended_at IS NULL`,
    [tokenSha256],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { memberId, name, role, isMadeUp, memberCreatedAt, suspendedAt, ...session } = row
  return { ...session, memberId, member: { memberId, name, role, isMadeUp, createdAt: memberCreatedAt, suspendedAt } }
}

type SessionKey = Pick<SessionRow, 'memberId' | 'sessionId'>

export const updateSeen = async (tx: Tx, { memberId, sessionId }: SessionKey, at: Date): Promise<void> => {
  await tx.query('UPDATE staff_session SET seen_at = $3 WHERE member_id = $1 AND session_id = $2', [
    memberId,
    sessionId,
    at,
  ])
}

export const updateEnded = async (tx: Tx, { memberId, sessionId }: SessionKey, at: Date): Promise<void> => {
  await tx.query(
    'UPDATE staff_session SET ended_at = $3 WHERE member_id = $1 AND session_id = $2 AND ended_at IS NULL',
    [memberId, sessionId, at],
  )
}

export const updateAllEnded = async (tx: Tx, memberId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE staff_session SET ended_at = $2 WHERE member_id = $1 AND ended_at IS NULL', [memberId, at])
}

export type Pairing = {
  readonly codeSha256: Buffer
  readonly tokenSha256: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertPairing = async (tx: Tx, pairing: Pairing): Promise<void> => {
  await tx.query('DELETE FROM staff_pairing WHERE expires_at <= $1', [pairing.createdAt])
  await tx.query(
    `INSERT INTO staff_pairing (code_sha256, token_sha256, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
    [pairing.codeSha256, pairing.tokenSha256, pairing.createdAt, pairing.expiresAt],
  )
}

/** Says who lets it in, once; undefined when no command line waits with that code. */
export const updatePairing = async (
  tx: Tx,
  { codeSha256, memberId, at }: { readonly codeSha256: Buffer; readonly memberId: string; readonly at: Date },
): Promise<Pairing | undefined> => {
  const { rows } = await tx.query<Pairing>(
    `UPDATE staff_pairing SET member_id = $2, confirmed_at = $3
      WHERE code_sha256 = $1 AND member_id IS NULL AND expires_at > $3
     RETURNING code_sha256 AS "codeSha256", token_sha256 AS "tokenSha256", created_at AS "createdAt", expires_at AS "expiresAt"`,
    [codeSha256, memberId, at],
  )
  return rows[0]
}

/** Until the transaction ends nobody else does what takes this lock for the same member. */
export const lockMember = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.query('SELECT FROM staff_member WHERE member_id = $1 FOR NO KEY UPDATE', [memberId])
}
