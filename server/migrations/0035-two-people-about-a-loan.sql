-- Two people of the staff take back what was entered by mistake, waive late charges, agree on a plan, write off, or send a refund.

ALTER TABLE proposal
  DROP CONSTRAINT proposal_kind_check,
  ADD CONSTRAINT proposal_kind CHECK (kind IN
    ('refund', 'refund_reversal', 'transfer', 'transfer_reversal', 'transfer_restoration', 'place', 'unplacing', 'waiver',
     'waiver_reversal', 'plan', 'plan_reversal', 'write_off', 'write_off_reversal', 'publication', 'limit', 'coupon', 'block',
     'unblock', 'export', 'member', 'start'));

-- Of these the desk reads all and adds to them; none can be edited.
GRANT SELECT, INSERT ON receipt_reversal, waiver, waiver_reversal, write_off, write_off_reversal, payment_plan,
  payment_plan_part, payment_plan_reversal, refund_transfer, refund_reversal TO hola_desk;
GRANT UPDATE (counted_day) ON receipt TO hola_desk;
