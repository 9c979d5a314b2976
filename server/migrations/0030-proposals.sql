-- What takes two people: one proposes, another one approves, and the table itself refuses that both are the same.

CREATE TABLE proposal (
  proposal_id uuid        PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('refund', 'transfer', 'place', 'publication', 'limit', 'coupon', 'block',
                                                   'unblock', 'export', 'member', 'start')),
  -- About whom, and about which loan; null when it is about nobody.
  user_id     uuid,
  order_id    uuid        CHECK (order_id IS NULL OR user_id IS NOT NULL),
  details     jsonb       NOT NULL,
  why         text        NOT NULL CHECK (why <> ''),
  proposed_by uuid        NOT NULL REFERENCES staff_member,
  proposed_at timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL CHECK (expires_at > proposed_at AND expires_at <= proposed_at + interval '24 hours'),
  -- For the decision, which repeats them.
  UNIQUE (proposal_id, proposed_by, proposed_at, expires_at)
);
CREATE INDEX proposal_by_end ON proposal (expires_at);
CREATE INDEX proposal_by_user ON proposal (user_id, proposed_at) WHERE user_id IS NOT NULL;

-- One for each proposal at most, and for ever. Approving writes it in the transaction that carries the proposal out.
CREATE TABLE proposal_decision (
  proposal_id uuid        PRIMARY KEY,
  proposed_by uuid        NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  outcome     text        NOT NULL CHECK (outcome IN ('approved', 'declined', 'withdrawn')),
  decided_by  uuid        NOT NULL REFERENCES staff_member,
  decided_at  timestamptz NOT NULL CHECK (decided_at >= proposed_at AND decided_at < expires_at),
  why         text        NOT NULL CHECK (why <> ''),
  -- Only whoever proposed takes it back; only somebody else approves or declines.
  CONSTRAINT proposal_decision_by_another CHECK ((outcome = 'withdrawn') = (decided_by = proposed_by)),
  FOREIGN KEY (proposal_id, proposed_by, proposed_at, expires_at)
    REFERENCES proposal (proposal_id, proposed_by, proposed_at, expires_at)
);

REVOKE ALL ON proposal, proposal_decision FROM hola_app;
-- She can see what was proposed about her.
GRANT SELECT ON proposal TO hola_app;
GRANT SELECT, INSERT ON proposal, proposal_decision TO hola_desk;

-- What two people let out is let out once.
CREATE UNIQUE INDEX desk_act_one_export ON desk_act ((details->>'proposal_id')) WHERE act = 'see_erased';
