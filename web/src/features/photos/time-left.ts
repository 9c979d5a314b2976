/** Until then the first bytes are on their way to a buffer, not to the server. */
const MEASURED_FROM_MS = 1000

/**
 * Whole seconds until an upload is through, from what has gone so far; undefined while there is nothing to judge by.
 * Never less than one: the answer has to come back, too.
 */
export const secondsLeft = (share: number, elapsedMs: number): number | undefined => {
  if (elapsedMs < MEASURED_FROM_MS || share <= 0 || share >= 1) return undefined
  return Math.max(1, Math.round((elapsedMs * (1 - share)) / share / 1000))
}

/** A thousand bytes, as phones show the size of a photo. */
export const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1000))
