-- Whoever tries the sandbox types a phone or an address of her own: what it "sent" is sealed like everything else that
-- names a person. Messages of before are not worth keeping.

DELETE FROM sandbox_message;

ALTER TABLE sandbox_message
  DROP COLUMN recipient,
  DROP COLUMN text,
  DROP COLUMN code,
  ADD COLUMN sealed_message bytea NOT NULL;
