-- Collections without harassment: how often and when somebody who is late is written to is a rule of the tables themselves.

-- What was said to her about a loan that is late, by a template or by itself, and the text as she got it. Rows are numbered
-- for each person, and each names the days of the two before it: so the table itself refuses a second contact of a day, and
-- a third within seven days in a row.
CREATE TABLE contact_attempt (
  user_id             uuid        NOT NULL,
  contact_number      integer     NOT NULL CHECK (contact_number >= 1),
  order_id            uuid        NOT NULL,
  -- The day in Argentina.
  contact_day         date        NOT NULL,
  attempted_at        timestamptz NOT NULL,
  -- A template of core/src/contact.ts, or the kind of the reminder that went out by itself.
  template            text        NOT NULL CHECK (template IN ('talk', 'plan', 'waiver', 'pause', 'agency_notice',
                                                               'one_day_after', 'seven_days_after')),
  template_version    integer     NOT NULL CHECK (template_version >= 1),
  language            text        NOT NULL CHECK (language IN ('en', 'es')),
  sealed_text         bytea       NOT NULL,
  -- Who of the staff; null when it went out by itself.
  member_id           uuid        REFERENCES staff_member,
  previous_number     integer     GENERATED ALWAYS AS (CASE WHEN contact_number > 1 THEN contact_number - 1 END) STORED,
  previous_day        date,
  before_number       integer     GENERATED ALWAYS AS (CASE WHEN contact_number > 2 THEN contact_number - 2 END) STORED,
  before_day          date,
  PRIMARY KEY (user_id, contact_number),
  CONSTRAINT one_contact_a_day UNIQUE (user_id, contact_day),
  UNIQUE (user_id, contact_number, contact_day),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  FOREIGN KEY (user_id, previous_number, previous_day) REFERENCES contact_attempt (user_id, contact_number, contact_day),
  FOREIGN KEY (user_id, before_number, before_day) REFERENCES contact_attempt (user_id, contact_number, contact_day),
  CHECK ((contact_number > 1) = (previous_day IS NOT NULL)),
  CHECK ((contact_number > 2) = (before_day IS NOT NULL)),
  CHECK (previous_day < contact_day),
  CONSTRAINT two_contacts_in_seven_days CHECK (before_day + 7 <= contact_day),
  CONSTRAINT contact_day_in_argentina
    CHECK (contact_day = (attempted_at AT TIME ZONE 'America/Argentina/Buenos_Aires')::date),
  -- Holidays are known to the server alone.
  CONSTRAINT contact_on_a_weekday CHECK (extract(isodow FROM contact_day) <= 5),
  CONSTRAINT contact_from_9_to_20
    CHECK (extract(hour FROM attempted_at AT TIME ZONE 'America/Argentina/Buenos_Aires') BETWEEN 9 AND 19)
);

CREATE INDEX contact_attempt_by_order ON contact_attempt (user_id, order_id, attempted_at);

-- What became of what the staff sent.
CREATE TABLE contact_outcome (
  user_id        uuid        NOT NULL,
  contact_number integer     NOT NULL,
  -- not_sent: when its turn came it was not allowed any more, or there was nothing left to say.
  outcome        text        NOT NULL CHECK (outcome IN ('sent', 'unreachable', 'not_sent')),
  at             timestamptz NOT NULL,
  PRIMARY KEY (user_id, contact_number),
  FOREIGN KEY (user_id, contact_number) REFERENCES contact_attempt (user_id, contact_number)
);

-- A payment that she has promised: until the end of its day nobody writes to her about it.
CREATE TABLE promise (
  user_id         uuid        NOT NULL,
  promise_id      uuid        NOT NULL,
  order_id        uuid        NOT NULL,
  amount_centavos bigint      NOT NULL CHECK (amount_centavos > 0),
  made_day        date        NOT NULL,
  promise_day     date        NOT NULL CHECK (promise_day >= made_day AND promise_day <= made_day + 30),
  made_at         timestamptz NOT NULL,
  -- Who of the staff wrote it down.
  member_id       uuid        NOT NULL REFERENCES staff_member,
  PRIMARY KEY (user_id, promise_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);

CREATE INDEX promise_by_day ON promise (user_id, promise_day);

-- "Do not contact me": the newest row counts. The staff can write it down for her; only she herself takes it back.
CREATE TABLE contact_opt_out (
  user_id       uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  choice_number integer     NOT NULL CHECK (choice_number >= 1),
  is_out        boolean     NOT NULL,
  chosen_at     timestamptz NOT NULL,
  member_id     uuid        REFERENCES staff_member,
  PRIMARY KEY (user_id, choice_number),
  CONSTRAINT only_she_takes_it_back CHECK (is_out OR member_id IS NULL)
);

-- A loan that was handed to an agency, by two people, after she was told.
CREATE TABLE agency_handover (
  user_id       uuid        NOT NULL,
  order_id      uuid        NOT NULL,
  agency        text        NOT NULL CHECK (agency <> ''),
  -- The contact by which she was told, and its day.
  notice_number integer     NOT NULL,
  notice_day    date        NOT NULL,
  handed_day    date        NOT NULL CHECK (handed_day >= notice_day + 10),
  handed_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, order_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id),
  FOREIGN KEY (user_id, notice_number, notice_day) REFERENCES contact_attempt (user_id, contact_number, contact_day)
);

-- All of these are only ever added to. The application writes reminders, outcomes and her own choice; the desk the rest.
REVOKE UPDATE, DELETE ON contact_attempt, contact_outcome, promise, contact_opt_out, agency_handover FROM hola_app;
REVOKE INSERT ON promise, agency_handover FROM hola_app;
GRANT SELECT, INSERT ON contact_attempt, promise, contact_opt_out, agency_handover TO hola_desk;
GRANT SELECT ON contact_outcome TO hola_desk;

-- The kinds that were there, and handing to an agency.
ALTER TABLE proposal
  DROP CONSTRAINT proposal_kind,
  ADD CONSTRAINT proposal_kind CHECK (kind IN
    ('refund', 'refund_reversal', 'transfer', 'transfer_reversal', 'transfer_restoration', 'place', 'unplacing', 'waiver',
     'waiver_reversal', 'plan', 'plan_reversal', 'write_off', 'write_off_reversal', 'publication', 'limit', 'coupon', 'block',
     'unblock', 'export', 'member', 'start', 'statement', 'transfer_return', 'agency'));
