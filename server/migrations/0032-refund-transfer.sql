-- Credit can go back to a borrower by the payout provider, and a refund that did not arrive is her credit again.

-- by_hand: the staff makes the transfer at the bank, as all were until now.
ALTER TABLE refund
  ADD COLUMN way text NOT NULL DEFAULT 'by_hand' CONSTRAINT refund_way CHECK (way IN ('by_hand', 'provider'));

CREATE INDEX refund_by_order ON refund (user_id, order_id);

-- A refund on its way through the provider. It is sent once, under one key, however often the provider is asked.
CREATE TABLE refund_transfer (
  user_id            uuid        NOT NULL,
  refund_id          uuid        NOT NULL,
  provider           text        NOT NULL,
  idempotency_key    text        NOT NULL UNIQUE,
  -- asked: on its way to the provider, or nobody knows; accepted: the provider has it; returned: it was settled and came back.
  state              text        NOT NULL CHECK (state IN ('asked', 'accepted', 'settled', 'failed', 'returned')),
  provider_payout_id text,
  failure_reason     text,
  -- How often it was sent or asked about. A job names the number it is for: run twice, it is one.
  asks               integer     NOT NULL DEFAULT 0 CHECK (asks >= 0),
  asked_at           timestamptz NOT NULL,
  settled_day        date,
  concluded_at       timestamptz,
  PRIMARY KEY (user_id, refund_id),
  FOREIGN KEY (user_id, refund_id) REFERENCES refund (user_id, refund_id),
  CHECK ((state IN ('asked', 'accepted')) = (concluded_at IS NULL)),
  CHECK (state <> 'settled' OR settled_day IS NOT NULL),
  CHECK ((state IN ('failed', 'returned')) = (failure_reason IS NOT NULL))
);

CREATE INDEX refund_transfer_open ON refund_transfer (asked_at) WHERE state IN ('asked', 'accepted');
CREATE INDEX refund_transfer_by_provider_id ON refund_transfer (provider_payout_id) WHERE provider_payout_id IS NOT NULL;
CREATE INDEX refund_transfer_by_day ON refund_transfer (settled_day) WHERE settled_day IS NOT NULL;

-- A refund that did not happen: the provider could not send it (not_sent), the money came back (returned), or it was booked
-- by mistake.
CREATE TABLE refund_reversal (
  user_id   uuid        NOT NULL,
  refund_id uuid        NOT NULL,
  reason    text        NOT NULL CHECK (reason IN ('not_sent', 'returned', 'by_mistake')),
  made_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, refund_id),
  FOREIGN KEY (user_id, refund_id) REFERENCES refund (user_id, refund_id)
);

-- What is only ever added to; of a transfer only what became of it changes.
REVOKE UPDATE, DELETE ON refund, refund_reversal, refund_transfer FROM hola_app;
GRANT UPDATE (state, provider_payout_id, failure_reason, asks, settled_day, concluded_at) ON refund_transfer TO hola_app;
