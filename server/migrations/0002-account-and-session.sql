-- Who borrows, and which devices are logged in: the token check of every call reads these two tables.

create table account (
  user_id    uuid primary key,
  created_at timestamptz not null,
  -- Set when a person of the lender blocked the account: its live tokens then answer 403 instead of working.
  blocked_at timestamptz
);

-- One row for each logged-in device. Only the SHA-256 of a token is kept: a stolen copy of this table opens nothing.
create table session (
  user_id      uuid        not null references account (user_id) on delete cascade,
  session_id   uuid        not null,
  token_sha256 bytea       not null check (octet_length(token_sha256) = 32),
  created_at   timestamptz not null,
  expires_at   timestamptz not null check (expires_at > created_at),
  revoked_at   timestamptz,
  primary key (user_id, session_id)
);

-- Not unique: a unique key without user_id would forbid spreading the table by user, and two equal SHA-256 do not happen.
create index session_by_token on session (token_sha256);
-- The daily clean-up finds its rows here.
create index session_by_expiry on session (expires_at);
