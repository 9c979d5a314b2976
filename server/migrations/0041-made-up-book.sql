-- Whether the desk of a sandbox was filled with a made-up book: it is done once. Production leaves it empty.

CREATE TABLE sandbox_fill (
  is_only         boolean     PRIMARY KEY DEFAULT true CHECK (is_only),
  filled_at       timestamptz NOT NULL,
  borrowers_count integer     NOT NULL CHECK (borrowers_count > 0)
);
