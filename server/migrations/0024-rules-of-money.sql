-- What being late costs once never exceeds what is unpaid, and the VAT inside fee and late charges has its account: a loan keeps the version of the rules it goes by.

-- 1: as every loan was signed until now. 2: the limit of the one-time charge. 3: the VAT on its account too. Whoever signs
-- writes the newest; a server of before, still running while this one starts, signs by the first.
ALTER TABLE loan_order
  ADD COLUMN rules_version integer NOT NULL DEFAULT 1 CONSTRAINT loan_order_rules_version CHECK (rules_version BETWEEN 1 AND 3),
  ADD COLUMN late_one_time_unpaid_min_centavos bigint NOT NULL DEFAULT 100000
    CONSTRAINT loan_order_late_one_time_unpaid_min CHECK (late_one_time_unpaid_min_centavos >= 0);

-- The limit only lowers what somebody owes, so loans that are not over get it; what was booked is corrected by the next
-- entry. The books of those that are over stay as they are.
UPDATE loan_order SET rules_version = 2 WHERE state IN ('pending', 'payout_failed', 'in_repayment');

-- A quote that is paid in pieces counts on its day once the last piece is there, and no more when one is taken back.
GRANT UPDATE (counted_day) ON receipt TO hola_app;

-- Whoever reaches a new level is told so once for the loan that brought it, like a reminder of that loan.
ALTER TABLE reminder
  DROP CONSTRAINT reminder_kind,
  ADD CONSTRAINT reminder_kind CHECK (kind IN
    ('three_days_before', 'on_the_day', 'one_day_after', 'seven_days_after', 'withdrawal_ends', 'new_level'));
