-- Members of the lender's staff sign in with passkeys, act under a database role of their own, and what they did is chained.

-- The role of the desk's transactions. It belongs to the whole PostgreSQL server: another database may have made it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hola_desk') THEN
    CREATE ROLE hola_desk NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    NULL;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'the role hola_desk is missing, and % may not make it: let an administrator run CREATE ROLE hola_desk NOLOGIN; GRANT hola_desk TO %',
      session_user, quote_ident(session_user);
END $$;

-- Whoever starts the server must be able to take it.
DO $$
BEGIN
  PERFORM set_config('role', 'hola_desk', true);
  PERFORM set_config('role', 'none', true);
EXCEPTION
  WHEN insufficient_privilege THEN
    EXECUTE format('GRANT hola_desk TO %I', session_user);
END $$;

CREATE TABLE staff_member (
  member_id    uuid        PRIMARY KEY,
  name         text        NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 60 AND name !~ '[[:cntrl:]]'),
  role         text        NOT NULL CHECK (role IN ('analyst', 'support', 'treasury', 'supervisor', 'auditor')),
  -- Made up for the sandbox: signs in without a passkey there, and nowhere else.
  is_made_up   boolean     NOT NULL,
  created_at   timestamptz NOT NULL,
  suspended_at timestamptz CHECK (suspended_at >= created_at)
);

-- What she did stands under her name for ever: nobody else ever gets the same one.
CREATE UNIQUE INDEX staff_member_by_name ON staff_member (lower(name));

CREATE TABLE staff_passkey (
  member_id     uuid        NOT NULL REFERENCES staff_member,
  credential_id bytea       NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  -- Goes up with each use where the device counts; a copy of the key would fall behind.
  counter       bigint      NOT NULL CHECK (counter >= 0),
  transports    text[]      NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (member_id, credential_id)
);

-- A one-time way to a first passkey. Whoever proposed a member holds the code, whoever approved her the link: neither
-- of the two can become that member alone.
CREATE TABLE staff_invitation (
  member_id    uuid        NOT NULL REFERENCES staff_member,
  token_sha256 bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  code_sha256  bytea       NOT NULL CHECK (octet_length(code_sha256) = 32),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at      timestamptz,
  tries        integer     NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 10),
  PRIMARY KEY (member_id, token_sha256)
);

-- What a passkey is asked to sign, once, within minutes.
CREATE TABLE staff_challenge (
  challenge   text        PRIMARY KEY,
  purpose     text        NOT NULL CHECK (purpose IN ('register', 'sign_in', 'confirm')),
  member_id   uuid        REFERENCES staff_member,
  -- The one call that it confirms: hash of its path and its body.
  call_sha256 bytea       CHECK (octet_length(call_sha256) = 32),
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at     timestamptz,
  CHECK ((purpose = 'sign_in') = (member_id IS NULL)),
  CHECK ((purpose = 'confirm') = (call_sha256 IS NOT NULL))
);
CREATE INDEX staff_challenge_by_end ON staff_challenge (expires_at);

CREATE TABLE staff_session (
  member_id    uuid        NOT NULL REFERENCES staff_member,
  session_id   uuid        NOT NULL,
  token_sha256 bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  -- The page in a browser, or the command line.
  channel      text        NOT NULL CHECK (channel IN ('desk', 'command_line')),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at),
  seen_at      timestamptz NOT NULL,
  ended_at     timestamptz,
  PRIMARY KEY (member_id, session_id)
);
CREATE INDEX staff_session_by_end ON staff_session (expires_at);

-- A command line that waits for a member to let it in: it holds the token, she types the code at the desk.
CREATE TABLE staff_pairing (
  code_sha256  bytea       PRIMARY KEY CHECK (octet_length(code_sha256) = 32),
  token_sha256 bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at),
  member_id    uuid        REFERENCES staff_member,
  confirmed_at timestamptz,
  CHECK ((member_id IS NULL) = (confirmed_at IS NULL))
);

-- Every act names the member who did it and the hash of the act before it.
ALTER TABLE desk_act
  ADD COLUMN member_id       uuid   REFERENCES staff_member,
  ADD COLUMN entry_number    bigint CHECK (entry_number > 0),
  ADD COLUMN previous_sha256 bytea  CHECK (octet_length(previous_sha256) = 32),
  ADD COLUMN entry_sha256    bytea  CHECK (octet_length(entry_sha256) = 32);

