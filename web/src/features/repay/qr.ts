import { encode } from 'uqr'

/** A row for each line of squares; true is dark. */
export type QrSquares = readonly (readonly boolean[])[]

/** What the largest code of level M holds. */
const BYTES_MAX = 2331

/** Undefined for a text that no code holds. Level M: a reader makes up for 15 of 100 squares that it sees wrongly. */
export const qrSquares = (text: string): QrSquares | undefined =>
  new TextEncoder().encode(text).length > BYTES_MAX ? undefined : encode(text, { ecc: 'M', border: 0 }).data
