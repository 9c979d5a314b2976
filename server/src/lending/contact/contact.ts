import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { ContactFacts, ContactObstacle } from '@hola/core/contact.ts'
import { mayContact } from '@hola/core/contact.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { lockIndex } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { OrderKey } from '../order/public.ts'
import type { Services } from '../services.ts'
import type { AttemptRow, ContactKey } from './store.ts'
import { insertAttempt, listContactFacts, listLastContacts } from './store.ts'

/** Longer than the seven days of the rule. */
const LOOKED_BACK_DAYS = 14

const nobody: ContactFacts = { contactDays: [], isOptedOut: false, promisedUntil: null }

/** What the limits go by, of each of these people. */
export const contactFactsOf = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  userIds: readonly string[],
): Promise<(userId: string) => ContactFacts> => {
  const today = civilDayOf(clock.now())
  const rows = await listContactFacts(tx, userIds, { since: addDays(today, -LOOKED_BACK_DAYS), today })
  const facts = new Map(rows.map(({ userId, ...one }) => [userId, one]))
  return (userId) => facts.get(userId) ?? nobody
}

/** Until the transaction ends nobody else writes to her, promises for her or is told that she wants none. */
export const lockContacts = (tx: Tx, { sealer }: Pick<Services, 'sealer'>, userId: string): Promise<unknown> =>
  lockIndex(tx, sealer.blindIndex(userId, 'contacts'))

const associatedDataOf = ({ userId, contactNumber }: ContactKey): AssociatedData => ({
  table: 'contact_attempt',
  column: 'sealed_text',
  row: [userId, String(contactNumber)],
})

export const openText = (
  sealer: Sealer,
  attempt: Pick<AttemptRow, 'userId' | 'contactNumber' | 'sealedText'>,
): string => sealer.open(attempt.sealedText, associatedDataOf(attempt)).toString()

/**
 * Writes down what is said to her now, if the rule allows it: whatever the caller knows, the rule is asked here, and the
 * table refuses what it forbids. The caller holds the lock.
 */
export const writeContact = async (
  tx: Tx,
  { clock, sealer, reference: { holidays } }: Pick<Services, 'clock' | 'sealer' | 'reference'>,
  facts: ContactFacts,
  said: OrderKey & {
    readonly template: string
    readonly templateVersion: number
    readonly language: WireLanguage
    readonly text: string
    readonly memberId: string | null
  },
): Promise<ContactObstacle | { readonly contactNumber: number }> => {
  const { text, ...attempt } = said
  const attemptedAt = clock.now()
  const obstacle = mayContact(facts, attemptedAt, holidays)
  if (obstacle !== null) return obstacle
  const [previous, before] = await listLastContacts(tx, said.userId, 2)
  const contactNumber = (previous?.contactNumber ?? 0) + 1
  const key = { userId: said.userId, contactNumber }
  const isWritten = await insertAttempt(
    tx,
    {
      ...attempt,
      contactNumber,
      contactDay: civilDayOf(attemptedAt),
      attemptedAt,
      sealedText: sealer.seal(text, associatedDataOf(key)),
    },
    { previousDay: previous?.contactDay ?? null, beforeDay: before?.contactDay ?? null },
  )
  return isWritten ? { contactNumber } : 'one_a_day'
}
