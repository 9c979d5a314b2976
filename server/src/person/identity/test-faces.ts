import type { Descriptor } from './faces.ts'

/**
 * Faces that are nobody's: as far from each other as those of different people, between 0.8 and 1.1. Of numbers that are
 * kept as they are, like those of the model.
 */
export const syntheticFaces = (seed: number) => {
  let state = seed
  /** Between 0 and 1, the same on every run. */
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const around = (): number => Math.fround((chance() + chance() + chance() - 1.5) * 0.12)
  const face = (): Descriptor => Array.from({ length: 128 }, around)
  return {
    face,
    /** One at so great a distance from another. */
    near: (other: Descriptor, distance: number): Descriptor => {
      const way = face()
      const length = Math.hypot(...way)
      return other.map((value, index) => Math.fround(value + ((way[index] ?? 0) / length) * distance))
    },
  }
}
