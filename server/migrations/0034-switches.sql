-- What the staff stops for a while: new applications, payouts, a way to pay. One member stops; starting again takes two.

CREATE TABLE switch_stop (
  stop_id    uuid        PRIMARY KEY,
  target     text        NOT NULL CHECK (target IN ('applications', 'payouts') OR target ~ '^method:[a-z0-9_-]{1,40}$'),
  why        text        NOT NULL CHECK (why <> ''),
  stopped_by uuid        NOT NULL REFERENCES staff_member,
  stopped_at timestamptz NOT NULL,
  -- It starts again by itself then.
  until_at   timestamptz NOT NULL CHECK (until_at > stopped_at AND until_at <= stopped_at + interval '168 hours')
);
CREATE INDEX switch_stop_by_end ON switch_stop (until_at);

-- Started again before its time.
CREATE TABLE switch_stop_end (
  stop_id  uuid        PRIMARY KEY REFERENCES switch_stop,
  ended_at timestamptz NOT NULL
);

-- The application sees what is stopped; only the desk stops and starts, and neither changes what was.
REVOKE INSERT, UPDATE, DELETE ON switch_stop, switch_stop_end FROM hola_app;
GRANT SELECT, INSERT ON switch_stop, switch_stop_end TO hola_desk;
