-- The desk reads bank statements, sends back what is nobody's, explains differences, and its lists of money stay fast.

-- A bank statement as it was read: the file and how its columns were understood, once, for ever.
CREATE TABLE statement_import (
  import_id      uuid        PRIMARY KEY,
  -- Of the bytes of the file and of what each column was taken for: the same again is known again.
  content_sha256 bytea       NOT NULL UNIQUE CHECK (octet_length(content_sha256) = 32),
  file_name      text        NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  line_count     integer     NOT NULL CHECK (line_count BETWEEN 0 AND 2000),
  kept_by        uuid        NOT NULL REFERENCES staff_member,
  kept_at        timestamptz NOT NULL
);
CREATE INDEX statement_import_by_time ON statement_import (kept_at);

-- Every line of it, also those that say nothing we could read. Where a line stands now is found by comparing it.
CREATE TABLE statement_line (
  import_id           uuid    NOT NULL REFERENCES statement_import,
  -- Its place in the file, as an editor counts.
  line_number         integer NOT NULL CHECK (line_number >= 1),
  line_sha256         bytea   NOT NULL CHECK (octet_length(line_sha256) = 32),
  problem             text    CHECK (problem <> ''),
  -- The bank's own id, or one made from what the line says.
  provider_payment_id text    CHECK (char_length(provider_payment_id) BETWEEN 1 AND 100),
  -- Below zero: money that left.
  amount_centavos     bigint  CHECK (amount_centavos <> 0),
  paid_day            date,
  words               text    NOT NULL CHECK (char_length(words) <= 500),
  PRIMARY KEY (import_id, line_number),
  CHECK ((problem IS NULL) = (provider_payment_id IS NOT NULL)),
  CHECK ((problem IS NULL) = (amount_centavos IS NOT NULL AND paid_day IS NOT NULL))
);
CREATE INDEX statement_line_by_id ON statement_line (provider_payment_id, import_id, line_number)
  WHERE provider_payment_id IS NOT NULL;

-- How a difference between the books and a provider is explained, by whom. Only added to.
CREATE TABLE reconciliation_note (
  note_id       uuid        PRIMARY KEY,
  provider      text        NOT NULL,
  kind          text        NOT NULL CHECK (kind IN ('payout', 'collection')),
  day           date        NOT NULL,
  -- Null for the whole day of the provider.
  difference_id text        CHECK (difference_id <> ''),
  words         text        NOT NULL CHECK (words <> ''),
  noted_by      uuid        NOT NULL REFERENCES staff_member,
  noted_at      timestamptz NOT NULL
);
CREATE INDEX reconciliation_note_by_day ON reconciliation_note (day, noted_at);
CREATE INDEX reconciliation_by_day ON reconciliation (day);

REVOKE ALL ON statement_import, statement_line, reconciliation_note FROM hola_app;
GRANT SELECT, INSERT ON statement_import, statement_line, reconciliation_note TO hola_desk;

-- Money that was nobody's can be sent back to whoever had sent it.
ALTER TABLE receipt_reversal
  DROP CONSTRAINT receipt_reversal_kind_check,
  ADD CONSTRAINT receipt_reversal_kind CHECK (kind IN ('unplaced', 'reversed', 'returned', 'restored'));

-- The kinds that were there, and what two people do about statements and transfers.
ALTER TABLE proposal
  DROP CONSTRAINT proposal_kind,
  ADD CONSTRAINT proposal_kind CHECK (kind IN
    ('refund', 'refund_reversal', 'transfer', 'transfer_reversal', 'transfer_restoration', 'place', 'unplacing', 'waiver',
     'waiver_reversal', 'plan', 'plan_reversal', 'write_off', 'write_off_reversal', 'publication', 'limit', 'coupon', 'block',
     'unblock', 'export', 'member', 'start', 'statement', 'transfer_return'));

-- The lists of the desk, each by one index: money by where it stands, and the loans that an amount may belong to.
CREATE INDEX receipt_by_state_and_time ON receipt (state, heard_at, provider, provider_payment_id);
CREATE INDEX receipt_by_amount_and_day ON receipt (paid_day, amount_centavos, provider);
CREATE INDEX payment_by_open_amount ON payment (amount_centavos, requested_at) WHERE state IN ('waiting', 'expired');
CREATE INDEX loan_order_by_repayment ON loan_order (repayment_centavos, due_day) WHERE state = 'in_repayment';
