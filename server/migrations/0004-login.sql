-- How people log in. Addresses are looked up by a blind index and stored sealed: a dump of these tables names nobody.

-- The one place where a phone or an e-mail address belongs to one account.
CREATE TABLE login_address (
  kind           text        NOT NULL CHECK (kind IN ('phone', 'mail')),
  address_index  bytea       NOT NULL CHECK (octet_length(address_index) = 32),
  user_id        uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  sealed_address bytea       NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (kind, address_index)
);

-- The addresses of an account: one of each kind at most.
CREATE UNIQUE INDEX login_address_by_user ON login_address (user_id, kind);

-- Every code that was asked for. A row is written before the message goes out, so that all servers count it at once.
CREATE TABLE login_code (
  kind          text        NOT NULL CHECK (kind IN ('phone', 'mail')),
  address_index bytea       NOT NULL CHECK (octet_length(address_index) = 32),
  code_id       uuid        NOT NULL,
  purpose       text        NOT NULL CHECK (purpose IN ('login', 'sign')),
  -- The network address that asked, blind as well: it is only ever counted.
  network_index bytea       NOT NULL CHECK (octet_length(network_index) = 32),
  -- HMAC under the server's pepper: a million codes are quickly tried against a plain hash.
  code_hmac     bytea       NOT NULL CHECK (octet_length(code_hmac) = 32),
  created_at    timestamptz NOT NULL,
  -- Neither of the two: the message is on its way to the provider.
  sent_at       timestamptz,
  failed_at     timestamptz,
  expires_at    timestamptz CHECK (expires_at > sent_at),
  tries         integer     NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at       timestamptz,
  replaced_at   timestamptz,
  PRIMARY KEY (kind, address_index, code_id),
  CHECK (sent_at IS NULL OR failed_at IS NULL),
  CHECK ((sent_at IS NULL) = (expires_at IS NULL))
);

CREATE INDEX login_code_by_network ON login_code (network_index, created_at);
-- The daily clean-up finds its rows here.
CREATE INDEX login_code_by_time ON login_code (created_at);

-- Who agreed to which version of the privacy policy and of the terms, and when first.
CREATE TABLE agreed_text (
  user_id   uuid        NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  text_name text        NOT NULL CHECK (text_name IN ('privacy', 'terms')),
  version   text        NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, text_name, version)
);
