-- How far the application of a person is, what she told us in each step, and what she consented to.

-- One row for each person who began. It is also the lock under which her application changes: a step that is saved on
-- one phone and a submission from another come one after the other.
CREATE TABLE application (
  user_id            uuid        PRIMARY KEY REFERENCES account (user_id) ON DELETE CASCADE,
  state              text        NOT NULL CHECK (state IN ('in_progress', 'in_review', 'refused')),
  started_at         timestamptz NOT NULL,
  -- Names what was submitted, and is new each time: a review that comes too late for its own can tell.
  application_id     uuid,
  submitted_at       timestamptz,
  review_expected_at timestamptz CHECK (review_expected_at > submitted_at),
  decided_at         timestamptz CHECK (decided_at >= submitted_at),
  -- When a refused person may submit again.
  retry_at           timestamptz CHECK (retry_at > decided_at),
  CHECK (num_nulls(application_id, submitted_at, review_expected_at) IN (0, 3)),
  CHECK (state = 'in_progress' OR application_id IS NOT NULL),
  CHECK ((state = 'refused') = (retry_at IS NOT NULL)),
  CHECK ((state = 'refused') = (decided_at IS NOT NULL))
);

-- What was typed, a row for each step, as sealed JSON: a dump of this table says nothing about anybody.
CREATE TABLE application_step (
  user_id  uuid        NOT NULL REFERENCES application (user_id) ON DELETE CASCADE,
  step     text        NOT NULL CHECK (step IN ('basic', 'social', 'withdrawal')),
  sealed   bytea       NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, step)
);

-- The record of consents. A row is never edited but for its end, and never taken away while the account is there.
CREATE TABLE consent (
  user_id      uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  consent_id   uuid        NOT NULL,
  kind         text        NOT NULL CHECK (kind IN ('biometric')),
  text_version text        NOT NULL,
  -- Of the text as the person saw it: it proves which words the version stood for.
  text_sha256  bytea       NOT NULL CHECK (octet_length(text_sha256) = 32),
  given_at     timestamptz NOT NULL,
  withdrawn_at timestamptz CHECK (withdrawn_at >= given_at),
  PRIMARY KEY (user_id, consent_id)
);

-- Agreeing twice to one text is one consent, also when two requests arrive at once.
CREATE UNIQUE INDEX consent_live ON consent (user_id, kind, text_version) WHERE withdrawn_at IS NULL;
