-- A stranger who knows an address must not keep its owner out, and nobody may make us send without end: where she logs in from is known again, and codes, tries and messages are counted for each who asks.

-- The browsers and networks from which somebody has logged in, blind. A log-in refreshes its day; what is unused is forgotten.
CREATE TABLE login_origin (
  user_id       uuid  NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  kind          text  NOT NULL CHECK (kind IN ('phone', 'mail')),
  address_index bytea NOT NULL CHECK (octet_length(address_index) = 32),
  origin        text  NOT NULL CHECK (origin IN ('browser', 'network')),
  -- The SHA-256 of the browser's token, or the keyed hash of the network.
  origin_index  bytea NOT NULL CHECK (octet_length(origin_index) = 32),
  last_login_on date  NOT NULL,
  PRIMARY KEY (user_id, kind, address_index, origin, origin_index)
);

-- Who asks for a code is not looked up by account: only the address and the origin are known then.
CREATE INDEX login_origin_by_address ON login_origin (kind, address_index, origin_index);
-- The daily clean-up finds its rows here.
CREATE INDEX login_origin_by_day ON login_origin (last_login_on);

ALTER TABLE login_code
  -- Who asked: somebody unknown, a network or a browser known from an earlier log-in, or the owner's own session.
  ADD COLUMN asker          text  CHECK (asker IN ('stranger', 'network', 'browser', 'session')),
  -- What is counted together, and which older code a new one replaces: the network, the browser, or all of her sessions.
  ADD COLUMN asker_index    bytea CHECK (octet_length(asker_index) = 32),
  -- The IPv6 /56 and /48 around the network; an IPv4 address has none.
  ADD COLUMN block_56_index bytea CHECK (octet_length(block_56_index) = 32),
  ADD COLUMN block_48_index bytea CHECK (octet_length(block_48_index) = 32),
  -- One entry for each wrong try: the asker_index of whoever typed it.
  DROP COLUMN tries,
  ADD COLUMN tried_by       bytea[]  NOT NULL DEFAULT '{}',
  ADD COLUMN tries          integer  GENERATED ALWAYS AS (cardinality(tried_by)) STORED;

UPDATE login_code
   SET asker       = CASE purpose WHEN 'login' THEN 'stranger' ELSE 'session' END,
       asker_index = CASE purpose WHEN 'login' THEN network_index ELSE address_index END;

ALTER TABLE login_code
  ALTER COLUMN asker SET NOT NULL,
  ALTER COLUMN asker_index SET NOT NULL;

CREATE INDEX login_code_by_address ON login_code (kind, address_index, created_at);
CREATE INDEX login_code_by_block_56 ON login_code (block_56_index, created_at) WHERE block_56_index IS NOT NULL;
CREATE INDEX login_code_by_block_48 ON login_code (block_48_index, created_at) WHERE block_48_index IS NOT NULL;

ALTER TABLE consumer_request
  ADD COLUMN block_56_index bytea CHECK (octet_length(block_56_index) = 32),
  ADD COLUMN block_48_index bytea CHECK (octet_length(block_48_index) = 32);

CREATE INDEX consumer_request_by_block_56 ON consumer_request (block_56_index, received_at) WHERE block_56_index IS NOT NULL;
CREATE INDEX consumer_request_by_block_48 ON consumer_request (block_48_index, received_at) WHERE block_48_index IS NOT NULL;

-- How many messages anybody's asking has made us send, minute by minute: the ceiling of the whole product adds up sixty rows.
CREATE TABLE message_minute (
  minute     timestamptz PRIMARY KEY,
  sent_count integer     NOT NULL CHECK (sent_count >= 0),
  -- In this minute somebody was told that the ceiling is near: not again within the hour.
  is_alarmed boolean     NOT NULL DEFAULT false
);
