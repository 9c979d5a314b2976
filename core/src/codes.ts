/** The codes that we send: how many digits, for how long each is good, and how long to wait for another. */
export const CODE_DIGITS = 6
export const CODE_VALID_MS = 5 * 60_000
export const CODE_RESEND_MS = 60_000
