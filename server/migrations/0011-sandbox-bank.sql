-- The books of the sandbox's bank, which pays out play money: kept here so that it remembers a payout after a restart, as a
-- bank does. Production leaves it empty.

CREATE TABLE sandbox_payout (
  idempotency_key    text        PRIMARY KEY,
  provider_payout_id text        NOT NULL UNIQUE,
  amount_centavos    bigint      NOT NULL CHECK (amount_centavos > 0),
  -- lost: it got lost on the way, and the bank knows nothing of it until it is sent again.
  outcome            text        NOT NULL CHECK (outcome IN ('settles', 'fails', 'lost')),
  failure_reason     text,
  received_at        timestamptz NOT NULL,
  -- Until then it is under way.
  concludes_at       timestamptz NOT NULL,
  CHECK ((outcome = 'fails') = (failure_reason IS NOT NULL))
);

CREATE INDEX sandbox_payout_by_time ON sandbox_payout (concludes_at);
