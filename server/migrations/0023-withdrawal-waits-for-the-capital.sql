-- A withdrawal waits for the capital until its last day; she is reminded before it, and a coupon comes back with it.

-- From its payout on an order keeps the last day of the right itself. Of those paid out before, the ten business days
-- are within three weeks.
UPDATE loan_order SET withdrawal_until_day = greatest(withdrawal_until_day, payout_day + 21) WHERE payout_day IS NOT NULL;

-- Who gave back what she received, whenever that was, has withdrawn for good.
UPDATE loan_order
   SET withdrawal_until_day = greatest(withdrawal_until_day, (
         SELECT max(coalesce(counted_day, paid_day)) FROM receipt
          WHERE receipt.user_id = loan_order.user_id AND receipt.order_id = loan_order.order_id
            AND receipt.state = 'credited'))
 WHERE state = 'cancelled' AND withdrawn_at IS NOT NULL AND payout_day IS NOT NULL;

-- Who withdrew while the money was under way was told of no last day: she has three weeks from the newest booking.
UPDATE loan_order
   SET withdrawal_until_day = greatest(withdrawal_until_day, (
         SELECT (max(booked_at) AT TIME ZONE 'America/Argentina/Buenos_Aires')::date + 21 FROM ledger_entry))
 WHERE state = 'in_repayment' AND withdrawn_at IS NOT NULL;

-- From now on `withdrawn_at` is when she said so, and what was paid by the last day decides. Whoever has said so already
-- and not given all back keeps her word.
UPDATE loan_order SET withdrawn_at = said.at
  FROM (SELECT user_id, order_id, min(at) AS at
          FROM (SELECT user_id, order_id, requested_at AS at FROM payment
                 WHERE kind = 'withdrawal' AND state NOT IN ('asked', 'failed')
                 UNION ALL
                SELECT user_id, order_id, received_at FROM consumer_request
                 WHERE kind = 'regret' AND is_proven AND order_id IS NOT NULL
                   AND outcome IS DISTINCT FROM 'declined') AS each_time
         GROUP BY user_id, order_id) AS said
 WHERE loan_order.user_id = said.user_id AND loan_order.order_id = said.order_id
   AND withdrawn_at IS NULL AND state = 'in_repayment'
   AND (said.at AT TIME ZONE 'America/Argentina/Buenos_Aires')::date <= withdrawal_until_day
   AND arrival_centavos > (
         SELECT coalesce(sum(amount_centavos), 0) FROM receipt
          WHERE receipt.user_id = loan_order.user_id AND receipt.order_id = loan_order.order_id
            AND receipt.state = 'credited');

-- Who is to be reminded that the last day is near.
CREATE INDEX loan_order_by_withdrawal_end ON loan_order (withdrawal_until_day, user_id, order_id)
  WHERE state = 'in_repayment' AND withdrawn_at IS NOT NULL;

ALTER TABLE reminder
  DROP CONSTRAINT reminder_kind_check,
  ADD CONSTRAINT reminder_kind CHECK (kind IN
    ('three_days_before', 'on_the_day', 'one_day_after', 'seven_days_after', 'withdrawal_ends'));

-- She withdrew in time and did not give all back in time: the loan is the agreed one.
ALTER TABLE consumer_request
  DROP CONSTRAINT consumer_request_outcome,
  DROP CONSTRAINT consumer_request_not_possible,
  ADD CONSTRAINT consumer_request_outcome CHECK
    (outcome IN ('cancelled', 'withdrawn', 'ended', 'answered', 'paid', 'too_late', 'not_returned', 'no_loan', 'declined')),
  ADD CONSTRAINT consumer_request_not_possible CHECK
    ((state = 'not_possible') =
     (coalesce(outcome, '') IN ('paid', 'too_late', 'not_returned', 'no_loan', 'declined')));

-- The loan that a coupon has come back from. A loan that opens again takes it along, unless it was used meanwhile.
ALTER TABLE coupon
  ADD COLUMN returned_by_order_id uuid,
  ADD CONSTRAINT coupon_returned_by_order FOREIGN KEY (user_id, returned_by_order_id) REFERENCES loan_order (user_id, order_id),
  ADD CONSTRAINT coupon_returned_is_free CHECK (returned_by_order_id IS NULL OR used_at IS NULL);
