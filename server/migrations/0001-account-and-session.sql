-- Who borrows, and which devices are logged in: the token check of every call reads these two tables.

CREATE TABLE account (
  user_id    uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  -- Set when a person of the lender blocked the account: its live tokens then answer 403 instead of working.
  blocked_at timestamptz
);

-- One row for each logged-in device. Only the SHA-256 of a token is kept: a stolen copy of this table opens nothing.
CREATE TABLE session (
  user_id      uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  session_id   uuid        NOT NULL,
  token_sha256 bytea       NOT NULL CHECK (octet_length(token_sha256) = 32),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at),
  revoked_at   timestamptz,
  PRIMARY KEY (user_id, session_id)
);

-- Not unique: a unique key without user_id would forbid spreading the table by user, and two equal SHA-256 do not happen.
CREATE INDEX session_by_token ON session (token_sha256);
-- The daily clean-up finds its rows here.
CREATE INDEX session_by_expiry ON session (expires_at);
