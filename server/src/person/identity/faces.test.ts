import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { faceDistance, openFaceReader } from './faces.ts'
import type { FaceReader } from './faces.ts'

let reader: FaceReader
beforeAll(async () => {
  reader = await openFaceReader()
})

const descriptorOf = async (name: string): Promise<readonly number[]> => {
  const { faces, descriptor } = await reader.selfie(
    readFileSync(new URL(`../../../data/specimens/${name}.jpg`, import.meta.url)),
  )
  expect(faces).toBe(1)
  return descriptor ?? []
}

test('a descriptor is the one that face-api gives: those on file stay comparable', async () => {
  const a1 = await descriptorOf('person-a-1')
  // Written down from face-api 1.7.15 on tfjs.
  const known = [-0.1136, 0.1243, 0.0012, -0.0703, 0.0132, 0.0062]
  a1.slice(0, known.length).forEach((value, index) => expect(value).toBeCloseTo(known[index] ?? Number.NaN, 3))

  const a2 = await descriptorOf('person-a-2')
  const b1 = await descriptorOf('person-b-1')
  expect(faceDistance(a1, a2)).toBeCloseTo(0.4576, 3)
  expect(faceDistance(a1, b1)).toBeCloseTo(0.8755, 3)
  expect(faceDistance(a2, b1)).toBeCloseTo(0.796, 3)
})
