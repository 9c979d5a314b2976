import { CODE_RESEND_MS } from '@hola/core/codes.ts'

/** A deadline of this device's clock, and how long the wait was when it began. */
export type Wait = { readonly resendAt: number; readonly waitMs?: number }

/** Whole seconds until another code may be asked for. A clock that was set back must not make anybody wait longer. */
export const secondsToResend = ({ resendAt, waitMs = CODE_RESEND_MS }: Wait, now: number): number =>
  Math.max(0, Math.min(Math.ceil(waitMs / 1000), Math.ceil((resendAt - now) / 1000)))

/** The wait that the server named, from now. */
export const waitOf = (seconds: number): Required<Wait> => ({
  resendAt: Date.now() + seconds * 1000,
  waitMs: seconds * 1000,
})

/** `0:47` */
export const writeSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
