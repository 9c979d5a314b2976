-- What the lender does about a loan after it was paid out: takes back what was entered by mistake, waives late charges, agrees on a plan, writes off.

-- Three more accounts. Entries of before have twelve numbers and stay as they are.
ALTER TABLE ledger_entry
  DROP CONSTRAINT twelve_accounts,
  DROP CONSTRAINT entry_sums_to_zero,
  DROP CONSTRAINT books_sum_to_zero,
  DROP CONSTRAINT ledger_entry_cause_check,
  ADD CONSTRAINT known_accounts CHECK (cardinality(changes) IN (12, 15)),
  ADD CONSTRAINT entry_sums_to_zero CHECK (coalesce(
    changes[1] + changes[2] + changes[3] + changes[4] + changes[5] + changes[6] + changes[7] + changes[8]
      + changes[9] + changes[10] + changes[11] + changes[12]
      + coalesce(changes[13], 0) + coalesce(changes[14], 0) + coalesce(changes[15], 0) = 0, false)),
  ADD CONSTRAINT books_sum_to_zero CHECK (coalesce(
    balances[1] + balances[2] + balances[3] + balances[4] + balances[5] + balances[6] + balances[7] + balances[8]
      + balances[9] + balances[10] + balances[11] + balances[12]
      + coalesce(balances[13], 0) + coalesce(balances[14], 0) + coalesce(balances[15], 0) = 0, false)),
  ADD CONSTRAINT ledger_entry_cause CHECK (cause IN
    ('payout', 'accrual', 'payment', 'reversal', 'withdrawal', 'extension', 'refund', 'correction', 'receipt_reversal',
     'waiver', 'waiver_reversal', 'write_off', 'write_off_reversal', 'plan', 'plan_broken', 'plan_reversal',
     'refund_reversal'));

-- Money that the staff took off a loan (unplaced: it is in suspense again), took back as entered by mistake (reversed), or
-- found to be real after all (restored). One row for each time; the receipt itself says where its money is now.
CREATE TABLE receipt_reversal (
  provider            text        NOT NULL,
  provider_payment_id text        NOT NULL,
  reversal_number     integer     NOT NULL CHECK (reversal_number >= 1),
  kind                text        NOT NULL CHECK (kind IN ('unplaced', 'reversed', 'restored')),
  -- The loan that it had been paid on; null for money that was nobody's.
  user_id             uuid,
  order_id            uuid,
  made_at             timestamptz NOT NULL,
  PRIMARY KEY (provider, provider_payment_id, reversal_number),
  FOREIGN KEY (provider, provider_payment_id) REFERENCES receipt (provider, provider_payment_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CHECK ((user_id IS NULL) = (order_id IS NULL)),
  CHECK (kind <> 'unplaced' OR order_id IS NOT NULL)
);

CREATE INDEX receipt_reversal_by_order ON receipt_reversal (user_id, order_id) WHERE order_id IS NOT NULL;

-- Late charges that were given up. A reversal is a row of its own: without one the waiver counts.
CREATE TABLE waiver (
  user_id         uuid        NOT NULL,
  waiver_id       uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  -- Of the late charges of the days up to this one.
  day             date        NOT NULL,
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  made_at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, waiver_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

CREATE INDEX waiver_by_order ON waiver (user_id, order_id);

CREATE TABLE waiver_reversal (
  user_id   uuid        NOT NULL,
  waiver_id uuid        NOT NULL,
  made_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, waiver_id),
  FOREIGN KEY (user_id, waiver_id) REFERENCES waiver (user_id, waiver_id)
);

-- The lender no longer counts on the money of a loan; its borrower owes it all the same.
CREATE TABLE write_off (
  user_id         uuid        NOT NULL,
  write_off_id    uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  day             date        NOT NULL,
  -- What was owed then, by what was known then.
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  made_at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, write_off_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

CREATE INDEX write_off_by_order ON write_off (user_id, order_id);

CREATE TABLE write_off_reversal (
  user_id      uuid        NOT NULL,
  write_off_id uuid        NOT NULL,
  made_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, write_off_id),
  FOREIGN KEY (user_id, write_off_id) REFERENCES write_off (user_id, write_off_id)
);

-- What is owed, in parts. Of the plans of a loan the newest counts that was not taken back.
CREATE TABLE payment_plan (
  user_id         uuid        NOT NULL,
  plan_id         uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  day             date        NOT NULL,
  -- What was owed that day, by what was known then: the sum of the parts.
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  made_at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, plan_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

CREATE INDEX payment_plan_by_order ON payment_plan (user_id, order_id, made_at);

CREATE TABLE payment_plan_part (
  user_id         uuid    NOT NULL,
  plan_id         uuid    NOT NULL,
  part_number     integer NOT NULL CHECK (part_number BETWEEN 1 AND 24),
  -- The last day on which it can be paid: the one agreed on, or the next business day.
  due_day         date    NOT NULL,
  amount_centavos bigint  NOT NULL CHECK (amount_centavos > 0),
  PRIMARY KEY (user_id, plan_id, part_number),
  UNIQUE (user_id, plan_id, due_day),
  FOREIGN KEY (user_id, plan_id) REFERENCES payment_plan (user_id, plan_id)
);

-- Whose part is due on a day.
CREATE INDEX payment_plan_part_by_due_day ON payment_plan_part (due_day, user_id, plan_id);

CREATE TABLE payment_plan_reversal (
  user_id uuid        NOT NULL,
  plan_id uuid        NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, plan_id),
  FOREIGN KEY (user_id, plan_id) REFERENCES payment_plan (user_id, plan_id)
);

-- All of these are only ever added to.
REVOKE UPDATE, DELETE ON receipt_reversal, waiver, waiver_reversal, write_off, write_off_reversal, payment_plan,
  payment_plan_part, payment_plan_reversal FROM hola_app;

-- The journal of a day: what was booked on it, of every loan. Entries are written in the order of their time, so that the
-- smallest kind of index does.
CREATE INDEX ledger_entry_by_booking ON ledger_entry USING brin (booked_at);
