-- From a submitted application to a signed loan: decisions, limits, coupons, agreements, orders, and who did what by hand.

-- An application is decided; an approval ends by the clock alone, so there is no state for an expired one.
ALTER TABLE application
  DROP CONSTRAINT application_state_check,
  DROP CONSTRAINT application_check5,
  DROP CONSTRAINT application_check6,
  ADD COLUMN review_stage text CHECK (review_stage IN ('automatic', 'waiting_for_bureau', 'with_a_person')),
  -- How often the review was put off. A job of the review names the try it is for: run twice, it is one.
  ADD COLUMN review_tries integer NOT NULL DEFAULT 0 CHECK (review_tries >= 0),
  ADD COLUMN decision_id uuid,
  ADD COLUMN limit_centavos bigint CHECK (limit_centavos > 0),
  ADD COLUMN expires_at timestamptz CHECK (expires_at > decided_at);

-- Whoever waits for a review when this is installed goes on waiting.
UPDATE application SET review_stage = 'automatic' WHERE state = 'in_review';

ALTER TABLE application
  ADD CHECK (state IN ('in_progress', 'in_review', 'approved', 'refused')),
  ADD CHECK ((state IN ('approved', 'refused')) = (decided_at IS NOT NULL)),
  ADD CHECK ((state = 'in_review') = (review_stage IS NOT NULL)),
  ADD CHECK ((state = 'refused') = (retry_at IS NOT NULL)),
  ADD CHECK ((state = 'approved') = (expires_at IS NOT NULL)),
  ADD CHECK ((state = 'approved') = (limit_centavos IS NOT NULL));

-- A review asks who else applied under the same DNI.
CREATE INDEX identity_trace_by_dni ON identity_trace (dni_index);

-- The decision table as it was: a decision names a version, and a version is never edited, only followed by another.
CREATE TABLE review_rules (
  version_number integer     PRIMARY KEY CHECK (version_number >= 1),
  content_sha256 bytea       NOT NULL UNIQUE CHECK (octet_length(content_sha256) = 32),
  content        jsonb       NOT NULL,
  loaded_at      timestamptz NOT NULL
);

-- Whoever is in review, for the staff's list.
CREATE INDEX application_in_review ON application (review_stage, submitted_at) WHERE state = 'in_review';

-- Every decision with what it was made from, so that it can be made again. A person's decision follows that of the rules.
CREATE TABLE review_decision (
  user_id        uuid        NOT NULL REFERENCES application (user_id) ON DELETE CASCADE,
  decision_id    uuid        NOT NULL,
  application_id uuid        NOT NULL,
  outcome        text        NOT NULL CHECK (outcome IN ('approved', 'refused', 'manual')),
  score          integer,
  limit_centavos bigint      CHECK (limit_centavos > 0),
  reasons        text[]      NOT NULL,
  rules_version  integer     NOT NULL REFERENCES review_rules (version_number),
  -- Income, debts, what the bureau said: as sealed JSON.
  sealed_inputs  bytea       NOT NULL,
  -- Null when the rules decided.
  decided_by     text,
  decided_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, decision_id),
  CHECK ((outcome = 'approved') = (limit_centavos IS NOT NULL)),
  CHECK (outcome = 'approved' OR cardinality(reasons) > 0)
);

CREATE INDEX review_decision_by_application ON review_decision (user_id, application_id, decided_at);

-- What the bureau answered, for a day: asking again within it would only cost time.
CREATE TABLE bureau_report (
  cuil_index    bytea       PRIMARY KEY CHECK (octet_length(cuil_index) = 32),
  sealed_report bytea       NOT NULL,
  fetched_at    timestamptz NOT NULL
);

-- What may be borrowed. Remaining holds the rest of the limit, and inside it what signed orders hold.
CREATE TABLE quota (
  user_id             uuid        PRIMARY KEY REFERENCES account (user_id) ON DELETE CASCADE,
  -- What the last approval allowed; it stays when that approval has ended.
  limit_centavos      bigint      NOT NULL CHECK (limit_centavos > 0),
  total_centavos      bigint      NOT NULL CHECK (total_centavos >= 0),
  used_centavos       bigint      NOT NULL CHECK (used_centavos >= 0),
  available_centavos  bigint      NOT NULL CHECK (available_centavos >= 0),
  remaining_centavos  bigint      NOT NULL CHECK (remaining_centavos >= 0),
  frozen_centavos     bigint      NOT NULL CHECK (frozen_centavos >= 0),
  changed_at          timestamptz NOT NULL,
  CONSTRAINT quota_adds_up CHECK (total_centavos = remaining_centavos + used_centavos + available_centavos),
  CONSTRAINT frozen_is_remaining CHECK (frozen_centavos <= remaining_centavos),
  CONSTRAINT total_is_limit_or_lent CHECK (total_centavos = greatest(limit_centavos, used_centavos + frozen_centavos))
);

