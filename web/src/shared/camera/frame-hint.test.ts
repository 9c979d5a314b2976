import { expect, test } from 'vitest'
import { hintOf, lumaOf } from './frame-hint.ts'

const grey = (value: number): Uint8Array => new Uint8Array(100).fill(value)
const burnt = (share: number): Uint8Array => grey(120).fill(255, 0, share)

test.each([
  ['an even, still picture', grey(130), grey(130), 'good'],
  ['the first look has nothing to compare with', grey(130), undefined, 'good'],
  ['a dark room', grey(30), grey(30), 'dark'],
  ['a dark room comes before a shaking hand', grey(30), grey(90), 'dark'],
  ['a shaking hand', grey(130), grey(150), 'moving'],
  ['a small tremor', grey(130), grey(138), 'good'],
  ['a lamp in the plastic', burnt(20), burnt(20), 'glare'],
  ['a small glint', burnt(5), burnt(5), 'good'],
  ['nothing at all', new Uint8Array(0), undefined, 'dark'],
] as const)('%s: %4$s', (_, luma, before, hint) => {
  expect(hintOf(luma, before)).toBe(hint)
})

test('brightness weighs green more than red, and red more than blue', () => {
  expect([...lumaOf([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])]).toEqual([76, 150, 29])
})
