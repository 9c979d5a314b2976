-- Prices as they were: an offer or an agreement names a version, and a version is never edited, only followed by another.

CREATE TABLE product_version (
  product_id     text        NOT NULL,
  version_number integer     NOT NULL CHECK (version_number >= 1),
  -- SHA-256 of the canonical content: loading the same file again adds nothing.
  content_sha256 bytea       NOT NULL CHECK (octet_length(content_sha256) = 32),
  content        jsonb       NOT NULL,
  loaded_at      timestamptz NOT NULL,
  PRIMARY KEY (product_id, version_number),
  UNIQUE (product_id, content_sha256)
);
