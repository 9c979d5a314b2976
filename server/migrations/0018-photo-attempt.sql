-- Counts the photos that an account sends before anything of them is decoded, also those that turn out to be none.

CREATE TABLE photo_attempt (
  user_id  uuid          NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  kind     text          NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  -- The attempts of the day before the last of them, the oldest first.
  tried_at timestamptz[] NOT NULL,
  PRIMARY KEY (user_id, kind)
);
