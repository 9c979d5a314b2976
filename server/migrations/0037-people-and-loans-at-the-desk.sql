-- The staff finds people and loans, notes what they said, and pages through lists of a million loans.

-- What the staff noted about a person, maybe about one of her loans or one application of hers. Only ever added to.
CREATE TABLE note (
  user_id        uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  note_id        uuid        NOT NULL,
  order_id       uuid,
  application_id uuid,
  member_id      uuid        NOT NULL REFERENCES staff_member,
  written_at     timestamptz NOT NULL,
  -- Sealed: a dump of this table says nothing about anybody.
  sealed_text    bytea       NOT NULL,
  PRIMARY KEY (user_id, note_id),
  FOREIGN KEY (user_id, order_id) REFERENCES loan_order (user_id, order_id)
);
CREATE INDEX note_by_time ON note (user_id, written_at DESC, note_id DESC);

-- The application shows a person what was noted about her and deletes it with her account; only the staff writes.
REVOKE INSERT, UPDATE ON note FROM hola_app;
GRANT SELECT, INSERT ON note TO hola_desk;

-- The lists of loans: all by the day they were signed, and those that are over by the day they ended. Those that run have
-- their index by the due day; of those that wait for their money the index gets the keys, so that pages follow each other.
CREATE INDEX loan_order_by_signature ON loan_order (signed_at DESC, user_id, order_id);
CREATE INDEX loan_order_over ON loan_order (state, state_since DESC, user_id, order_id) WHERE state IN ('cleared', 'cancelled');
DROP INDEX loan_order_unpaid;
CREATE INDEX loan_order_unpaid ON loan_order (state_since, user_id, order_id) WHERE state IN ('pending', 'payout_failed');