-- The agreement as it was shown, before signing and after: the file itself, and by what it was made.
CREATE TABLE agreement (
  user_id      uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  -- Of the PDF's bytes: whoever has the file can compute it.
  sha256       bytea       NOT NULL CHECK (octet_length(sha256) = 32),
  text_version text        NOT NULL,
  page_count   integer     NOT NULL CHECK (page_count >= 1),
  -- Of the facts that are printed in it, blind: the same facts give the same document.
  facts_index  bytea       NOT NULL CHECK (octet_length(facts_index) = 32),
  -- The facts and the words that they were printed with, as sealed JSON.
  sealed_facts bytea       NOT NULL,
  sealed_pdf   bytea       NOT NULL,
  made_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, sha256),
  UNIQUE (user_id, facts_index, text_version)
);

-- What the daily sweep looks for, and what keeps an agreement from it.
CREATE INDEX agreement_by_time ON agreement (made_at);

-- Which change of an order's state may follow which; the same table as in the code, and a test holds them equal.
CREATE TABLE order_transition (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);

INSERT INTO order_transition (from_state, to_state) VALUES
  ('signing', 'pending'),
  ('signing', 'review_failed'),
  ('pending', 'in_repayment'),
  ('pending', 'payout_failed'),
  ('pending', 'cancelled'),
  ('payout_failed', 'pending'),
  ('payout_failed', 'cancelled'),
  ('in_repayment', 'cleared'),
  ('in_repayment', 'cancelled'),
  ('cleared', 'in_repayment');

-- A signed loan: the terms as agreed, which never change, and where it stands. "Overdue" is a matter of the day.
CREATE TABLE loan_order (
  user_id                    uuid        NOT NULL REFERENCES account (user_id) ON DELETE RESTRICT,
  order_id                   uuid        NOT NULL,
  order_number               text        NOT NULL,
  previous_state             text        NOT NULL,
  state                      text        NOT NULL,
  state_since                timestamptz NOT NULL,
  product_id                 text        NOT NULL,
  product_version            integer     NOT NULL,
  amount_centavos            bigint      NOT NULL CHECK (amount_centavos > 0),
  fee_before_centavos        bigint      NOT NULL CHECK (fee_before_centavos >= 0),
  fee_centavos               bigint      NOT NULL CHECK (fee_centavos BETWEEN 0 AND fee_before_centavos),
  arrival_centavos           bigint      NOT NULL CHECK (arrival_centavos > 0),
  interest_centavos          bigint      NOT NULL CHECK (interest_centavos >= 0),
  vat_centavos               bigint      NOT NULL CHECK (vat_centavos >= 0),
  repayment_centavos         bigint      NOT NULL,
  term_days                  integer     NOT NULL CHECK (term_days >= 1),
  fee_basis_points           integer     NOT NULL CHECK (fee_basis_points >= 0),
  tna_basis_points           integer     NOT NULL CHECK (tna_basis_points >= 0),
  vat_basis_points           integer     NOT NULL CHECK (vat_basis_points >= 0),
  tea_basis_points           integer     NOT NULL,
  cftea_basis_points         integer     NOT NULL,
  late_one_time_basis_points integer     NOT NULL CHECK (late_one_time_basis_points >= 0),
  late_daily_basis_points    integer     NOT NULL CHECK (late_daily_basis_points >= 0),
  late_max_basis_points      integer     NOT NULL CHECK (late_max_basis_points >= 0),
  partial_payment_min_centavos bigint    NOT NULL CHECK (partial_payment_min_centavos > 0),
  -- As the agreement says, for the money leaving on the day it was signed.
  agreed_payout_day          date        NOT NULL,
  agreed_due_day             date        NOT NULL,
  withdrawal_until_day       date        NOT NULL,
  coupon_id                  uuid,
  -- Where the money goes, as sealed JSON.
  sealed_account             bytea       NOT NULL,
  agreement_sha256           bytea       NOT NULL,
  signed_at                  timestamptz NOT NULL,
  -- Null until the money has left.
  paid_out_at                timestamptz,
  payout_day                 date,
  -- The day that counts: moved to a business day, and by an extension.
  due_day                    date,
  extension_days             integer     NOT NULL DEFAULT 0 CHECK (extension_days >= 0),
  cleared_at                 timestamptz,
  PRIMARY KEY (user_id, order_id),
  UNIQUE (user_id, order_number),
  FOREIGN KEY (product_id, product_version) REFERENCES product_version (product_id, version_number),
  FOREIGN KEY (user_id, agreement_sha256) REFERENCES agreement (user_id, sha256),
  FOREIGN KEY (previous_state, state) REFERENCES order_transition (from_state, to_state),
  CONSTRAINT arrival_is_amount_less_fee CHECK (arrival_centavos = amount_centavos - fee_centavos),
  CONSTRAINT repayment_adds_up CHECK (repayment_centavos = amount_centavos + interest_centavos + vat_centavos),
  CHECK (num_nulls(paid_out_at, payout_day, due_day) IN (0, 3)),
  CHECK (state NOT IN ('in_repayment', 'cleared') OR paid_out_at IS NOT NULL),
  CHECK ((state = 'cleared') = (cleared_at IS NOT NULL))
);

