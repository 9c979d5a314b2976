-- Money as it moved: the books of each loan, what left, what came, what nobody can place, and what people asked for by law.

CREATE FUNCTION total_of(amounts bigint[]) RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(sum(amount), 0) FROM unnest(amounts) AS amount);

-- The books of a loan, one row for each entry, never edited: a correction is another entry. The columns hold one number
-- for each account in the order of core's list; an entry moves money between them and so sums to zero.
CREATE TABLE ledger_entry (
  user_id         uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  entry_number    integer     NOT NULL CHECK (entry_number >= 1),
  cause           text        NOT NULL CHECK (cause IN
                    ('payout', 'accrual', 'payment', 'reversal', 'withdrawal', 'extension', 'refund', 'correction')),
  -- By which rule, in which version, the numbers were made.
  rule            text        NOT NULL,
  rule_version    text        NOT NULL,
  -- What it answers to: a receipt, a payout, a refund. Null for an accrual.
  source_id       text,
  -- The day in Argentina up to which the loan is counted.
  effective_day   date        NOT NULL,
  booked_at       timestamptz NOT NULL,
  changes         bigint[]    NOT NULL,
  balances        bigint[]    NOT NULL,
  previous_sha256 bytea       CHECK (octet_length(previous_sha256) = 32),
  entry_sha256    bytea       NOT NULL CHECK (octet_length(entry_sha256) = 32),
  PRIMARY KEY (user_id, order_id, entry_number),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CONSTRAINT entry_sums_to_zero CHECK (total_of(changes) = 0),
  CONSTRAINT books_sum_to_zero CHECK (total_of(balances) = 0),
  CHECK (cardinality(changes) = cardinality(balances)),
  CHECK ((entry_number = 1) = (previous_sha256 IS NULL))
);

-- Each attempt to send the money of an order. A new one is only made when the one before has failed for certain.
CREATE TABLE payout_attempt (
  user_id            uuid        NOT NULL,
  order_id           uuid        NOT NULL,
  attempt_number     integer     NOT NULL CHECK (attempt_number >= 1),
  provider           text        NOT NULL,
  -- The provider knows the attempt by it, however often it is asked.
  idempotency_key    text        NOT NULL UNIQUE,
  -- asked: on its way to the provider, or nobody knows; accepted: the provider has it.
  state              text        NOT NULL CHECK (state IN ('asked', 'accepted', 'settled', 'failed')),
  provider_payout_id text,
  failure_reason     text,
  -- Whether the borrower chose a wallet: said as a share of all payouts, and known here without opening an account.
  is_wallet          boolean     NOT NULL,
  -- How often the provider was asked about it. A job that asks names the question it is for: run twice, it is one.
  asks               integer     NOT NULL DEFAULT 0 CHECK (asks >= 0),
  asked_at           timestamptz NOT NULL,
  concluded_at       timestamptz,
  PRIMARY KEY (user_id, order_id, attempt_number),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CHECK ((state IN ('settled', 'failed')) = (concluded_at IS NOT NULL)),
  CHECK ((state = 'failed') = (failure_reason IS NOT NULL))
);

-- One attempt at a time, and never one after the money has left.
CREATE UNIQUE INDEX payout_attempt_live ON payout_attempt (user_id, order_id) WHERE state <> 'failed';
CREATE INDEX payout_attempt_open ON payout_attempt (asked_at) WHERE state IN ('asked', 'accepted');
CREATE INDEX payout_attempt_by_provider_id ON payout_attempt (provider_payout_id) WHERE provider_payout_id IS NOT NULL;
CREATE INDEX payout_attempt_settled ON payout_attempt (concluded_at DESC) INCLUDE (is_wallet) WHERE state = 'settled';
-- What waits for its money.
CREATE INDEX loan_order_unpaid ON loan_order (state_since) WHERE state IN ('pending', 'payout_failed');

