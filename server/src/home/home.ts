import type { RetOf } from '@hola/core/contract/contract.ts'
import { maskAddress } from '../account/address.ts'
import type { Facts, Progress } from '../application/progress.ts'
import { progressOf, waitsUntil } from '../application/progress.ts'
import { loadFacts } from '../application/public.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Handler } from '../handler.ts'

type Home = RetOf<'app/home'>

const start = { kind: 'start_application', step: null, order_id: null } as const

/** Home of somebody who is not logged in; a user's differs from it in what is known about her. */
const guestHome = (now: Date): Home => ({
  state: 'guest',
  now_at: now.toISOString(),
  person: null,
  limit_centavos: null,
  quota: null,
  next_action: start,
  expires_at: null,
  review_expected_at: null,
  review_stage: null,
  retry_at: null,
  refusal_reasons: [],
  payout_account: null,
  best_coupon: null,
  active_order: null,
  notices: [],
})

/** What Home shows: the state of the application, with the one next action. */
export const home: Handler<'app/home'> = async ({ services, language, user }) => {
  if (user === undefined) return guestHome(services.clock.now())
  // One moment for all that is read: Home never shows half of what another device is just saving.
  return inTransaction(
    services.pool,
    async (tx) => {
      const facts = await loadFacts(tx, services, { userId: user.userId, language })
      const progress = progressOf(facts)
      return {
        ...guestHome(facts.now),
        ...stateAndAction(progress),
        person: {
          first_name: facts.steps.basic?.info.first_name ?? null,
          contact_masked: maskedContact(facts),
        },
        review_expected_at:
          progress.state === 'in_review' ? (facts.row?.reviewExpectedAt?.toISOString() ?? null) : null,
        retry_at: waitsUntil(facts)?.toISOString() ?? null,
      }
    },
    { isolation: 'repeatable read' },
  )
}

/** The person's phone or, when she logs in by mail, her address: as much of it as she needs to recognise it. */
const maskedContact = ({ addresses }: Facts): string => {
  const contact = addresses.find(({ kind }) => kind === 'phone') ?? addresses[0]
  return contact === undefined ? '' : maskAddress(contact)
}

const stateAndAction = ({ state, next_step }: Progress): Pick<Home, 'state' | 'next_action'> => {
  switch (state) {
    case 'not_started':
      return { state: 'not_applied', next_action: start }
    case 'in_review':
      return { state: 'in_review', next_action: { kind: 'check_review', step: null, order_id: null } }
    case 'refused':
      return { state: 'refused', next_action: { kind: 'see_help', step: null, order_id: null } }
    case 'retake':
      return { state: 'not_applied', next_action: { kind: 'retake_photos', step: 'photos', order_id: null } }
    default:
      return {
        state: 'not_applied',
        // With everything there, the page of the photos is where it is sent from.
        next_action: { kind: 'continue_application', step: next_step ?? 'photos', order_id: null },
      }
  }
}
