export type Point = { readonly x: number; readonly y: number }

/** Interleaved 8-bit pixels as sharp's `raw()` gives them. */
export type Pixels = {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** Corners in the order top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point]

type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** The projective map that takes the unit square onto the quad. */
const squareToQuad = ([a, b, c, d]: Quad): Matrix => {
  const dx1 = b.x - c.x
  const dx2 = d.x - c.x
  const dx3 = a.x - b.x + c.x - d.x
  const dy1 = b.y - c.y
  const dy2 = d.y - c.y
  const dy3 = a.y - b.y + c.y - d.y
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / determinant
  const h = (dx1 * dy3 - dx3 * dy1) / determinant
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1]
}

// The adjugate is the inverse up to a factor, and a factor does not matter in projective coordinates.
const inverted = ([a, b, c, d, e, f, g, h, i]: Matrix): Matrix => {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

/** Lays the picture onto the canvas with its corners at the quad's, bilinear, in place. */
export const layOnto = (canvas: Pixels, picture: Pixels, quad: Quad): void => {
  const [a, b, c, d, e, f, g, h, i] = inverted(squareToQuad(quad))
  const left = Math.max(0, Math.floor(Math.min(...quad.map((point) => point.x))))
  const right = Math.min(canvas.width - 1, Math.ceil(Math.max(...quad.map((point) => point.x))))
  const top = Math.max(0, Math.floor(Math.min(...quad.map((point) => point.y))))
  const bottom = Math.min(canvas.height - 1, Math.ceil(Math.max(...quad.map((point) => point.y))))
  const { channels, data: from } = picture
  const stride = picture.width * channels
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const w = g * x + h * y + i
      const u = ((a * x + b * y + c) / w) * (picture.width - 1)
      const v = ((d * x + e * y + f) / w) * (picture.height - 1)
      if (u < 0 || v < 0 || u > picture.width - 1 || v > picture.height - 1) continue
      const column = Math.min(Math.floor(u), picture.width - 2)
      const row = Math.min(Math.floor(v), picture.height - 2)
      const fx = u - column
      const fy = v - row
      const at = row * stride + column * channels
      const to = (y * canvas.width + x) * canvas.channels
      for (let channel = 0; channel < channels; channel += 1) {
        const p = at + channel
        const upper = (from[p] ?? 0) * (1 - fx) + (from[p + channels] ?? 0) * fx
        const lower = (from[p + stride] ?? 0) * (1 - fx) + (from[p + stride + channels] ?? 0) * fx
        canvas.data[to + channel] = upper * (1 - fy) + lower * fy
      }
    }
  }
}
