-- Complaints, beside what is asked for through the two buttons of the law: a person answers them, and that ends them.

ALTER TABLE consumer_request
  DROP CONSTRAINT consumer_request_kind_check,
  DROP CONSTRAINT consumer_request_check3,
  DROP CONSTRAINT consumer_request_outcome,
  DROP CONSTRAINT consumer_request_words,
  ADD CONSTRAINT consumer_request_kind CHECK (kind IN ('regret', 'unsubscribe', 'complaint')),
  ADD CONSTRAINT consumer_request_outcome CHECK
    (outcome IN ('cancelled', 'withdrawn', 'ended', 'answered', 'paid', 'too_late', 'no_loan', 'declined')),
  ADD CONSTRAINT consumer_request_done CHECK
    ((state = 'done') = (coalesce(outcome, '') IN ('cancelled', 'withdrawn', 'ended', 'answered'))),
  ADD CONSTRAINT consumer_request_words CHECK (outcome NOT IN ('answered', 'declined') OR sealed_answer IS NOT NULL);
