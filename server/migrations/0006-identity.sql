-- The photographs of an applicant, what was read from them, and the verdicts. The images themselves are sealed files.

-- Every photo that was sent, also those that another has replaced: the same upload sent again is known by its id, and
-- an image sent again by somebody else is known by its index.
CREATE TABLE photo (
  user_id        uuid        NOT NULL REFERENCES application (user_id) ON DELETE CASCADE,
  -- Chosen by the device, so that a photo whose answer was lost can be sent again.
  upload_id      uuid        NOT NULL,
  kind           text        NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  image_index    bytea       NOT NULL CHECK (octet_length(image_index) = 32),
  -- Whether the photo that it replaced was asked for again.
  is_retake      boolean     NOT NULL,
  stored_at      timestamptz NOT NULL,
  replaced_at    timestamptz CHECK (replaced_at >= stored_at),
  -- Null once replaced: neither the file nor what was read from it is needed then.
  file_name      text,
  sealed_reading bytea,
  PRIMARY KEY (user_id, upload_id),
  CHECK ((file_name IS NULL) = (replaced_at IS NOT NULL)),
  CHECK (sealed_reading IS NULL OR replaced_at IS NULL)
);

CREATE UNIQUE INDEX photo_current ON photo (user_id, kind) WHERE replaced_at IS NULL;
CREATE INDEX photo_by_image ON photo (image_index);
-- The daily sweep asks whether a file still belongs to anybody.
CREATE INDEX photo_by_file ON photo (file_name) WHERE file_name IS NOT NULL;

-- One row for each time that three photos were held against each other and against the form.
CREATE TABLE identity_verdict (
  user_id          uuid        NOT NULL REFERENCES application (user_id) ON DELETE CASCADE,
  verdict_id       uuid        NOT NULL,
  outcome          text        NOT NULL CHECK (outcome IN ('pass', 'retake', 'refuse', 'manual')),
  -- Which photos to take again, and why: codes, never what was read.
  retake           text[]      NOT NULL CHECK (retake <@ ARRAY['front', 'back', 'selfie']),
  reasons          text[]      NOT NULL,
  scores           jsonb       NOT NULL,
  versions         jsonb       NOT NULL,
  rules_version    text        NOT NULL,
  -- What was judged: these three photos, and the name, number, birth and sex of the form, blind.
  front_upload_id  uuid        NOT NULL,
  back_upload_id   uuid        NOT NULL,
  selfie_upload_id uuid        NOT NULL,
  form_index       bytea       NOT NULL CHECK (octet_length(form_index) = 32),
  judged_at        timestamptz NOT NULL,
  superseded_at    timestamptz CHECK (superseded_at >= judged_at),
  PRIMARY KEY (user_id, verdict_id),
  CHECK ((outcome = 'retake') = (cardinality(retake) > 0))
);

CREATE UNIQUE INDEX identity_verdict_current ON identity_verdict (user_id) WHERE superseded_at IS NULL;

-- By what the same person is known again under another DNI: the number, blind, and the face of the last selfie, sealed.
CREATE TABLE identity_trace (
  user_id           uuid  PRIMARY KEY REFERENCES application (user_id) ON DELETE CASCADE,
  dni_index         bytea NOT NULL CHECK (octet_length(dni_index) = 32),
  sealed_descriptor bytea
);
