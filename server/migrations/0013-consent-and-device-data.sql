-- One consent for each kind of data, with an end; what phones sent under them; who opened what; accounts that were erased.

-- The record of consents now names the purpose and ends by itself. A consent that ended may be followed by another to the
-- same words: that two are not live at once is seen to under the lock of the account.
ALTER TABLE consent
  DROP CONSTRAINT consent_kind_check,
  ADD CHECK (kind IN ('biometric', 'device', 'location', 'sms', 'apps', 'behaviour')),
  ADD COLUMN purpose text NOT NULL DEFAULT 'identity_check',
  ADD COLUMN expires_at timestamptz,
  -- How many records were deleted because it was withdrawn, and when.
  ADD COLUMN deleted_count integer NOT NULL DEFAULT 0 CHECK (deleted_count >= 0),
  ADD COLUMN deleted_at timestamptz CHECK (deleted_at >= withdrawn_at);
ALTER TABLE consent ALTER COLUMN purpose DROP DEFAULT;
UPDATE consent SET expires_at = given_at + interval '365 days';
ALTER TABLE consent
  ALTER COLUMN expires_at SET NOT NULL,
  ADD CHECK (expires_at > given_at),
  ADD CHECK (deleted_count = 0 OR deleted_at IS NOT NULL),
  ADD CHECK (deleted_at IS NULL OR withdrawn_at IS NOT NULL);

DROP INDEX consent_live;
CREATE INDEX consent_by_kind ON consent (user_id, kind, given_at DESC);

-- The two sides of the DNI of whoever was lent money stay when she withdraws her consent; nothing judges by them any more.
ALTER TABLE photo
  ADD COLUMN is_kept_by_law boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT photo_check1,
  ADD CHECK ((file_name IS NULL) = (replaced_at IS NOT NULL AND NOT is_kept_by_law)),
  ADD CHECK (NOT is_kept_by_law OR (replaced_at IS NOT NULL AND kind <> 'selfie'));

-- What a phone sent with consent, a row for each record, as sealed JSON.
CREATE TABLE device_record (
  user_id       uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  kind          text        NOT NULL CHECK (kind IN ('device', 'location', 'sms', 'apps', 'behaviour')),
  -- Of the record, blind: sent again, it is the same one.
  record_index  bytea       NOT NULL CHECK (octet_length(record_index) = 32),
  sealed_record bytea       NOT NULL,
  stored_at     timestamptz NOT NULL,
  keep_until    timestamptz NOT NULL CHECK (keep_until > stored_at),
  PRIMARY KEY (user_id, kind, record_index)
);

-- What the daily job deletes.
CREATE INDEX device_record_by_end ON device_record (keep_until);

-- That something was sent, when, and how much of it was new: what it was is above, for as long as it is kept.
CREATE TABLE device_upload (
  user_id      uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  upload_id    uuid        NOT NULL,
  kind         text        NOT NULL CHECK (kind IN ('device', 'location', 'sms', 'apps', 'behaviour')),
  sent_at      timestamptz NOT NULL,
  stored_count integer     NOT NULL CHECK (stored_count >= 0),
  PRIMARY KEY (user_id, upload_id)
);

CREATE INDEX device_upload_by_kind ON device_upload (user_id, kind, sent_at DESC);
CREATE INDEX device_upload_by_time ON device_upload (sent_at);

-- Who opened or deleted what is kept about a person, and why; never edited.
CREATE TABLE data_access (
  user_id    uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  access_id  uuid        NOT NULL,
  at         timestamptz NOT NULL,
  actor      text        NOT NULL CHECK (actor IN ('you', 'review', 'desk', 'retention')),
  -- Which of the lender's staff; for the lender, not for the person.
  actor_name text        CHECK (actor_name <> ''),
  -- Null: everything.
  category   text,
  purpose    text        NOT NULL,
  PRIMARY KEY (user_id, access_id),
  CHECK ((actor = 'desk') = (actor_name IS NOT NULL))
);

CREATE INDEX data_access_by_time ON data_access (user_id, at DESC);

-- An account that its owner erased. Without a loan nothing else is left of it.
CREATE TABLE erasure (
  user_id         uuid        PRIMARY KEY,
  erased_at       timestamptz NOT NULL,
  -- What the law has us keep: category, law, last day.
  kept            jsonb       NOT NULL,
  -- Where the one message about it goes; forgotten when it has gone out, or cannot.
  sealed_owner    bytea,
  -- Who she is and the two sides of her DNI, for the law on money laundering alone.
  sealed_identity bytea,
  identity_until  date,
  CHECK ((sealed_identity IS NULL) = (identity_until IS NULL))
);

CREATE INDEX erasure_by_end ON erasure (identity_until) WHERE identity_until IS NOT NULL;

-- What the staff did about one person is hers to see.
CREATE INDEX desk_act_by_user ON desk_act (user_id, acted_at) WHERE user_id IS NOT NULL;

-- A code can also be for erasing the account.
ALTER TABLE login_code
  DROP CONSTRAINT login_code_purpose_check,
  ADD CHECK (purpose IN ('login', 'sign', 'erase'));

-- Only ever added to; of a consent only its end is written later. An account that is deleted takes both along.
REVOKE UPDATE, DELETE ON consent, data_access FROM hola_app;
GRANT UPDATE (withdrawn_at, deleted_count, deleted_at) ON consent TO hola_app;
