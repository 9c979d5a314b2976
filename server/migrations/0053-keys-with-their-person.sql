-- A key of a borrower's table names the borrower; what is only looked up by has a plain index, so that the tables can be spread by person.

-- Made from the payment's own id. Should two ever be equal, what is paid with it waits for a person, as words do that name two payments.
ALTER TABLE payment DROP CONSTRAINT payment_reference_key;
CREATE INDEX payment_by_reference ON payment (reference);

-- The order's id and the number of the attempt; the refund's id. Both are keys already.
ALTER TABLE payout_attempt DROP CONSTRAINT payout_attempt_idempotency_key_key;
CREATE INDEX payout_attempt_by_idempotency_key ON payout_attempt (idempotency_key);
ALTER TABLE refund_transfer DROP CONSTRAINT refund_transfer_idempotency_key_key;
CREATE INDEX refund_transfer_by_idempotency_key ON refund_transfer (idempotency_key);

-- An id that was made at random.
DROP INDEX application_by_case;
CREATE INDEX application_by_case ON application (application_id) WHERE application_id IS NOT NULL;

-- An address is spread by its own index. An account gets its addresses when it is made and in no other way, so that there is one of a kind needs no guard.
DROP INDEX login_address_by_user;
CREATE INDEX login_address_by_user ON login_address (user_id, kind);
