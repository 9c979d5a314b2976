-- Prices as they were: an offer or an agreement names a version, and a version is never edited, only followed by another.

create table product_version (
  product_id     text        not null,
  version_number integer     not null check (version_number >= 1),
  -- SHA-256 of the canonical content: loading the same file again adds nothing.
  content_sha256 bytea       not null check (octet_length(content_sha256) = 32),
  content        jsonb       not null,
  loaded_at      timestamptz not null,
  primary key (product_id, version_number),
  unique (product_id, content_sha256)
);
