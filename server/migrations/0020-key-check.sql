-- Known values under FIELD_KEY and CODE_PEPPER: a start with another key is noticed before it writes anything.

CREATE TABLE key_check (
  -- One row at most: all servers of a database have the same secrets.
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Opens under the right FIELD_KEY alone.
  known_value      bytea   NOT NULL,
  -- Of the CODE_PEPPER of the last start: that one may be changed, and whoever changes it is warned.
  code_pepper_hmac bytea   NOT NULL CHECK (octet_length(code_pepper_hmac) = 32)
);

REVOKE UPDATE, DELETE ON key_check FROM hola_app;
GRANT UPDATE (code_pepper_hmac) ON key_check TO hola_app;
