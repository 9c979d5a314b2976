-- What the portfolio was at the end of each day, counted from the books once a night, and the report that two people allow.

-- A day that is here is complete: everything below was written with it.
CREATE TABLE portfolio_close (
  day       date        PRIMARY KEY,
  closed_at timestamptz NOT NULL
);

-- The principal that the books had at the end of the day, by the month of the payout and by how late the loan was.
CREATE TABLE portfolio_ageing (
  day                date    NOT NULL REFERENCES portfolio_close ON DELETE CASCADE,
  vintage_month      date    NOT NULL,
  bucket             text    NOT NULL CHECK (bucket IN ('current', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'd181')),
  loans_count        integer NOT NULL CHECK (loans_count > 0),
  principal_centavos bigint  NOT NULL,
  PRIMARY KEY (day, vintage_month, bucket)
);

-- What was booked and decided on the day.
CREATE TABLE portfolio_flow (
  day                 date    PRIMARY KEY REFERENCES portfolio_close ON DELETE CASCADE,
  lent_count          integer NOT NULL,
  lent_centavos       bigint  NOT NULL,
  paid_out_centavos   bigint  NOT NULL,
  collected_centavos  bigint  NOT NULL,
  -- Submissions that the rules looked at; approvals and refusals, by the rules or by a person.
  applications_count  integer NOT NULL,
  approved_count      integer NOT NULL,
  refused_count       integer NOT NULL
);

CREATE TABLE portfolio_reason (
  day             date    NOT NULL REFERENCES portfolio_close ON DELETE CASCADE,
  outcome         text    NOT NULL CHECK (outcome IN ('approved', 'refused', 'manual')),
  reason          text    NOT NULL,
  decisions_count integer NOT NULL CHECK (decisions_count > 0),
  PRIMARY KEY (day, outcome, reason)
);

-- On the last day of a month: where the loans of the last day of the month before are now.
CREATE TABLE portfolio_roll (
  day                date    NOT NULL REFERENCES portfolio_close ON DELETE CASCADE,
  from_bucket        text    NOT NULL,
  to_end             text    NOT NULL,
  loans_count        integer NOT NULL CHECK (loans_count > 0),
  -- What it was a month before.
  principal_centavos bigint  NOT NULL,
  PRIMARY KEY (day, from_bucket, to_end)
);

-- A day can be counted again, and never be edited.
REVOKE UPDATE ON portfolio_close, portfolio_ageing, portfolio_flow, portfolio_reason, portfolio_roll FROM hola_app;
GRANT SELECT ON portfolio_close, portfolio_ageing, portfolio_flow, portfolio_reason, portfolio_roll TO hola_desk;

-- The days of the journal and what was booked since the last close. An index by blocks is passed over as soon as the plan
-- expects few blocks to spare; entries come in the order of their time, so that this one only ever grows at its end.
DROP INDEX ledger_entry_by_booking;
CREATE INDEX ledger_entry_by_booking ON ledger_entry (booked_at);

-- The acts about a person, and those of a member, in the order in which they are listed.
CREATE INDEX desk_act_by_user_in_order ON desk_act (user_id, entry_number) WHERE user_id IS NOT NULL;
CREATE INDEX desk_act_by_member_in_order ON desk_act (member_id, entry_number);

-- Loans that ended since an instant, and the decisions of a day.
CREATE INDEX loan_order_ended ON loan_order (state_since) WHERE state IN ('cleared', 'cancelled');
CREATE INDEX review_decision_by_time ON review_decision (decided_at);

-- One kind more of what takes two people.
ALTER TABLE proposal
  DROP CONSTRAINT proposal_kind,
  ADD CONSTRAINT proposal_kind CHECK (kind IN
    ('refund', 'refund_reversal', 'transfer', 'transfer_reversal', 'transfer_restoration', 'place', 'unplacing', 'waiver',
     'waiver_reversal', 'plan', 'plan_reversal', 'write_off', 'write_off_reversal', 'publication', 'limit', 'coupon', 'block',
     'unblock', 'export', 'member', 'start', 'statement', 'transfer_return', 'agency', 'debtors_report'));