-- The acts from before are chained in the order of their time, hashed as server/src/staff/act/hash.ts does.
CREATE FUNCTION pg_temp.canonical(value jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'object'
              THEN '{' || coalesce((SELECT string_agg(to_json(key)::text || ':' || pg_temp.canonical(part.value), ','
                                                      ORDER BY key COLLATE "C")
                                      FROM jsonb_each(value) AS part (key, value)), '') || '}'
              ELSE value::text END
$$;
DO $$
DECLARE
  act    record;
  number bigint := 0;
  before bytea  := NULL;
BEGIN
  FOR act IN SELECT * FROM desk_act ORDER BY acted_at, act_id LOOP
    UPDATE desk_act SET entry_number = number + 1, previous_sha256 = before,
           entry_sha256 = sha256(convert_to(
             '{"act":' || to_json(act.act)::text
             || ',"act_id":' || to_json(act.act_id)::text
             || ',"acted_at":"' || to_char(act.acted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
             || '","actor":' || to_json(act.actor)::text
             || ',"details":' || pg_temp.canonical(act.details)
             || ',"entry_number":' || (number + 1)::text
             || ',"member_id":null,"previous_sha256":' || coalesce(to_json(encode(before, 'hex'))::text, 'null')
             || ',"user_id":' || coalesce(to_json(act.user_id)::text, 'null')
             || ',"why":' || to_json(act.why)::text || '}', 'UTF8'))
     WHERE act_id = act.act_id RETURNING desk_act.entry_number, desk_act.entry_sha256 INTO number, before;
  END LOOP;
END $$;

ALTER TABLE desk_act
  ALTER COLUMN entry_number SET NOT NULL,
  ALTER COLUMN entry_sha256 SET NOT NULL,
  ADD CONSTRAINT desk_act_in_order UNIQUE (entry_number),
  ADD CONSTRAINT desk_act_first CHECK ((entry_number = 1) = (previous_sha256 IS NULL)),
  -- Not of the acts from before there were members.
  ADD CONSTRAINT desk_act_by_member CHECK (member_id IS NOT NULL) NOT VALID;
CREATE INDEX desk_act_by_member_and_time ON desk_act (member_id, acted_at);

-- The application knows nothing of the staff, and writes no acts.
REVOKE ALL ON staff_member, staff_passkey, staff_invitation, staff_challenge, staff_session, staff_pairing FROM hola_app;
REVOKE INSERT, UPDATE, DELETE ON desk_act FROM hola_app;

-- What the desk may do, table by table, and no more. A later table is not the desk's until a migration says so.
GRANT USAGE ON SCHEMA public, pgboss TO hola_desk;
GRANT SELECT, INSERT ON staff_member, staff_passkey, staff_invitation, staff_challenge, staff_session, staff_pairing TO hola_desk;
GRANT UPDATE (suspended_at) ON staff_member TO hola_desk;
GRANT UPDATE (counter) ON staff_passkey TO hola_desk;
GRANT UPDATE (used_at, tries) ON staff_invitation TO hola_desk;
GRANT UPDATE (used_at) ON staff_challenge TO hola_desk;
GRANT UPDATE (seen_at, ended_at) ON staff_session TO hola_desk;
GRANT UPDATE (member_id, confirmed_at) ON staff_pairing TO hola_desk;
GRANT DELETE ON staff_challenge, staff_pairing TO hola_desk;
GRANT SELECT, INSERT ON desk_act, data_access TO hola_desk;

-- Read: people, their applications and photographs, their loans. Not their tokens, codes, devices or what phones sent.
GRANT SELECT ON account, login_address, agreed_text, consent, application, application_step, photo, identity_verdict, identity_trace,
  review_rules, review_decision, bureau_report, quota, agreement, order_transition, loan_order, order_event, signature_evidence,
  coupon, product_version, product_publication, ledger_entry, payout_attempt, payment, receipt, refund, reminder, news,
  consumer_request, reconciliation, erasure, bank_notice, message_choice, sandbox_clock, schema_migration TO hola_desk;

-- Decide a case, or ask for a photo again; give a coupon; publish a product.
GRANT INSERT ON review_decision, identity_verdict, coupon, product_version, product_publication TO hola_desk;
GRANT UPDATE (superseded_at) ON identity_verdict TO hola_desk;
GRANT INSERT, UPDATE ON quota TO hola_desk;
GRANT UPDATE ON application, coupon TO hola_desk;
GRANT DELETE ON coupon TO hola_desk;
-- Block an account, and nothing else of it.
GRANT UPDATE (blocked_at) ON account TO hola_desk;
-- Money: the books and what happened to an order are only added to; of money that came, whose it is.
GRANT INSERT ON ledger_entry, order_event, receipt, refund TO hola_desk;
GRANT UPDATE (state, user_id, order_id, payment_id, reversed_at) ON receipt TO hola_desk;
GRANT UPDATE ON loan_order, payment TO hola_desk;
-- Answer a consumer; compare a day with the providers.
GRANT UPDATE ON consumer_request TO hola_desk;
GRANT INSERT, UPDATE ON reconciliation TO hola_desk;
-- Work is filed for the job queue, and what it gave up is filed again.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO hola_desk;
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO hola_desk;
