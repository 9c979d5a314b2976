-- The server counts the proposals that wait for a second person: it may see that one is decided, not how, by whom or why.

GRANT SELECT (proposal_id) ON proposal_decision TO hola_app;
