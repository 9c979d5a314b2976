-- The role that every transaction of the application takes: it adds to the books and to the proofs and can change neither.

-- It belongs to the whole PostgreSQL server: another database of ours may have it already, or make it at this moment.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hola_app') THEN
    CREATE ROLE hola_app NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    NULL;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'the role hola_app is missing, and % may not make it: let an administrator run CREATE ROLE hola_app NOLOGIN; GRANT hola_app TO %',
      session_user, quote_ident(session_user);
END $$;

-- Whoever starts the server must be able to take it.
DO $$
BEGIN
  PERFORM set_config('role', 'hola_app', true);
  PERFORM set_config('role', 'none', true);
EXCEPTION
  WHEN insufficient_privilege THEN
    EXECUTE format('GRANT hola_app TO %I', session_user);
END $$;

GRANT USAGE ON SCHEMA public TO hola_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO hola_app;
-- The tables of later migrations too; one that must not be edited takes it away again.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO hola_app;

-- What is only ever added to.
REVOKE UPDATE, DELETE ON ledger_entry, order_event, signature_evidence, desk_act FROM hola_app;
-- Of money that came, only whose it is and whether it was taken back.
REVOKE UPDATE, DELETE ON receipt FROM hola_app;
GRANT UPDATE (state, user_id, order_id, payment_id, reversed_at) ON receipt TO hola_app;
-- What only a migration writes.
REVOKE INSERT, UPDATE, DELETE ON schema_migration, order_transition FROM hola_app;

-- The job queue makes its own tables here, now or later; a job is filed by the transaction that wants it.
CREATE SCHEMA IF NOT EXISTS pgboss;
GRANT USAGE ON SCHEMA pgboss TO hola_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO hola_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO hola_app;