-- What a borrower was told how to pay.
CREATE TABLE payment (
  user_id             uuid        NOT NULL,
  payment_id          uuid        NOT NULL,
  order_id            uuid        NOT NULL,
  kind                text        NOT NULL CHECK (kind IN ('part', 'payoff', 'withdrawal')),
  method_id           text        NOT NULL,
  provider            text        NOT NULL,
  amount_centavos     bigint      NOT NULL CHECK (amount_centavos > 0),
  -- asked: the provider has not said yet how to pay; failed: it never did. Nobody is shown either.
  state               text        NOT NULL CHECK (state IN
                        ('asked', 'failed', 'waiting', 'credited', 'expired', 'rejected', 'reversed')),
  -- What the payer writes or the provider carries along: it names the payment.
  reference           text        NOT NULL UNIQUE,
  provider_request_id text,
  sealed_instructions bytea,
  requested_at        timestamptz NOT NULL,
  expires_at          timestamptz,
  -- How often the provider was asked about it. A job that asks names the question it is for: run twice, it is one.
  asks                integer     NOT NULL DEFAULT 0 CHECK (asks >= 0),
  PRIMARY KEY (user_id, payment_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CHECK (state <> 'waiting' OR sealed_instructions IS NOT NULL)
);

CREATE INDEX payment_by_order ON payment (user_id, order_id, requested_at);
CREATE INDEX payment_open ON payment (requested_at) WHERE state IN ('asked', 'waiting');

-- Money that came, by the provider's word, once for each of its ids. Without an order it is in suspense: somebody's, and
-- nobody knows whose.
CREATE TABLE receipt (
  provider            text        NOT NULL,
  provider_payment_id text        NOT NULL,
  amount_centavos     bigint      NOT NULL CHECK (amount_centavos > 0),
  -- The day the payer paid, in Argentina: the day that counts.
  paid_day            date        NOT NULL,
  reference           text,
  state               text        NOT NULL CHECK (state IN ('credited', 'suspense', 'reversed')),
  user_id             uuid,
  order_id            uuid,
  payment_id          uuid,
  heard_at            timestamptz NOT NULL,
  reversed_at         timestamptz,
  PRIMARY KEY (provider, provider_payment_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  FOREIGN KEY (user_id, payment_id) REFERENCES payment (user_id, payment_id),
  CHECK (state <> 'credited' OR order_id IS NOT NULL),
  CHECK (state <> 'suspense' OR order_id IS NULL),
  CHECK ((state = 'reversed') = (reversed_at IS NOT NULL))
);

CREATE INDEX receipt_by_order ON receipt (user_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX receipt_in_suspense ON receipt (heard_at) WHERE state = 'suspense';

-- Every message of a provider, known again by its id; what it says is fetched from the provider and never believed here.
CREATE TABLE provider_message (
  provider    text        NOT NULL,
  message_id  text        NOT NULL,
  kind        text        NOT NULL,
  subject_id  text        NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, message_id)
);

CREATE INDEX provider_message_by_time ON provider_message (received_at);

-- The first answer to each request to pay: the same request again gets it again. While the provider is being asked there
-- is none; whoever sends the request again then goes on with the same payment.
CREATE TABLE repay_request (
  user_id       uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  request_id    uuid        NOT NULL,
  body_index    bytea       NOT NULL CHECK (octet_length(body_index) = 32),
  -- Null where nothing is to be paid.
  payment_id    uuid,
  sealed_answer bytea,
  answered_at   timestamptz,
  PRIMARY KEY (user_id, request_id),
  FOREIGN KEY (user_id, payment_id) REFERENCES payment (user_id, payment_id),
  CHECK ((sealed_answer IS NULL) = (answered_at IS NULL)),
  CHECK (sealed_answer IS NOT NULL OR payment_id IS NOT NULL)
);

-- Credit that goes back to the borrower.
CREATE TABLE refund (
  user_id         uuid        NOT NULL,
  refund_id       uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  asked_at        timestamptz NOT NULL,
  PRIMARY KEY (user_id, refund_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

-- The sandbox's collector: what was asked of it, and what it was told that people paid. Production leaves both empty.
CREATE TABLE sandbox_pay_request (
  reference       text        PRIMARY KEY,
  method_id       text        NOT NULL,
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  asked_at        timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL
);

CREATE TABLE sandbox_pay_receipt (
  provider_payment_id text        PRIMARY KEY,
  reference           text        NOT NULL,
  amount_centavos     bigint      NOT NULL CHECK (amount_centavos > 0),
  paid_day            date        NOT NULL,
  state               text        NOT NULL CHECK (state IN ('credited', 'pending', 'rejected', 'reversed')),
  told_at             timestamptz NOT NULL
);

CREATE INDEX sandbox_pay_receipt_by_reference ON sandbox_pay_receipt (reference);
CREATE INDEX sandbox_pay_receipt_by_day ON sandbox_pay_receipt (paid_day);

-- The right to withdraw was used on an order: from this day on she owes what she received and nothing else.
ALTER TABLE loan_order ADD COLUMN withdrawn_at timestamptz;

-- What she gave back can be taken back again, like any payment.
INSERT INTO order_transition (from_state, to_state) VALUES ('cancelled', 'in_repayment');

-- What the nightly job goes through.
CREATE INDEX loan_order_open ON loan_order (user_id, order_id) WHERE state = 'in_repayment';

-- Which loan brought the coupon for paying on time: each brings one.
ALTER TABLE coupon
  ADD COLUMN earned_by_order_id uuid,
  ADD FOREIGN KEY (user_id, earned_by_order_id) REFERENCES loan_order (user_id, order_id),
  ADD CHECK ((reason = 'cleared_on_time') = (earned_by_order_id IS NOT NULL));
CREATE UNIQUE INDEX coupon_by_earning_order ON coupon (user_id, earned_by_order_id)
  WHERE earned_by_order_id IS NOT NULL;

-- Which reminder of an order is on its way or went out, so that none goes out twice. The row is written before the
-- message is handed over; a try whose end nobody knows is followed by another, a few times.
CREATE TABLE reminder (
  user_id  uuid        NOT NULL,
  order_id uuid        NOT NULL,
  due_day  date        NOT NULL,
  kind     text        NOT NULL CHECK (kind IN ('three_days_before', 'on_the_day', 'one_day_after', 'seven_days_after')),
  tries    integer     NOT NULL CHECK (tries >= 1),
  tried_at timestamptz NOT NULL,
  -- Null: on its way, or nobody knows.
  outcome  text        CHECK (outcome IN ('sent', 'unreachable')),
  PRIMARY KEY (user_id, order_id, due_day, kind),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

-- Whose payment is due on a day.
CREATE INDEX loan_order_by_due_day ON loan_order (due_day, user_id, order_id) WHERE state = 'in_repayment';

-- The language a person used last: what we write to her is in it.
ALTER TABLE account ADD COLUMN language text CHECK (language IN ('en', 'es'));

-- What somebody asked for through the two buttons that the law wants on the first page.
CREATE TABLE consumer_request (
  tracking_number text        PRIMARY KEY,
  kind            text        NOT NULL CHECK (kind IN ('regret', 'unsubscribe')),
  state           text        NOT NULL CHECK (state IN ('received', 'acknowledged', 'done', 'not_possible')),
  language        text        NOT NULL CHECK (language IN ('en', 'es')),
  channel         text        NOT NULL CHECK (channel IN ('phone', 'mail')),
  address_index   bytea       NOT NULL CHECK (octet_length(address_index) = 32),
  sealed_address  bytea       NOT NULL,
  -- The number of the loan as it was typed, and the note.
  sealed_words    bytea       NOT NULL,
  -- For the limits alone, and so forgotten after a day.
  network_index   bytea       CHECK (octet_length(network_index) = 32),
  -- Whose it is and about which loan, as far as that is known.
  user_id         uuid,
  order_id        uuid,
  -- Asked for by somebody logged in, or with the number of a loan that belongs to the address.
  is_proven       boolean     NOT NULL,
  -- How it ended.
  outcome         text        CHECK (outcome IN ('cancelled', 'withdrawn', 'ended', 'paid', 'too_late', 'no_loan')),
  received_at     timestamptz NOT NULL,
  acknowledged_at timestamptz,
  concluded_at    timestamptz,
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CHECK (order_id IS NULL OR user_id IS NOT NULL),
  CHECK (state <> 'acknowledged' OR acknowledged_at IS NOT NULL),
  CHECK ((state IN ('done', 'not_possible')) = (concluded_at IS NOT NULL)),
  CHECK ((state = 'done') = (coalesce(outcome, '') IN ('cancelled', 'withdrawn', 'ended'))),
  CHECK ((state = 'not_possible') = (coalesce(outcome, '') IN ('paid', 'too_late', 'no_loan')))
);

CREATE INDEX consumer_request_open ON consumer_request (user_id) WHERE state IN ('received', 'acknowledged');
CREATE INDEX consumer_request_by_user ON consumer_request (user_id, received_at);
CREATE INDEX consumer_request_by_address ON consumer_request (address_index, received_at);
CREATE INDEX consumer_request_by_network ON consumer_request (network_index, received_at) WHERE network_index IS NOT NULL;

-- What the comparison of the books of a day with a provider's statement found. The same again changes nothing.
CREATE TABLE reconciliation (
  provider          text        NOT NULL,
  kind              text        NOT NULL CHECK (kind IN ('payout', 'collection')),
  day               date        NOT NULL,
  -- outage: there is no statement now and may be one later; no_statement: this provider gives none.
  outcome           text        NOT NULL CHECK (outcome IN ('compared', 'outage', 'no_statement')),
  problem           text,
  matched_count     integer     NOT NULL CHECK (matched_count >= 0),
  ours_centavos     bigint      NOT NULL,
  theirs_centavos   bigint,
  differences       jsonb       NOT NULL,
  unexplained_count integer     NOT NULL CHECK (unexplained_count >= 0),
  found_at          timestamptz NOT NULL,
  PRIMARY KEY (provider, kind, day),
  CHECK ((outcome = 'compared') = (problem IS NULL)),
  CHECK ((outcome = 'compared') = (theirs_centavos IS NOT NULL))
);

CREATE INDEX reconciliation_open ON reconciliation (day) WHERE differences <> '[]' OR outcome = 'outage';
-- What is compared: the money that left, came and went back on a day.
CREATE INDEX loan_order_by_payout_day ON loan_order (payout_day) WHERE payout_day IS NOT NULL;
CREATE INDEX receipt_by_paid_day ON receipt (paid_day);
CREATE INDEX refund_by_time ON refund (asked_at);
-- What the lender's staff types.
CREATE INDEX loan_order_by_number ON loan_order (upper(order_number));
