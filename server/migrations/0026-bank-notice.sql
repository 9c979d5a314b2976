-- What a bank told us of credits on the lender's account: it only notifies and cannot be asked, so its notice is the record.

CREATE TABLE bank_notice (
  -- The bank's id of the credit; its reversal comes under the same one.
  notice_id       text        PRIMARY KEY,
  -- The account of the lender that was credited. Of the payer's nothing is taken, and no name.
  account         text        NOT NULL,
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  credited_day    date        NOT NULL,
  -- What the payer typed, for whoever has to find out whose money it is.
  concept         text,
  -- Every reference that those words may hold.
  found_references text[]     NOT NULL,
  state           text        NOT NULL CHECK (state IN ('credited', 'reversed')),
  received_at     timestamptz NOT NULL,
  reversed_at     timestamptz,
  CHECK ((state = 'reversed') = (reversed_at IS NOT NULL))
);

CREATE INDEX bank_notice_by_day ON bank_notice (credited_day);
CREATE INDEX bank_notice_by_reference ON bank_notice USING gin (found_references);

-- Of what a bank has told nothing changes, but that it took the money back.
REVOKE UPDATE, DELETE ON bank_notice FROM hola_app;
GRANT UPDATE (state, reversed_at) ON bank_notice TO hola_app;
