-- A payout refused for a reason of the lender or of the rail waits for a person; a run of such refusals halts payouts.

-- What the provider said last when it was no plain success, for the staff: shortened, without numbers of accounts.
ALTER TABLE payout_attempt ADD COLUMN provider_words text;
-- Which answers came last, of all payouts.
CREATE INDEX payout_attempt_by_time ON payout_attempt (asked_at DESC);

-- Payouts that stand still by themselves: what the provider refused three times in a row, until one goes through again.
CREATE TABLE payout_halt (
  halt_id  uuid        PRIMARY KEY,
  fault    text        NOT NULL CHECK (fault IN ('balance', 'access')),
  words    text        NOT NULL,
  began_at timestamptz NOT NULL,
  -- One payout at a time is let through to see whether it is mended.
  trials   integer     NOT NULL DEFAULT 0 CHECK (trials >= 0),
  ended_at timestamptz CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX payout_halt_open ON payout_halt ((true)) WHERE ended_at IS NULL;
CREATE INDEX payout_halt_by_time ON payout_halt (began_at DESC);

REVOKE DELETE ON payout_halt FROM hola_app;
GRANT SELECT ON payout_halt TO hola_desk;

-- A payout has two ids with a provider, the batch's and its own. The sandbox's bank had one.
UPDATE payout_attempt SET provider_payout_id = provider_payout_id || '/' || provider_payout_id
 WHERE provider = 'sandbox' AND provider_payout_id IS NOT NULL;
UPDATE refund_transfer SET provider_payout_id = provider_payout_id || '/' || provider_payout_id
 WHERE provider = 'sandbox' AND provider_payout_id IS NOT NULL;
UPDATE sandbox_payout SET provider_payout_id = provider_payout_id || '/' || provider_payout_id;
