import { createHash } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'

/** Chance that repeats itself: the same seed gives the same numbers, ids and choices. */
export type Chance = Random & {
  /** A whole number from 0 on, below the limit. */
  readonly below: (limit: number) => number
  /** A whole number from one to the other, both possible. */
  readonly between: (least: number, most: number) => number
  /** True in so many of a thousand cases. */
  readonly happens: (ofThousand: number) => boolean
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value
}

/** A small fast counter generator over 128 bits of the seed's hash; good enough to choose by, and for nothing else. */
const numbersOf = (seed: string): (() => number) => {
  const hash = createHash('sha256').update(seed).digest()
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [number, number, number, number]
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

export const seededChance = (seed: string): Chance => {
  const next = numbersOf(seed)
  const below = (limit: number): number => next() % limit
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next() & 0xff)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (ofThousand) => below(1000) < ofThousand,
    oneOf: (values) => values[below(values.length)] ?? values[0],
    bytes,
    uuid: () => {
      const [...raw] = bytes(16)
      raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40
      raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80
      const hex = Buffer.from(raw).toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
  }
}
