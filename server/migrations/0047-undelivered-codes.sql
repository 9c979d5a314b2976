-- A provider that took a message on may say later that it could not be delivered: whoever waits for a code is told.
ALTER TABLE login_code ADD COLUMN undelivered_at timestamptz;
CREATE INDEX login_code_by_id ON login_code (code_id);
