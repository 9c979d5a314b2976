import type { Grey } from './grey.ts'

// A print is dots of ink and a screen is rows of pixels: photographed from near they leave a pattern that repeats itself
// evenly across the face, which skin never does. In the picture's frequencies it stands out as a few sharp peaks.

/** Pixels of the patch that is looked at, a power of two for the Fourier transform. */
const size = 256
/** Below this share of a cycle a pixel are eyes and mouths, above it the finest detail. */
const lowest = 0.14
/** The blocks of a JPEG are eight pixels wide. */
const block = 8

/**
 * How far the strongest regular pattern in the middle of the picture stands above everything else of its fineness, in
 * powers of ten. Null when the picture is too small.
 */
export const regularPattern = (picture: Grey): number | null => {
  if (picture.width < size || picture.height < size) return null
  const left = Math.floor((picture.width - size) / 2)
  const top = Math.floor((picture.height - size) / 2)
  const real = new Float64Array(size * size)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      // Fades out to the edges, which would otherwise be taken for detail.
      const fade = Math.sin((Math.PI * (x + 0.5)) / size) ** 2 * Math.sin((Math.PI * (y + 0.5)) / size) ** 2
      real[y * size + x] = ((picture.data[(y + top) * picture.width + x + left] ?? 0) - 128) * fade
    }
  }
  const power = powerOf(real)
  const half = size / 2
  /** Powers of about the same fineness, ring by ring. */
  const rings = new Map<number, number[]>()
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < half; x += 1) {
      const v = y < half ? y : y - size
      const fineness = Math.hypot(x, v)
      if (fineness < lowest * size || fineness > half || isOfBlocks(x, v)) continue
      const ring = Math.floor(fineness / 6)
      const values = rings.get(ring) ?? []
      values.push(power[y * size + x] ?? 0)
      rings.set(ring, values)
    }
  }
  let strongest = 0
  for (const values of rings.values()) {
    const sorted = values.toSorted((a, b) => a - b)
    const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
    // A little is always there: the steps of 8-bit numbers.
    strongest = Math.max(strongest, (sorted.at(-1) ?? 0) / (usual + size))
  }
  return Math.round(Math.log10(Math.max(1, strongest)) * 100) / 100
}

/** Upright and level patterns of whole parts of a JPEG block say nothing about what was photographed. */
const isOfBlocks = (x: number, y: number): boolean => {
  const step = size / block
  const near = (value: number): boolean => Math.abs(value - Math.round(value / step) * step) <= 1
  return (Math.abs(y) <= 1 && near(x)) || (Math.abs(x) <= 1 && near(y))
}

/** The power of each frequency of a square of real numbers. */
const powerOf = (real: Float64Array): Float64Array => {
  const imaginary = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) transform(real, imaginary, row * size, 1)
  for (let column = 0; column < size; column += 1) transform(real, imaginary, column, size)
  return real.map((value, index) => value ** 2 + (imaginary[index] ?? 0) ** 2)
}

/** The fast Fourier transform of one row or column, in place. */
const transform = (real: Float64Array, imaginary: Float64Array, start: number, stride: number): void => {
  const swap = (values: Float64Array, a: number, b: number): void => {
    const kept = values[a] ?? 0
    values[a] = values[b] ?? 0
    values[b] = kept
  }
  for (let index = 1, reversed = 0; index < size; index += 1) {
    let bit = size >> 1
    for (; (reversed & bit) !== 0; bit >>= 1) reversed ^= bit
    reversed ^= bit
    if (index < reversed) {
      swap(real, start + index * stride, start + reversed * stride)
      swap(imaginary, start + index * stride, start + reversed * stride)
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const angle = (-2 * Math.PI) / length
    for (let first = 0; first < size; first += length) {
      for (let offset = 0; offset < length / 2; offset += 1) {
        const a = start + (first + offset) * stride
        const b = a + (length / 2) * stride
        const cos = Math.cos(angle * offset)
        const sin = Math.sin(angle * offset)
        const re = (real[b] ?? 0) * cos - (imaginary[b] ?? 0) * sin
        const im = (real[b] ?? 0) * sin + (imaginary[b] ?? 0) * cos
        real[b] = (real[a] ?? 0) - re
        imaginary[b] = (imaginary[a] ?? 0) - im
        real[a] = (real[a] ?? 0) + re
        imaginary[a] = (imaginary[a] ?? 0) + im
      }
    }
  }
}
