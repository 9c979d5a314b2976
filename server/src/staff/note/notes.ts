import type { Tx } from '../../platform/db/public.ts'
import type { AssociatedData } from '../../platform/sealed/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import { insertNote, listNotes as listRows } from './store.ts'

export type Note = {
  readonly noteId: string
  readonly writtenAt: Date
  readonly author: string
  readonly orderNumber: string | null
  readonly text: string
}

const associatedDataOf = (userId: string, noteId: string): AssociatedData => ({
  table: 'note',
  column: 'sealed_text',
  row: [userId, noteId],
})

export type NewNote = {
  readonly userId: string
  readonly order: { readonly orderId: string; readonly orderNumber: string } | null
  readonly applicationId: string | null
  readonly text: string
}

/** Notes something about a person. That it was noted is an act; what it says stands sealed in the note alone. */
export const writeNote = async (
  tx: Tx,
  services: Services,
  by: { readonly memberId: string; readonly name: string; readonly why: string },
  { userId, order, applicationId, text }: NewNote,
): Promise<Note> => {
  const noteId = services.random.uuid()
  const writtenAt = services.clock.now()
  const sealedText = services.sealer.seal(text, associatedDataOf(userId, noteId))
  const orderId = order?.orderId ?? null
  await insertNote(tx, { userId, noteId, orderId, applicationId, memberId: by.memberId, writtenAt, sealedText })
  await recordAct(tx, services, by, {
    act: 'note',
    userId,
    details: { note_id: noteId, ...(orderId === null ? {} : { order_id: orderId }) },
  })
  return { noteId, writtenAt, author: by.name, orderNumber: order?.orderNumber ?? null, text }
}

/** The notes about a person, the newest first. */
export const listNotes = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  userId: string,
  page: Parameters<typeof listRows>[2],
): Promise<Note[]> =>
  (await listRows(tx, userId, page)).map(({ sealedText, ...note }) => ({
    ...note,
    text: sealer.open(sealedText, associatedDataOf(userId, note.noteId)).toString(),
  }))
