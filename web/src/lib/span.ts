export type Span = { readonly days: number; readonly hours: number; readonly minutes: number; readonly seconds: number }

/** A length of time in the units that people count in; what is below a second is dropped. */
export const spanOf = (ms: number): Span => {
  const seconds = Math.floor(ms / 1000)
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