CREATE INDEX loan_order_by_agreement ON loan_order (user_id, agreement_sha256);
CREATE INDEX loan_order_by_time ON loan_order (user_id, signed_at DESC, order_id);

-- What happened to an order, in order, never edited.
CREATE TABLE order_event (
  user_id         uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  event_number    integer     NOT NULL CHECK (event_number >= 1),
  kind            text        NOT NULL,
  at              timestamptz NOT NULL,
  amount_centavos bigint,
  PRIMARY KEY (user_id, order_id, event_number),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

-- The first answer to each request to sign: the same request again gets it again.
CREATE TABLE apply_request (
  user_id       uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  apply_id      uuid        NOT NULL,
  body_index    bytea       NOT NULL CHECK (octet_length(body_index) = 32),
  order_id      uuid        NOT NULL,
  sealed_answer bytea       NOT NULL,
  answered_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, apply_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

-- What proves each signature. Every entry holds the hash of the one before it: none can be changed or taken out unseen.
CREATE TABLE signature_evidence (
  user_id               uuid        NOT NULL,
  entry_number          integer     NOT NULL CHECK (entry_number >= 1),
  order_id              uuid        NOT NULL,
  sealed_entry          bytea       NOT NULL,
  entry_sha256          bytea       NOT NULL CHECK (octet_length(entry_sha256) = 32),
  previous_entry_sha256 bytea       CHECK (octet_length(previous_entry_sha256) = 32),
  PRIMARY KEY (user_id, entry_number),
  UNIQUE (user_id, order_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CHECK ((entry_number = 1) = (previous_entry_sha256 IS NULL))
);

CREATE TABLE coupon (
  user_id                uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  coupon_id              uuid        NOT NULL,
  kind                   text        NOT NULL CHECK (kind IN ('fee_reduction', 'interest_free_extension')),
  -- Why it was given: a key of our own words.
  reason                 text        NOT NULL CHECK (reason IN ('first_approval', 'cleared_on_time', 'granted')),
  fee_reduction_centavos bigint      CHECK (fee_reduction_centavos > 0),
  extension_days         integer     CHECK (extension_days > 0),
  granted_at             timestamptz NOT NULL,
  expires_at             timestamptz NOT NULL CHECK (expires_at > granted_at),
  used_at                timestamptz,
  order_id               uuid,
  PRIMARY KEY (user_id, coupon_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  CHECK ((kind = 'fee_reduction') = (fee_reduction_centavos IS NOT NULL)),
  CHECK ((kind = 'interest_free_extension') = (extension_days IS NOT NULL)),
  CHECK ((used_at IS NULL) = (order_id IS NULL))
);

-- Once in a life, also when two reviews end at once.
CREATE UNIQUE INDEX coupon_of_first_approval ON coupon (user_id) WHERE reason = 'first_approval';
-- One coupon of a kind for an order.
CREATE UNIQUE INDEX coupon_by_order ON coupon (user_id, order_id, kind) WHERE order_id IS NOT NULL;

-- Which version of a product is offered since when. The newest row of a product counts; none is edited.
CREATE TABLE product_publication (
  product_id         text        NOT NULL,
  publication_number integer     NOT NULL CHECK (publication_number >= 1),
  version_number     integer     NOT NULL,
  published_at       timestamptz NOT NULL,
  published_by       text        NOT NULL,
  PRIMARY KEY (product_id, publication_number),
  FOREIGN KEY (product_id, version_number) REFERENCES product_version (product_id, version_number)
);

-- What the lender's staff did by hand: who, when, why, about whom.
CREATE TABLE desk_act (
  act_id   uuid        PRIMARY KEY,
  acted_at timestamptz NOT NULL,
  actor    text        NOT NULL CHECK (actor <> ''),
  act      text        NOT NULL,
  user_id  uuid,
  -- Ids, amounts, codes of reasons; never a name or a number of a person.
  details  jsonb       NOT NULL,
  why      text        NOT NULL CHECK (why <> '')
);

CREATE INDEX desk_act_by_time ON desk_act (acted_at);
