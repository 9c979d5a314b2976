-- The sandbox's own two tables: how far its clock was moved, and what it "sent". Production leaves both empty.

CREATE TABLE sandbox_clock (
  -- One row at most: all processes share one clock, and it survives a restart.
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint  NOT NULL CHECK (offset_ms >= 0)
);

CREATE TABLE sandbox_message (
  id        uuid        PRIMARY KEY,
  sent_at   timestamptz NOT NULL,
  channel   text        NOT NULL CHECK (channel IN ('sms', 'email', 'whatsapp')),
  recipient text        NOT NULL,
  text      text        NOT NULL,
  code      text
);

CREATE INDEX sandbox_message_by_time ON sandbox_message (sent_at DESC, id);
