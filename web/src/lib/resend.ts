/** A code may be typed wrong so often; the server counts for itself. */
export const TRIES_MAX = 5

/** How long to wait for another code, and how long one is good for, where the server's own figures are not at hand. */
export const RESEND_MS = 60_000
export const VALID_MS = 300_000

/** Whole seconds until another code may be asked for. A clock that was set back must not make anybody wait longer. */
export const secondsToResend = ({ resendAt }: { readonly resendAt: number }, now: number): number =>
  Math.max(0, Math.min(RESEND_MS / 1000, Math.ceil((resendAt - now) / 1000)))

/** `0:47` */
export const writeSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
