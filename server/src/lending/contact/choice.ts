import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler, Services } from '../services.ts'
import { contactFactsOf, lockContacts, openText } from './contact.ts'
import { insertChoice, listAttempts } from './store.ts'

const SHOWN_MAX = 50

/** Whether she is contacted about what is late, and every text that she was sent about it; with `is_out`, her choice. */
export const contactChoice: Handler<'user/contact_choice'> = ({ services, user: { userId } }, { is_out: isOut }) =>
  inTransaction(services.pool, async (tx) => {
    if (isOut !== undefined) await chooseContact(tx, services, { userId, isOut, memberId: null })
    return show(tx, services, userId)
  })

/** Her choice, by herself or as a member of the staff heard it. What stands already is not written again. */
export const chooseContact = async (
  tx: Tx,
  services: Pick<Services, 'clock' | 'sealer'>,
  { userId, isOut, memberId }: { readonly userId: string; readonly isOut: boolean; readonly memberId: string | null },
): Promise<void> => {
  await lockContacts(tx, services, userId)
  const { isOptedOut } = (await contactFactsOf(tx, services, [userId]))(userId)
  if (isOptedOut !== isOut) await insertChoice(tx, { userId, isOut, at: services.clock.now(), memberId })
}

const show = async (tx: Tx, services: Services, userId: string): Promise<RetOf<'user/contact_choice'>> => {
  const { isOptedOut } = (await contactFactsOf(tx, services, [userId]))(userId)
  const attempts = await listAttempts(tx, { userId }, SHOWN_MAX)
  return {
    is_out: isOptedOut,
    contacts: attempts.map((attempt) => ({
      at: attempt.attemptedAt.toISOString(),
      is_by_person: attempt.memberId !== null,
      text: openText(services.sealer, attempt),
    })),
  }
}
