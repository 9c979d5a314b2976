-- Two more things that a consumer asks for, each with the law's clock: to see her data, to have it corrected or erased; and lists by urgency.

ALTER TABLE consumer_request
  DROP CONSTRAINT consumer_request_kind,
  ADD CONSTRAINT consumer_request_kind CHECK (kind IN ('regret', 'unsubscribe', 'complaint', 'data_access', 'data_change'));

-- Since when somebody is known to have asked: with it what was asked for can be carried out, and the law's hours stop.
ALTER TABLE consumer_request ADD COLUMN proven_at timestamptz;
UPDATE consumer_request SET proven_at = received_at WHERE is_proven;
ALTER TABLE consumer_request ADD CONSTRAINT consumer_request_proven CHECK (is_proven = (proven_at IS NOT NULL));

-- What waits for somebody of the staff, by kind in the order in which it came: within a kind what came first is due first.
CREATE INDEX consumer_request_waiting ON consumer_request (kind, received_at, tracking_number)
  WHERE state IN ('received', 'acknowledged')
    AND (kind IN ('complaint', 'data_access', 'data_change') OR NOT is_proven OR acknowledged_at IS NULL);
-- What goes on and waits for her: the money that she gives back, the end of her loan.
CREATE INDEX consumer_request_hers ON consumer_request (received_at, tracking_number)
  WHERE state IN ('received', 'acknowledged')
    AND NOT (kind IN ('complaint', 'data_access', 'data_change') OR NOT is_proven OR acknowledged_at IS NULL);
-- What has ended, the newest first.
CREATE INDEX consumer_request_ended ON consumer_request (concluded_at, tracking_number) WHERE concluded_at IS NOT NULL;
