import type { Handler } from '../handler.ts'

/**
 * What Home shows. Nobody can apply yet, so there are two people in the world: a guest, and a user who has applied for
 * nothing. Both have one next action, to start.
 */
export const home: Handler<'app/home'> = async ({ services, user }) => ({
  state: user === undefined ? 'guest' : 'not_applied',
  now_at: services.clock.now().toISOString(),
  person: user === undefined ? null : { first_name: null, contact_masked: '' },
  limit_centavos: null,
  quota: null,
  next_action: { kind: 'start_application', step: null, order_id: null },
  expires_at: null,
  review_expected_at: null,
  retry_at: null,
  refusal_reasons: [],
  payout_account: null,
  best_coupon: null,
  active_order: null,
  notices: [],
})
