import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { layOnto } from './warp.ts'
import type { Pixels, Quad } from './warp.ts'

// Photographs of a photograph, drawn: of a print and of a screen. They have what such photographs have in common (dots
// of ink, paper, pixels, moiré, reflections, a second lens and a second JPEG), but no printer, screen or camera made
// them: what is measured on them must be measured again on real ones.

export type Replay = {
  readonly medium: 'print' | 'screen'
  /** Whether the edge of the paper or of the phone is in the picture, or the picture is filled to its edges. */
  readonly framed: boolean
}

export const replays: Readonly<Record<string, Replay>> = {
  'print, its edge in the picture': { medium: 'print', framed: true },
  'print, filling the picture': { medium: 'print', framed: false },
  'screen, its edge in the picture': { medium: 'screen', framed: true },
  'screen, filling the picture': { medium: 'screen', framed: false },
}

const frame = { width: 1200, height: 1600 }

/** The photograph of a photograph of this one. The same picture gives the same bytes. */
export const replayOf = async (photo: Uint8Array, { medium, framed }: Replay): Promise<Buffer> => {
  const shown = medium === 'print' ? await printed(photo) : await onScreen(photo)
  const surroundings = await rgb(
    sharp({ create: { ...frame, channels: 3, background: medium === 'print' ? '#6f6256' : '#1a1d21' } }),
  )
  layOnto(surroundings, shown, framed ? leaning : overflowing)
  const light = medium === 'print' ? lamp : reflection
  return sharp(surroundings.data, { raw: { ...frame, channels: 3 } })
    .composite([{ input: Buffer.from(light), blend: medium === 'print' ? 'multiply' : 'screen' }])
    .blur(medium === 'print' ? 1.1 : 0.8)
    .jpeg({ quality: 82 })
    .toBuffer()
}

// Held a little askew, as a hand holds it.
const leaning: Quad = [
  { x: 150, y: 190 },
  { x: 1070, y: 160 },
  { x: 1100, y: 1440 },
  { x: 120, y: 1400 },
]
const overflowing: Quad = [
  { x: -70, y: -80 },
  { x: 1260, y: -100 },
  { x: 1290, y: 1700 },
  { x: -90, y: 1690 },
]

/** Ink on paper: fewer colours, a raster of dots at 45°, grain, and a white border. */
const printed = async (photo: Uint8Array): Promise<Pixels> => {
  const border = 60
  const pixels = await rgb(
    sharp(photo)
      .resize(frame.width - 2 * border, frame.height - 2 * border, { fit: 'cover' })
      .modulate({ saturation: 0.82 })
      .gamma(1.15)
      // Ink is never black, paper never white.
      .linear(0.76, 38)
      .extend({ top: border, bottom: border, left: border, right: border, background: '#f1efe8' }),
  )
  const grain = generator()
  const period = 4.3
  eachPixel(pixels, (at, x, y) => {
    const raster =
      Math.sin(((x + y) * Math.PI * Math.SQRT2) / period) * Math.sin(((x - y) * Math.PI * Math.SQRT2) / period)
    const paper = (grain() - 0.5) * 14
    for (let channel = 0; channel < 3; channel += 1) {
      const value = pixels.data[at + channel] ?? 0
      // Dots show most in the middle tones.
      const middle = 1 - Math.abs(value - 128) / 128
      pixels.data[at + channel] = clamp(value + raster * 26 * middle + paper)
    }
  })
  return pixels
}

/** Lit pixels: columns of red, green and blue with dark between the rows; the camera's own grid makes moiré of them. */
const onScreen = async (photo: Uint8Array): Promise<Pixels> => {
  const bezel = 40
  const pixels = await rgb(
    sharp(photo)
      .resize(frame.width - 2 * bezel, frame.height - 2 * bezel, { fit: 'cover' })
      .modulate({ brightness: 1.06, saturation: 1.12 })
      .extend({ top: bezel, bottom: bezel, left: bezel, right: bezel, background: '#050505' }),
  )
  // Not a whole number of the camera's pixels, which is where moiré comes from.
  const pitch = 3.37
  eachPixel(pixels, (at, x, y) => {
    const across = (x % pitch) / pitch
    const down = (y % pitch) / pitch
    const row = down > 0.82 ? 0.6 : 1.04
    for (let channel = 0; channel < 3; channel += 1) {
      const centre = (channel + 0.5) / 3
      const away = Math.min(Math.abs(across - centre), 1 - Math.abs(across - centre))
      const lit = 0.72 + 0.5 * Math.exp(-((away / 0.22) ** 2))
      const tint = channel === 2 ? 1.05 : 1
      pixels.data[at + channel] = clamp((pixels.data[at + channel] ?? 0) * lit * row * tint)
    }
  })
  return pixels
}

const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${inner}</svg>`
const lamp = svg(
  '<defs><linearGradient id="l" x2="1" y2="1"><stop stop-color="#fffaf0"/><stop offset="1" stop-color="#c9c4ba"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#l)"/>',
)
const reflection = svg(
  '<defs><linearGradient id="r" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0.3" stop-color="#000"/><stop offset="0.42" stop-color="#4a4d52"/><stop offset="0.5" stop-color="#000"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#r)"/>',
)

const rgb = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

const eachPixel = ({ width, height }: Pixels, change: (at: number, x: number, y: number) => void): void => {
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) change((y * width + x) * 3, x, y)
}

const clamp = (value: number): number => Math.max(0, Math.min(255, value))

/** Numbers from 0 to 1, the same ones every time. */
const generator = (): (() => number) => {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x100000000
  }
}
