import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

// Files that are small and valid, and cost out of proportion to their size: for tests and measurements.

/** Packs bits into the bytes of a JPEG scan: a byte FF is followed by 00, and ones fill up the last byte. */
const packScan = (codes: Iterable<readonly [value: number, bits: number]>): Buffer => {
  const bytes: number[] = []
  let held = 0
  let heldBits = 0
  const put = (byte: number): void => {
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  for (const [value, bits] of codes) {
    held = (held << bits) | value
    heldBits += bits
    while (heldBits >= 8) {
      heldBits -= 8
      put((held >> heldBits) & 0xff)
      held &= (1 << heldBits) - 1
    }
  }
  if (heldBits > 0) put(((held << (8 - heldBits)) | ((1 << (8 - heldBits)) - 1)) & 0xff)
  return Buffer.from(bytes)
}

const segment = (marker: number, content: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content])

/** How many blocks in a row have nothing more: a code for the power of two below it, then the rest of it. */
const LONGEST_RUN = 32_767
const endRuns = function* (blocks: number): Generator<readonly [number, number]> {
  for (let left = blocks; left > 0; left -= LONGEST_RUN) {
    const run = Math.min(left, LONGEST_RUN)
    const power = Math.floor(Math.log2(run))
    yield [power, 4]
    yield [run - 2 ** power, power]
  }
}

/** How precise a progressive coefficient can begin to come: with its thirteenth bit. */
const FIRST_BIT = 13

/**
 * A progressive JPEG of one colour in which every bit of every coefficient has a scan of its own, as the standard allows:
 * up to 2.646 of them, each a few dozen bytes for which the decoder goes through all blocks of the picture.
 */
export const jpegOfManyScans = (scanCount: number, side = 6300): Buffer => {
  const components = [1, 2, 3]
  const blocksWide = Math.ceil(side / 8)
  const blocks = blocksWide ** 2
  const scan = (of: readonly number[], first: number, bits: { before: number; now: number }, data: Buffer): Buffer =>
    Buffer.concat([
      segment(0xda, [of.length, ...of.flatMap((id) => [id, 0]), first, first, (bits.before << 4) | bits.now]),
      data,
    ])
  // The first scan must give every block its mean: "as the one before", one bit each.
  const means = Buffer.alloc(Math.ceil((blocks * components.length) / 8))
  const nothing = packScan(endRuns(blocks))
  const scans = [scan(components, 0, { before: 0, now: 0 }, means)]
  for (let coefficient = 1; coefficient <= 63; coefficient += 1)
    for (let bit = FIRST_BIT; bit >= 0; bit -= 1)
      for (const id of components)
        if (scans.length < scanCount)
          scans.push(scan([id], coefficient, { before: bit === FIRST_BIT ? 0 : bit + 1, now: bit }, nothing))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 16)]),
    segment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 3, ...components.flatMap((id) => [id, 0x11, 0])]),
    // One code of one bit for the means; fifteen of four bits for the lengths of runs.
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xc4, [
      0x10,
      ...Array.from({ length: 16 }, (_, at) => (at === 3 ? 15 : 0)),
      ...Array.from({ length: 15 }, (_, power) => power << 4),
    ]),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ])
}

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(8 + body.length)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), 4 + body.length)
  return chunk
}

/** Some hundred kilobytes that unpack to forty million pixels of sixteen bits and four channels, interlaced. */
export const hugePng = (): Promise<Buffer> =>
  sharp({ create: { width: 6300, height: 6300, channels: 4, background: '#7a98' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer()

/** Two kilobytes that unpack to as many pixels. */
export const hugeWebp = (): Promise<Buffer> =>
  sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#7a9' } })
    .webp({ lossless: true })
    .toBuffer()

/** Honest, and as large as a photo of its size gets. */
export const noisyPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
