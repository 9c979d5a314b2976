-- A form that says something else than the card, or a card that has run out, is mended before it is sent: a verdict of its own.

ALTER TABLE identity_verdict
  DROP CONSTRAINT identity_verdict_outcome_check,
  DROP CONSTRAINT identity_verdict_check1,
  ADD CONSTRAINT identity_verdict_outcome CHECK (outcome IN ('pass', 'retake', 'refuse', 'manual', 'correct')),
  -- Besides a correction, photos may have to be taken again.
  ADD CONSTRAINT identity_verdict_retake CHECK (
    outcome = 'correct' OR (outcome = 'retake') = (cardinality(retake) > 0)
  );
