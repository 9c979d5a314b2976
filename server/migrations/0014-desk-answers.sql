-- What a person at the desk answers to a consumer, and that she can end what cannot be carried out.

ALTER TABLE consumer_request
  ADD COLUMN sealed_answer bytea,
  DROP CONSTRAINT consumer_request_outcome_check,
  DROP CONSTRAINT consumer_request_check4,
  ADD CONSTRAINT consumer_request_outcome CHECK
    (outcome IN ('cancelled', 'withdrawn', 'ended', 'paid', 'too_late', 'no_loan', 'declined')),
  ADD CONSTRAINT consumer_request_not_possible CHECK
    ((state = 'not_possible') = (coalesce(outcome, '') IN ('paid', 'too_late', 'no_loan', 'declined'))),
  -- Nobody is turned away without a word.
  ADD CONSTRAINT consumer_request_words CHECK (outcome <> 'declined' OR sealed_answer IS NOT NULL);
