/**
 * pg-boss tells of many an error by a copy of its fields, which is no Error any more: the log would leave out why, and not
 * see that the database is away.
 */
export const errorOf = (told: object): Error => (told instanceof Error ? told : Object.assign(new Error(), told))
