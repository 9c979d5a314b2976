-- A desk that logs in with its own rights alone checks at its start that its keys are those of the database.
GRANT SELECT ON key_check TO hola_desk;
