import type { Tx } from '../../platform/db/public.ts'

export type NoteRow = {
  readonly userId: string
  readonly noteId: string
  /** The loan or the application that it is about; null when it is about her. */
  readonly orderId: string | null
  readonly applicationId: string | null
  readonly memberId: string
  readonly writtenAt: Date
  readonly sealedText: Buffer
}

export type ListedNote = Pick<NoteRow, 'noteId' | 'writtenAt' | 'sealedText'> & {
  readonly author: string
  readonly orderNumber: string | null
}

export const insertNote = async (tx: Tx, note: NoteRow): Promise<void> => {
  await tx.query(
    `INSERT INTO note (user_id, note_id, order_id, application_id, member_id, written_at, sealed_text)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [note.userId, note.noteId, note.orderId, note.applicationId, note.memberId, note.writtenAt, note.sealedText],
  )
}

/** The notes about a person, the newest first, from before a place in that list. */
export const listNotes = async (
  tx: Tx,
  userId: string,
  {
    before,
    limit,
  }: { readonly before: { readonly at: Date; readonly id: string } | undefined; readonly limit: number },
): Promise<ListedNote[]> => {
  const { rows } = await tx.query<ListedNote>(
    `SELECT note_id AS "noteId", written_at AS "writtenAt", sealed_text AS "sealedText", staff_member.name AS author,
            order_number AS "orderNumber"
       FROM note
       JOIN staff_member ON staff_member.member_id = note.member_id
       LEFT JOIN loan_order ON loan_order.user_id = note.user_id AND loan_order.order_id = note.order_id
      WHERE note.user_id = $1 AND ($2::timestamptz IS NULL OR (written_at, note_id) < ($2, $3::uuid))
      ORDER BY written_at DESC, note_id DESC LIMIT $4`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
  )
  return rows
}
