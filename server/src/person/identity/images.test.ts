import fc from 'fast-check'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanImage, imageLimits } from './images.ts'
import { jpegOfManyScans, pngChunk } from './test-hostile-images.ts'

const blank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#7a9' } })

let jpeg: Buffer
let png: Buffer
let webp: Buffer

beforeAll(async () => {
  jpeg = await blank(1600, 1000).jpeg().toBuffer()
  png = await blank(1600, 1000).png().toBuffer()
  webp = await blank(1600, 1000).webp().toBuffer()
})

describe('a photograph is drawn anew', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s comes out as a JPEG', async (format) => {
    const bytes = { jpeg, png, webp }[format]
    expect(await cleanImage(bytes, 'front')).toMatchObject({ ok: true, width: 1600, height: 1000 })
  })

  test('a progressive JPEG with restart markers and a thumbnail inside', async () => {
    const thumbnail = await blank(160, 100).jpeg().toBuffer()
    const bytes = await blank(1600, 1000)
      .withExif({ IFD0: { ImageDescription: thumbnail.toString('latin1') } })
      .jpeg({ progressive: true })
      .toBuffer()
    expect(await cleanImage(bytes, 'back')).toMatchObject({ ok: true })
  })

  test('a progressive JPEG with as many scans as are taken', async () => {
    expect(await cleanImage(jpegOfManyScans(imageLimits.jpegScans, 1600), 'front')).toMatchObject({ ok: true })
  })

  test('a PNG that carries a colour profile, its place and words', async () => {
    const words = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.from('a word'.repeat(1000)))])
    const bytes = await blank(1600, 1000)
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'somebody' } })
      .png()
      .toBuffer()
    expect(await cleanImage(withPngChunks(bytes, pngChunk('zTXt', words)), 'front')).toMatchObject({ ok: true })
  })

  test('upright, and without the place where it was taken', async () => {
    const bytes = await blank(1600, 1000)
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '34/1 36/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const clean = await cleanImage(bytes, 'front')
    expect(clean).toMatchObject({ ok: true, width: 1000, height: 1600 })
    const after = await sharp(clean.ok ? clean.jpeg : Buffer.alloc(0)).metadata()
    expect([after.exif, after.orientation]).toEqual([undefined, undefined])
  })

  test('a very large one is made smaller', async () => {
    expect(await cleanImage(await blank(4800, 3000).jpeg().toBuffer(), 'front')).toMatchObject({
      width: 2400,
      height: 1500,
    })
  })

  test('a script hidden in a comment is gone', async () => {
    const comment = Buffer.from('<script>alert(1)</script>')
    const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment])
    const clean = await cleanImage(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]), 'front')
    expect(clean.ok && clean.jpeg.includes('script')).toBe(false)
    expect(clean.ok).toBe(true)
  })
})

/** A PNG of a few hundred bytes that says it is as large as you like. */
const pngSaying = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64 * 1024))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const twoFrames = async (): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#a00', '#00a'].map((colour) =>
      sharp({ create: { width: 1300, height: 900, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** The chunk that makes a PNG move stands right behind its header (8 + 25 bytes). */
const withAnimationChunk = (still: Buffer): Buffer => {
  return Buffer.concat([
    still.subarray(0, 33),
    pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    still.subarray(33),
  ])
}

const noBytes = Buffer.alloc(0)
const manyTimes = (bytes: Iterable<number>, count: number): Buffer => {
  const one = Buffer.from([...bytes])
  return Buffer.alloc(one.length * count, one)
}
/** Eight megabytes once unpacked. */
const packedText = Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(7_900_000), { level: 9 })])

const withSegment = (jpegBytes: Buffer, segment: Iterable<number>): Buffer =>
  Buffer.concat([jpegBytes.subarray(0, 2), Buffer.from([...segment]), jpegBytes.subarray(2)])

/** Where the segment stands that says how the picture is coded. */
const frameAt = (jpegBytes: Buffer): number => jpegBytes.indexOf(Buffer.from([0xff, 0xc0, 0, 17]))
const frameOf = (jpegBytes: Buffer): Buffer => jpegBytes.subarray(frameAt(jpegBytes), frameAt(jpegBytes) + 19)
const withFrameType = (jpegBytes: Buffer, type: number): Buffer => {
  const changed = Buffer.from(jpegBytes)
  changed[frameAt(jpegBytes) + 1] = type
  return changed
}

/** Behind the header (8 + 25 bytes). */
const withPngChunks = (still: Buffer, chunks: Buffer): Buffer =>
  Buffer.concat([still.subarray(0, 33), chunks, still.subarray(33)])

