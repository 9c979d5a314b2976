-- Card payments can be charged back for half a year: when each was last asked about, and why money went back. Answers of the bureau are asked for anew.
ALTER TABLE receipt ADD COLUMN checked_at timestamptz;
ALTER TABLE receipt ADD COLUMN reversal_cause text CHECK (reversal_cause IN ('chargeback', 'refund'));
ALTER TABLE receipt ADD CHECK (reversal_cause IS NULL OR state = 'reversed');
GRANT UPDATE (checked_at, reversal_cause) ON receipt TO hola_app;
GRANT UPDATE (reversal_cause) ON receipt TO hola_desk;

-- Whatever is still ours, by when it was last heard of.
CREATE INDEX receipt_by_last_check ON receipt ((coalesce(checked_at, heard_at))) WHERE state <> 'reversed';

-- She is told when a payment of hers was taken back.
ALTER TABLE news DROP CONSTRAINT news_kind_check;
ALTER TABLE news ADD CONSTRAINT news_kind_check CHECK (kind IN
  ('approved', 'refused', 'to_mend', 'money_sent', 'money_back', 'payment_credited', 'payment_reversed'));

-- They were read by the newest period of all entities instead of the newest of each, and count for a day: nobody is
-- decided about by them. What decisions were made from stays with the decisions.
DELETE FROM bureau_report;
