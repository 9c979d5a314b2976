import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evidenceOf } from './evidence.ts'
import type { PhotoReadings } from './evidence.ts'
import { addYears } from './person.ts'
import { openIdentityReader } from './reader.ts'
import { readIdentityRules } from './rules.ts'
import { drawBack, drawFront, drawSelfie } from './specimen.ts'
import type { Card, Shot } from './specimen.ts'
import { replayOf, replays } from './test-replays.ts'
import { identityVerdict } from './verdict.ts'

// The real reading of selfies, live and as photographs of a photograph, with the cards of the same person.

const today = '2026-11-15'
const { thresholds } = readIdentityRules()
const issued = addYears(today, -3)
const card: Card = {
  dni: '30123456',
  surname: 'Muñoz García',
  givenNames: 'Julián',
  sex: 'M',
  birth: '1990-02-01',
  face: 'a',
  issued,
  expiry: addYears(issued, 15),
  barcode: true,
}

const reader = openIdentityReader({ timeoutMs: 240_000 })
afterAll(() => reader.close())

let front: PhotoReadings['front']
let back: PhotoReadings['back']

beforeAll(async () => {
  front = await reader.readPhoto('front', await drawFront(card, {}))
  back = await reader.readPhoto('back', await drawBack(card, {}))
})

const judgeSelfie = async (image: Uint8Array) => {
  const evidence = evidenceOf({ front, back, selfie: await reader.readPhoto('selfie', image) })
  const history = { retakesSoFar: { front: 0, back: 0, selfie: 0 }, earlierReasons: [], reuse: 'none' } as const
  return { evidence, ...identityVerdict(evidence, card, history, thresholds, today) }
}

const longTest = oneTestIn(2, 'other selfies', { test, afterAll })

describe('a live selfie', () => {
  const shots: [string, Shot][] = [
    ['plain', {}],
    ['with grain and strong JPEG', { noise: 30, jpegQuality: 40 }],
  ]
  test.each(someOf('live selfies', shots, 1))('%s passes', async (_, shot) => {
    const { evidence, outcome, reasons } = await judgeSelfie(await drawSelfie('a', card.dni, shot))
    expect([outcome, reasons]).toEqual(['pass', []])
    expect(evidence.presentation).toEqual({ spoof: expect.any(Number), liveness: expect.any(Number) })
  })

  longTest('of another face has scores of a live one too', async () => {
    const { evidence } = await judgeSelfie(await drawSelfie('b', card.dni, {}))
    expect(evidence.presentation.spoof).toBeLessThanOrEqual(thresholds.maxSpoof)
    expect(evidence.presentation.liveness).toBeGreaterThanOrEqual(thresholds.minLiveness)
  })
})

describe('a photo of a photo', () => {
  test.each(someOf('photos of a photo', Object.entries(replays), 1))('%s: a person looks', async (_, replay) => {
    const image = await replayOf(await drawSelfie('a', card.dni, {}), replay)
    const { evidence, outcome, reasons } = await judgeSelfie(image)
    // The face is hers: without the scores it would have passed.
    expect(evidence.faceDistance).toBeLessThanOrEqual(thresholds.faceMatchDistance)
    expect([outcome, reasons]).toEqual(['manual', ['selfie_perhaps_of_picture']])
  })
})

longTest('a selfie without a face has no scores', async () => {
  const { evidence } = await judgeSelfie(await drawBack(card, {}))
  expect(evidence.presentation).toEqual({ spoof: null, liveness: null })
})
