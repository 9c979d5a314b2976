import fc from 'fast-check'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanImage } from './images.ts'

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

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(8 + body.length)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), 4 + body.length)
  return chunk
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
