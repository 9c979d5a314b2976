-- Every face says which transaction wrote it, so that a process can read what is newer than what it holds in memory.

ALTER TABLE identity_trace
  -- By what the face is known in memory; another one when the face is another. It says nothing about anybody.
  ADD COLUMN face_id uuid,
  ADD COLUMN face_written_by xid8;
UPDATE identity_trace SET face_id = gen_random_uuid(), face_written_by = pg_current_xact_id()
 WHERE sealed_descriptor IS NOT NULL;
ALTER TABLE identity_trace
  ADD CONSTRAINT identity_trace_face
    CHECK (num_nulls(sealed_descriptor, face_id, face_written_by) IN (0, 3));
CREATE INDEX identity_trace_by_writing ON identity_trace (face_written_by, face_id) WHERE face_id IS NOT NULL;
CREATE INDEX identity_trace_by_face ON identity_trace (face_id) WHERE face_id IS NOT NULL;

-- Faces that were replaced or erased: whoever holds one in memory lets go of it. Nothing in it says whose it was.
CREATE TABLE face_gone (
  face_id    uuid        PRIMARY KEY,
  written_by xid8        NOT NULL,
  gone_at    timestamptz NOT NULL
);
CREATE INDEX face_gone_by_writing ON face_gone (written_by, face_id);
CREATE INDEX face_gone_by_time ON face_gone (gone_at);

-- Whose face the last look at a selfie found under another DNI; the staff is shown them side by side.
CREATE TABLE face_match (
  user_id       uuid             NOT NULL REFERENCES application (user_id) ON DELETE CASCADE,
  other_user_id uuid             NOT NULL,
  distance      double precision NOT NULL CHECK (distance >= 0),
  found_at      timestamptz      NOT NULL,
  PRIMARY KEY (user_id, other_user_id)
);
-- Whoever is erased leaves the matches of others.
CREATE INDEX face_match_by_other ON face_match (other_user_id);
GRANT SELECT ON face_match TO hola_desk;