const webpChunk = Buffer.from('ABCD\0\0\0\0')
const withWebpChunks = (still: Buffer, chunks: Buffer): Buffer => {
  const changed = Buffer.concat([still, chunks])
  changed.writeUInt32LE(changed.length - 8, 4)
  return changed
}

describe('refused', () => {
  const rows: [string, string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['nothing', 'not_an_image', () => new Uint8Array()],
    ['text', 'not_an_image', () => Buffer.from('hello, not a photograph')],
    ['SVG', 'not_an_image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>')],
    ['GIF', 'not_an_image', () => blank(1600, 1000).gif().toBuffer()],
    ['PDF', 'not_an_image', () => Buffer.from('%PDF-1.7\n')],
    ['a page that begins as HTML', 'not_an_image', () => Buffer.concat([Buffer.from('<html>'), jpeg])],
    ['a JPEG cut in the middle', 'damaged', () => jpeg.subarray(0, jpeg.length / 2)],
    ['a PNG cut in the middle', 'damaged', () => png.subarray(0, png.length / 2)],
    ['the signature alone', 'damaged', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [
      'an archive behind the JPEG',
      'trailing_data',
      () => Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004 and more')]),
    ],
    ['an archive behind the PNG', 'trailing_data', () => Buffer.concat([png, Buffer.from('PK\u0003\u0004')])],
    ['an archive behind the WebP', 'trailing_data', () => Buffer.concat([webp, Buffer.from('PK\u0003\u0004')])],
    ['a bomb of 1,600 million pixels', 'too_many_pixels', () => pngSaying(40_000, 40_000)],
    ['one row more than 40 million pixels', 'too_many_pixels', () => pngSaying(8000, 5001)],
    ['a card of 1,199 pixels', 'too_small', () => blank(1199, 800).jpeg().toBuffer()],
    ['two frames of WebP', 'animated', () => twoFrames()],
    ['an animated PNG', 'animated', () => withAnimationChunk(png)],
    ['a JPEG of one scan too many', 'damaged', () => jpegOfManyScans(imageLimits.jpegScans + 1, 1600)],
    ['a JPEG of 2,646 scans', 'damaged', () => jpegOfManyScans(2646, 1600)],
    ['an arithmetic JPEG', 'damaged', () => withFrameType(jpeg, 0xc9)],
    ['a lossless JPEG', 'damaged', () => withFrameType(jpeg, 0xc3)],
    ['a hierarchical JPEG', 'damaged', () => withFrameType(jpeg, 0xc5)],
    ['a JPEG with arithmetic tables', 'damaged', () => withSegment(jpeg, [0xff, 0xcc, 0, 4, 0, 0])],
    ['a JPEG of two frames', 'damaged', () => withSegment(jpeg, frameOf(jpeg))],
    ['a JPEG of a million segments', 'damaged', () => withSegment(jpeg, manyTimes([0xff, 0xfe, 0, 2], 1_000_000))],
    ['a PNG of 600,000 chunks', 'damaged', () => withPngChunks(png, manyTimes(pngChunk('teSt', noBytes), 600_000))],
    ['a PNG of 600,000 IDATs', 'damaged', () => withPngChunks(png, manyTimes(pngChunk('IDAT', noBytes), 600_000))],
    [
      'a PNG that unpacks gigabytes of text',
      'damaged',
      () => withPngChunks(png, manyTimes(pngChunk('zTXt', packedText), 900)),
    ],
    ['a WebP of 300,000 chunks', 'damaged', () => withWebpChunks(webp, manyTimes(webpChunk, 300_000))],
  ]
  test.each(rows)('%s: %s', async (_, reason, make) => {
    expect(await cleanImage(await make(), 'front')).toEqual({ ok: false, reason })
  })

  test('a selfie may be smaller than a card', async () => {
    const bytes = await blank(800, 600).jpeg().toBuffer()
    expect(await cleanImage(bytes, 'selfie')).toMatchObject({ ok: true })
    expect(await cleanImage(await blank(599, 500).jpeg().toBuffer(), 'selfie')).toEqual({
      ok: false,
      reason: 'too_small',
    })
  })
})

test('no bytes make it throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('jpeg', 'png', 'webp'),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
      fc.nat(),
      async (format, changes, length) => {
        const bytes = Buffer.from({ jpeg, png, webp }[format])
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        expect(
          await cleanImage(bytes.subarray(0, length % 2 ? bytes.length : length % bytes.length), 'front'),
        ).toHaveProperty('ok')
      },
    ),
    { numRuns: 60 },
  )
})
