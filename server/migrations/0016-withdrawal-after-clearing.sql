-- Who repaid within the days to withdraw keeps that right until they are over: what she paid beyond the capital is hers again.

INSERT INTO order_transition (from_state, to_state) VALUES
  ('cleared', 'cancelled'),
  -- What she gave back is taken back, and other payments cover the loan.
  ('cancelled', 'cleared');
