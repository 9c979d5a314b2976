-- A member of the staff who confirms that somebody ends the service logs her out on every device, as her own request does.

GRANT SELECT (user_id, revoked_at), UPDATE (revoked_at) ON session TO hola_desk;
