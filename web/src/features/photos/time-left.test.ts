import { expect, test } from 'vitest'
import { kilobytes, secondsLeft } from './time-left.ts'

test.each([
  ['half after 4 s', 0.5, 4000, 4],
  ['62 % after 8 s', 0.62, 8000, 5],
  ['nearly through', 0.99, 9000, 1],
  ['too early to say', 0.1, 900, undefined],
  ['nothing gone yet', 0, 5000, undefined],
  ['all gone, waiting for the answer', 1, 5000, undefined],
])('the seconds left: %s', (_, share, elapsedMs, seconds) => {
  expect(secondsLeft(share, elapsedMs)).toBe(seconds)
})

test.each([
  [680_499, 680],
  [1, 1],
])('%i bytes are %i KB', (bytes, expected) => {
  expect(kilobytes(bytes)).toBe(expected)
})
