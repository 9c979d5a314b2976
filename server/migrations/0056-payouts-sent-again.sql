-- A payout that nobody has known the end of for a day is sent again by two people: a provider that has forgotten its key pays twice.

ALTER TABLE proposal
  DROP CONSTRAINT proposal_kind,
  ADD CONSTRAINT proposal_kind CHECK (kind IN
    ('refund', 'refund_reversal', 'transfer', 'transfer_reversal', 'transfer_restoration', 'place', 'unplacing', 'waiver',
     'waiver_reversal', 'plan', 'plan_reversal', 'write_off', 'write_off_reversal', 'publication', 'limit', 'coupon', 'block',
     'unblock', 'export', 'member', 'start', 'statement', 'transfer_return', 'agency', 'debtors_report', 'payout_resend'));
