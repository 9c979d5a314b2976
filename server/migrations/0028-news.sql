-- What a borrower waits for is told to her once, and she can turn off what no law has us tell.

-- One row for each message, written before it is handed over: a try whose end nobody knows is followed by another, a few times.
CREATE TABLE news (
  user_id  uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  kind     text        NOT NULL CHECK (kind IN ('approved', 'refused', 'to_mend', 'money_sent', 'money_back', 'payment_credited')),
  -- What it is about: a decision, a verdict, an attempt to pay out, a payment that came.
  subject  text        NOT NULL,
  tries    integer     NOT NULL CHECK (tries >= 1),
  tried_at timestamptz NOT NULL,
  -- Null: on its way, or nobody knows.
  outcome  text        CHECK (outcome IN ('sent', 'unreachable')),
  PRIMARY KEY (user_id, kind, subject)
);

-- What she wants to hear nothing of. Without a row she is told.
CREATE TABLE message_choice (
  user_id uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  topic   text        NOT NULL CHECK (topic IN ('decision', 'money', 'payment', 'due', 'level')),
  off_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, topic)
);
