-- One queue of everything that waits for the staff, who has what in hand, and cases found again by what was submitted.

-- Since when a case waits for a person: what the queue is ordered by, without a look at its decisions.
ALTER TABLE application ADD COLUMN waits_since timestamptz;
UPDATE application SET waits_since = coalesce(
    (SELECT max(review_decision.decided_at) FROM review_decision
      WHERE review_decision.user_id = application.user_id AND review_decision.application_id = application.application_id
        AND review_decision.outcome = 'manual'),
    submitted_at)
 WHERE review_stage = 'with_a_person';
ALTER TABLE application ADD CONSTRAINT application_waits_since
  CHECK (review_stage IS DISTINCT FROM 'with_a_person' OR waits_since IS NOT NULL);
CREATE INDEX application_waiting ON application (waits_since, application_id) WHERE review_stage = 'with_a_person';
CREATE UNIQUE INDEX application_by_case ON application (application_id) WHERE application_id IS NOT NULL;

-- A case is found by what was submitted, also when it was decided long ago; those decided are listed by their time.
CREATE INDEX review_decision_by_case ON review_decision (application_id, decided_at);
CREATE INDEX review_decision_by_outcome ON review_decision (outcome, decided_at, decision_id) WHERE outcome <> 'manual';
CREATE INDEX review_decision_by_person ON review_decision (decided_at, decision_id) WHERE decided_by IS NOT NULL;

-- Everything else that waits, each in the order of its time.
CREATE INDEX loan_order_waiting ON loan_order (state, state_since, user_id, order_id) WHERE state IN ('pending', 'payout_failed');
DROP INDEX receipt_in_suspense;
CREATE INDEX receipt_in_suspense ON receipt (heard_at, provider, provider_payment_id) WHERE state = 'suspense';
CREATE INDEX reconciliation_for_staff ON reconciliation (found_at, provider, kind, day)
  WHERE unexplained_count > 0 OR outcome = 'outage';

-- Who has something in hand: one member at most. A claim is of one waiting: `since` tells it from an earlier or a later one
-- of the same thing, so that a case that comes back is nobody's.
CREATE TABLE work_claim (
  kind       text        NOT NULL CHECK (kind IN ('case', 'payout', 'suspense', 'request', 'job', 'difference')),
  item_id    text        NOT NULL CHECK (char_length(item_id) BETWEEN 1 AND 200),
  since      timestamptz NOT NULL,
  member_id  uuid        NOT NULL REFERENCES staff_member,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, item_id)
);
CREATE INDEX work_claim_by_member ON work_claim (member_id, claimed_at);

REVOKE ALL ON work_claim FROM hola_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON work_claim TO hola_desk;
