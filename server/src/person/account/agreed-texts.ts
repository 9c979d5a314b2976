/** The texts that a person agrees to at every log-in, in the version that the app shows now. */
export const PRIVACY_VERSION = '2026-11'
export const TERMS_VERSION = '2026-11'
