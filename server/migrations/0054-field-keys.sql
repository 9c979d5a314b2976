-- FIELD_KEY can be replaced: the keys of a database have numbers, which sealed values and blind indexes begin with.

-- A known value under each key that still seals something, the one with the highest number being that which seals.
CREATE TABLE field_key (
  key_id      smallint PRIMARY KEY CHECK (key_id BETWEEN 1 AND 255),
  -- Opens under this key alone.
  known_value bytea    NOT NULL
);

INSERT INTO field_key (key_id, known_value) SELECT 1, known_value FROM key_check;

-- The application writes the first one; a key is begun and thrown away by the owner of the tables.
REVOKE UPDATE, DELETE ON field_key FROM hola_app;
GRANT SELECT ON field_key TO hola_desk;

ALTER TABLE key_check DROP COLUMN known_value;

-- An index of the first key is a bare hash. Those of later keys begin with the number of their key, and one whose value nobody
-- knows any more with a zero after it.
ALTER TABLE login_address    DROP CONSTRAINT login_address_address_index_check;
ALTER TABLE login_code       DROP CONSTRAINT login_code_address_index_check,
                             DROP CONSTRAINT login_code_network_index_check,
                             DROP CONSTRAINT login_code_asker_index_check,
                             DROP CONSTRAINT login_code_block_56_index_check,
                             DROP CONSTRAINT login_code_block_48_index_check;
ALTER TABLE login_origin     DROP CONSTRAINT login_origin_address_index_check,
                             DROP CONSTRAINT login_origin_origin_index_check;
ALTER TABLE photo            DROP CONSTRAINT photo_image_index_check;
ALTER TABLE identity_verdict DROP CONSTRAINT identity_verdict_form_index_check;
ALTER TABLE identity_trace   DROP CONSTRAINT identity_trace_dni_index_check;
ALTER TABLE bureau_report    DROP CONSTRAINT bureau_report_cuil_index_check;
ALTER TABLE agreement        DROP CONSTRAINT agreement_facts_index_check;
ALTER TABLE apply_request    DROP CONSTRAINT apply_request_body_index_check;
ALTER TABLE repay_request    DROP CONSTRAINT repay_request_body_index_check;
ALTER TABLE consumer_request DROP CONSTRAINT consumer_request_address_index_check,
                             DROP CONSTRAINT consumer_request_network_index_check,
                             DROP CONSTRAINT consumer_request_block_56_index_check,
                             DROP CONSTRAINT consumer_request_block_48_index_check;
ALTER TABLE device_record    DROP CONSTRAINT device_record_record_index_check;

-- Not looked at in rows that are there already: each was written under a narrower rule.
ALTER TABLE login_address    ADD CHECK (octet_length(address_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE login_code       ADD CHECK (octet_length(address_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(network_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(asker_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(block_56_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(block_48_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE login_origin     ADD CHECK (octet_length(address_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(origin_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE photo            ADD CHECK (octet_length(image_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE identity_verdict ADD CHECK (octet_length(form_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE identity_trace   ADD CHECK (octet_length(dni_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE bureau_report    ADD CHECK (octet_length(cuil_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE agreement        ADD CHECK (octet_length(facts_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE apply_request    ADD CHECK (octet_length(body_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE repay_request    ADD CHECK (octet_length(body_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE consumer_request ADD CHECK (octet_length(address_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(network_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(block_56_index) BETWEEN 32 AND 34) NOT VALID,
                             ADD CHECK (octet_length(block_48_index) BETWEEN 32 AND 34) NOT VALID;
ALTER TABLE device_record    ADD CHECK (octet_length(record_index) BETWEEN 32 AND 34) NOT VALID;
