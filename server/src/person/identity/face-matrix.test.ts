import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProof } from '@hola/core/test-proof.ts'
import { openFaceMatrix } from './face-matrix.ts'
import { faceDistance } from './faces.ts'
import { syntheticFaces } from './test-faces.ts'

/** An id by its number, for a test to read. */
const idOf = (number: number): string => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
const numberOf = (faceId: string): number => Number.parseInt(faceId.slice(0, 8), 16)

const facesCount = isProof ? 20_000 : 2_000

describe('a search of the matrix of faces', () => {
  test('finds every face within the distance, the nearest first, and few that are not', () => {
    const { face, near } = syntheticFaces(7)
    const matrix = openFaceMatrix()
    const all = Array.from({ length: facesCount }, face)
    for (const [index, one] of all.entries()) matrix.add(idOf(index + 1), one)
    fc.assert(
      fc.property(fc.nat(facesCount - 1), fc.double({ min: 0, max: 1, noNaN: true }), (at, distance) => {
        const query = near(all[at] ?? [], distance)
        const found = matrix.findNear(query, 0.45).map(numberOf)
        const exact = all.flatMap((one, index) => (faceDistance(query, one) <= 0.45 ? [index + 1] : []))
        expect(exact.filter((number) => !found.includes(number))).toEqual([])
        for (const number of found) expect(faceDistance(query, all[number - 1] ?? [])).toBeLessThan(0.55)
        // Whoever is so near is nearer than anybody else.
        expect(distance >= 0.2 || found[0] === at + 1).toBe(true)
      }),
      { numRuns: isProof ? 500 : 60 },
    )
  })

  test('holds for numbers of any size, also where they are cut off', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true })
    const face = fc.array(number, { minLength: 128, maxLength: 128 })
    fc.assert(
      fc.property(face, face, fc.double({ min: 0, max: 2, noNaN: true }), (one, other, limit) => {
        const matrix = openFaceMatrix()
        matrix.add(idOf(1), one)
        const isNear = faceDistance(one, other) <= limit
        expect(isNear && matrix.findNear(other, limit).length === 0).toBe(false)
        expect(matrix.findNear(one, 0)).toEqual([idOf(1)])
      }),
    )
  })

  test('does not find what was removed, and still finds everything else', () => {
    const { face } = syntheticFaces(8)
    const matrix = openFaceMatrix()
    const all = Array.from({ length: 3_000 }, face)
    for (const [index, one] of all.entries()) matrix.add(idOf(index + 1), one)
    for (let number = 1; number <= 3_000; number += 3) matrix.remove(idOf(number))
    matrix.remove(idOf(99_999))
    expect(matrix.size()).toBe(2_000)
    const found = all.map((one) => matrix.findNear(one, 0.1))
    expect(found.every((numbers, index) => numbers.includes(idOf(index + 1)) === (index % 3 !== 0))).toBe(true)
  })

  test('takes 144 bytes of memory for a face, and a quarter more at most', () => {
    const { face } = syntheticFaces(9)
    const matrix = openFaceMatrix()
    const one = face()
    for (let number = 1; number <= 100_000; number += 1) matrix.add(idOf(number), one)
    expect(matrix.bytesCount()).toBeGreaterThan(100_000 * 144)
    expect(matrix.bytesCount()).toBeLessThan(100_000 * 144 * 1.26)
  })
})
