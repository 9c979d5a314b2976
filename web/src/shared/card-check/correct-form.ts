import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { api } from '../../lib/api.ts'
import { clearDraft } from '../../lib/draft.ts'
import { session } from '../../lib/session.ts'

export type CardCheck = RetOf<'loan/apply_info'>['card_check']

/** Whether one tap can put the card's values in place of those that were typed. */
export const canBeTaken = ({ differences }: CardCheck): boolean =>
  differences.length > 0 && differences.every(({ on_card: onCard }) => onCard !== null)

/**
 * Saves the basic step as it is, with what the card says in place of what was typed. The same rules hold as for a form
 * filled in by hand: what they refuse is said by the call itself.
 */
export const takeFromCard = async ({ differences }: CardCheck): Promise<void> => {
  const { info } = await api.call('app/get_basic_info', {})
  const values = Object.fromEntries(differences.map(({ field, on_card: onCard }) => [field, onCard]))
  await api.call('app/save_basic_info', { ...info, ...values } as BodyOf<'app/save_basic_info'>)
  // What was typed on this phone and never saved began from the values that are gone.
  clearDraft('basic', session().userId ?? '')
}
