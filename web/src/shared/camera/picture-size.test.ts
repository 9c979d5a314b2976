import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { framedRegion, LONG_SIDE_MAX_PX, LONG_SIDE_MIN_PX, sizeToSend } from './picture-size.ts'

describe('the size in which a picture is sent', () => {
  test.each([
    ['a phone photo of 12 megapixels', [4000, 3000], [2000, 1500]],
    ['the same held upright', [3000, 4000], [1500, 2000]],
    ['exactly the largest', [2000, 1125], [2000, 1125]],
    ['in between stays as it is', [1600, 1200], [1600, 1200]],
    ['exactly the smallest', [1200, 900], [1200, 900]],
    ['a little small is enlarged to the smallest', [1080, 700], [1200, 778]],
    ['the least that can be enlarged', [900, 600], [1200, 800]],
  ] as const)('the size: %s', (_, [width, height], [toWidth, toHeight]) => {
    expect(sizeToSend({ width, height })).toEqual({ width: toWidth, height: toHeight })
  })

  test.each([
    ['smaller than that', 899, 600],
    ['a webcam of 640 x 480', 640, 480],
    ['a picture without height', 2000, 0],
  ])('is none for %s', (_, width, height) => {
    expect(sizeToSend({ width, height })).toBeUndefined()
  })

  test('whatever the picture, the long side is within bounds and the shape is kept', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = sizeToSend({ width, height })
        if (!size) return Math.max(width, height) < 900
        const long = Math.max(size.width, size.height)
        expect(long).toBeGreaterThanOrEqual(LONG_SIDE_MIN_PX)
        expect(long).toBeLessThanOrEqual(LONG_SIDE_MAX_PX)
        const short = (long * Math.min(width, height)) / Math.max(width, height)
        expect(Math.abs(Math.min(size.width, size.height) - short)).toBeLessThanOrEqual(1)
        return true
      }),
    )
  })
})

describe('the part of the video in the frame', () => {
  test('a video as wide as its element', () => {
    expect(
      framedRegion(
        { width: 1000, height: 2000 },
        { width: 500, height: 1000 },
        { x: 50, y: 400, width: 400, height: 250 },
      ),
    ).toEqual({ x: 36, y: 760, width: 928, height: 580 })
  })

  test('a wide video in a tall element: what hangs over on the sides is counted', () => {
    expect(
      framedRegion(
        { width: 2000, height: 1000 },
        { width: 500, height: 1000 },
        { x: 100, y: 100, width: 300, height: 200 },
      ),
    ).toEqual({ x: 826, y: 84, width: 348, height: 232 })
  })

  test('the margin ends at the edge of the video', () => {
    expect(
      framedRegion(
        { width: 1080, height: 1920 },
        { width: 540, height: 960 },
        { x: 10, y: 5, width: 520, height: 950 },
      ),
    ).toEqual({ x: 0, y: 0, width: 1080, height: 1920 })
  })

  test('whatever the sizes, it lies inside the video', () => {
    const side = fc.integer({ min: 100, max: 5000 })
    const share = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(side, side, side, side, share, share, (videoWidth, videoHeight, width, height, left, top) => {
        const frame = { x: (width * left) / 100, y: (height * top) / 100, width: width * 0.4, height: height * 0.4 }
        const region = framedRegion({ width: videoWidth, height: videoHeight }, { width, height }, frame)
        expect(region.x).toBeGreaterThanOrEqual(0)
        expect(region.y).toBeGreaterThanOrEqual(0)
        expect(region.x + region.width).toBeLessThanOrEqual(videoWidth)
        expect(region.y + region.height).toBeLessThanOrEqual(videoHeight)
      }),
    )
  })
})
