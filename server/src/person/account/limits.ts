// Decisions, section 6: how many of anything there may be. What a code is stands in core/src/codes.ts.

/** Everything that is counted "an hour". */
export const LIMIT_WINDOW_MS = 3_600_000

/** Codes to log in for one address: for each network or known browser that asks, and for all strangers together. */
export const CODES_PER_ASKER_MAX = 5
export const CODES_OF_STRANGERS_MAX = 15

/** Wrong tries of one code: for each network or known browser, and in all. */
export const TRIES_PER_ASKER_MAX = 5
export const TRIES_IN_ALL_MAX = 15

/** What one network (an IPv4 address or an IPv6 /64) may ask for, and the blocks of addresses around it. */
export const PER_NETWORK_MAX = 20
export const PER_BLOCK_56_MAX = 40
export const PER_BLOCK_48_MAX = 60

/**
 * Of the ceiling for the whole product, which is a setting, strangers may use this share. The rest is kept for people who
 * are known, so that the ceiling itself is no way to keep everybody out. Reaching it raises the alarm.
 */
export const CEILING_SHARE_OF_STRANGERS = 0.8

/** A browser or network from which somebody has logged in is known for so long after the last time, and so many of each. */
export const ORIGIN_KEPT_DAYS = 180
export const ORIGINS_KEPT_MAX = { browser: 10, network: 20 } as const

/**
 * A message that did not go out counts for none of these. So that a provider in trouble is not asked without end, whoever
 * asks waits after so many failures in so long.
 */
export const FAILURES_PER_ASKER_MAX = 5
export const FAILURES_OF_STRANGERS_MAX = 15
export const FAILURES_PER_NETWORK_MAX = 20
export const FAILURES_WINDOW_MS = 5 * 60_000

/** As far as the clocks of two servers may be apart; what lies further ahead was left there by the sandbox's clock. */
export const CLOCK_SKEW_MS = 30_000
