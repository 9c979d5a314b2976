import sharp from 'sharp'

export const imageLimits = {
  /** A phone takes 12 to 50 million pixels; the browser has scaled them down before sending. */
  inputPixels: 40_000_000,
  cardLongSidePx: 1200,
  selfieLongSidePx: 600,
  /** What is kept: enough for the barcode's thinnest bar, no more than the check needs. */
  keptLongSidePx: 2400,
  jpegQuality: 90,
  /** A usual progressive JPEG has ten. For each of them the decoder goes through the whole picture once more. */
  jpegScans: 32,
  /** Segments of a JPEG, chunks of a PNG or a WebP. A PNG of eight megabytes has a thousand of the usual size. */
  parts: 8192,
  /** What a PNG may carry besides its pixels: colour profile, place, words; some of it is unpacked while it is read. */
  pngBesidesPixelsBytes: 512 * 1024,
} as const

export type PhotoKind = 'front' | 'back' | 'selfie'

export type ImageProblem = 'not_an_image' | 'damaged' | 'animated' | 'too_many_pixels' | 'too_small' | 'trailing_data'

export type CleanImage =
  | { readonly ok: true; readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: ImageProblem }

/**
 * Decodes whatever was sent and draws it anew as a JPEG: upright, without EXIF (which carries the place it was taken)
 * and without anything that was hidden behind or beside the picture.
 */
export const cleanImage = async (bytes: Uint8Array, kind: PhotoKind): Promise<CleanImage> => {
  const outline = outlineOf(bytes)
  if (outline === null) return refused('not_an_image')
  if (outline.animated) return refused('animated')
  if (outline.end === null) return refused('damaged')
  if (outline.end !== bytes.length) return refused('trailing_data')
  try {
    // The header is read first, so that a bomb is refused before a single pixel is unpacked.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.width * header.height > imageLimits.inputPixels) return refused('too_many_pixels')
    if ((header.pages ?? 1) > 1) return refused('animated')
    const smallest = kind === 'selfie' ? imageLimits.selfieLongSidePx : imageLimits.cardLongSidePx
    if (Math.max(header.width, header.height) < smallest) return refused('too_small')
    const { data, info } = await sharp(bytes, { limitInputPixels: imageLimits.inputPixels, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(imageLimits.keptLongSidePx, imageLimits.keptLongSidePx, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: imageLimits.jpegQuality })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, jpeg: data, width: info.width, height: info.height }
  } catch {
    // The bytes come from outside: whatever the decoder does not like about them is their fault, not ours.
    return refused('damaged')
  }
}

const refused = (reason: ImageProblem): CleanImage => ({ ok: false, reason })

/**
 * Where the picture ends and whether it moves; null for a format a camera page does not send. The end is null when there
 * is none, and when the file is built to cost more than a photograph does: that is seen here, before it is decoded.
 */
type Outline = { readonly end: number | null; readonly animated: boolean }

// Only these three: sharp would also take SVG and PDF, which are programs more than pictures.
const outlineOf = (bytes: Uint8Array): Outline | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { end: endOfJpeg(view), animated: false }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return outlineOfPng(view)
  if (textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP') return outlineOfWebp(view)
  return null
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  bytes.length > signature.length && signature.every((byte, index) => bytes[index] === byte)

const textAt = (view: DataView, at: number, length: number): string => {
  if (at + length > view.byteLength) return ''
  return Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('')
}

/** Baseline, extended and progressive with Huffman codes: what cameras and browsers write. */
const jpegFrames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** The other ways to code a picture (lossless, differential, arithmetic), with the tables and frames that only they have. */
const otherJpegFrames: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xde, 0xdf,
])
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Behind the end-of-image marker. Segments are skipped by their length, so that a thumbnail's own end is not taken for it. */
const endOfJpeg = (view: DataView): number | null => {
  let at = 2
  let frames = 0
  let scans = 0
  for (let parts = 0; at + 4 <= view.byteLength && parts < imageLimits.parts;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return at + 2
    if (otherJpegFrames.has(marker)) return null
    parts += 1
    at += 2 + view.getUint16(at + 2)
    if (jpegFrames.has(marker)) frames += 1
    if (marker === START_OF_SCAN) {
      scans += 1
      at = endOfScan(view, at)
    }
    if (frames > 1 || scans > imageLimits.jpegScans) return null
  }
  const endsHere = at + 2 === view.byteLength && view.getUint16(at) === 0xffd9
  return endsHere ? at + 2 : null
}

// In the packed pixels FF is followed by 00 or by a restart marker; anything else begins the next segment.
const endOfScan = (view: DataView, from: number): number => {
  let at = from
  while (at + 1 < view.byteLength) {
    const next = view.getUint8(at + 1)
    if (view.getUint8(at) === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at += 1
  }
  return view.byteLength
}

const outlineOfPng = (view: DataView): Outline => {
  let at = 8
  let animated = false
  let besidesPixelsBytes = 0
  for (let parts = 0; at + 12 <= view.byteLength && parts < imageLimits.parts; parts += 1) {
    const type = textAt(view, at + 4, 4)
    const size = view.getUint32(at)
    at += 12 + size
    if (type === 'acTL') animated = true
    if (type !== 'IDAT') besidesPixelsBytes += size
    if (besidesPixelsBytes > imageLimits.pngBesidesPixelsBytes) break
    if (type === 'IEND') return { end: at <= view.byteLength ? at : null, animated }
  }
  return { end: null, animated }
}

const outlineOfWebp = (view: DataView): Outline => {
  const end = 8 + view.getUint32(4, true)
  let at = 12
  let animated = false
  for (let parts = 0; at + 8 <= Math.min(end, view.byteLength); parts += 1) {
    if (parts === imageLimits.parts) return { end: null, animated }
    const type = textAt(view, at, 4)
    if (type === 'ANIM' || type === 'ANMF') animated = true
    // Chunks stand on even places.
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return { end: end <= view.byteLength ? end : null, animated }
}
