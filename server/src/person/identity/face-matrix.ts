import type { Descriptor } from './faces.ts'
import { DIMENSIONS, openScan, PAGE_BYTES, ROWS_AT } from './face-scan.ts'

/**
 * The faces of everybody in 144 bytes each, to be searched as a whole. Each of the 128 numbers is rounded to one of 255
 * steps, so a search finds every face within the distance and a few that are not: whoever searches compares those found
 * exactly.
 */
export type FaceMatrix = {
  readonly size: () => number
  /** What it holds of the memory of the process. */
  readonly bytesCount: () => number
  readonly add: (faceId: string, descriptor: Descriptor) => void
  /** Overwrites a face; one that is not held is none. */
  readonly remove: (faceId: string) => void
  /** Every face that can be within a distance, the nearest first. */
  readonly findNear: (descriptor: Descriptor, distanceMax: number) => string[]
}

/** Nearly all numbers of a descriptor are nearer to zero. What is not counts as this, which makes no distance longer. */
const NUMBER_MAX = 0.5
const STEPS = 127
const STEP = NUMBER_MAX / STEPS
/** Of two descriptors, each of whose numbers was moved by half a step at most. */
const ROUNDING_MAX = Math.sqrt(DIMENSIONS) * STEP
const FIRST_ROWS = 1_024

const roundTo = (target: Int8Array | Int16Array, descriptor: Descriptor): void => {
  for (let index = 0; index < DIMENSIONS; index += 1)
    target[index] = Math.max(-STEPS, Math.min(STEPS, Math.round((descriptor[index] ?? 0) / STEP)))
}

/** The two halves of an id. */
const halvesOf = (faceId: string): readonly [bigint, bigint] => {
  const digits = faceId.replaceAll('-', '')
  return [BigInt(`0x${digits.slice(0, 16)}`), BigInt(`0x${digits.slice(16)}`)]
}

const idOf = (high: bigint, low: bigint): string => {
  const digits = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const openFaceMatrix = (): FaceMatrix => {
  const pagesOf = (rows: number): number => Math.ceil((ROWS_AT + rows * DIMENSIONS) / PAGE_BYTES)
  const { memory, next } = openScan(pagesOf(FIRST_ROWS))
  let highs = new BigUint64Array(FIRST_ROWS)
  let lows = new BigUint64Array(FIRST_ROWS)
  let count = 0

  const rowAt = (index: number): Int8Array => new Int8Array(memory.buffer, ROWS_AT + index * DIMENSIONS, DIMENSIONS)
  const longer = (ids: BigUint64Array, rows: number): BigUint64Array<ArrayBuffer> => {
    const copy = new BigUint64Array(rows)
    copy.set(ids)
    return copy
  }
  const grow = (): void => {
    const rows = Math.ceil(highs.length * 1.25)
    memory.grow(pagesOf(rows) - pagesOf(highs.length))
    ;[highs, lows] = [longer(highs, rows), longer(lows, rows)]
  }
  const find = ([high, low]: readonly [bigint, bigint]): number => {
    for (let index = highs.indexOf(high); index !== -1; index = highs.indexOf(high, index + 1))
      if (index < count && lows[index] === low) return index
    return -1
  }
  const put = (index: number, high: bigint, low: bigint): void => {
    highs[index] = high
    lows[index] = low
  }
  const squaresBetween = (query: Int16Array, row: Int8Array): number =>
    row.reduce((sum, value, index) => sum + (value - (query[index] ?? 0)) ** 2, 0)

  return {
    size: () => count,
    bytesCount: () => memory.buffer.byteLength + highs.byteLength + lows.byteLength,
    add: (faceId, descriptor) => {
      if (count === highs.length) grow()
      put(count, ...halvesOf(faceId))
      roundTo(rowAt(count), descriptor)
      count += 1
    },
    remove: (faceId) => {
      const index = find(halvesOf(faceId))
      if (index === -1) return
      count -= 1
      // The last one takes its place, and nothing is left where the last one was.
      rowAt(index).set(rowAt(count))
      put(index, highs[count] ?? 0n, lows[count] ?? 0n)
      rowAt(count).fill(0)
      put(count, 0n, 0n)
    },
    findNear: (descriptor, distanceMax) => {
      const query = new Int16Array(memory.buffer, 0, DIMENSIONS)
      roundTo(query, descriptor)
      const limit = Math.ceil(((distanceMax + ROUNDING_MAX) / STEP) ** 2)
      const end = ROWS_AT + count * DIMENSIONS
      const found: { readonly index: number; readonly squares: number }[] = []
      for (let row = next(ROWS_AT, end, limit); row < end; row = next(row + DIMENSIONS, end, limit)) {
        const index = (row - ROWS_AT) / DIMENSIONS
        found.push({ index, squares: squaresBetween(query, rowAt(index)) })
      }
      return found
        .toSorted((one, other) => one.squares - other.squares)
        .map(({ index }) => idOf(highs[index] ?? 0n, lows[index] ?? 0n))
    },
  }
}
