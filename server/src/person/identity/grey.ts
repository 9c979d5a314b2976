import sharp from 'sharp'

/** One byte a pixel. */
export type Grey = { readonly data: Uint8Array; readonly width: number; readonly height: number }

export type QuarterTurn = 0 | 90 | 180 | 270

/** Decodes to grey with the given long side, never enlarged, turned clockwise. */
export const decodeGrey = async (
  image: Uint8Array,
  longSide: number,
  turn: QuarterTurn = 0,
  blurSigma = 0,
): Promise<Grey> => {
  const grey = sharp(image)
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .rotate(turn)
    .greyscale()
  const { data, info } = await (blurSigma > 0 ? grey.blur(blurSigma) : grey).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * The variance of the Laplacian at a long side of 800: how much fine detail there is. Compared only between photos of
 * the same kind, since a card has more of it than a face.
 */
export const sharpnessOf = async (image: Uint8Array): Promise<number> => {
  const { data, width, height } = await decodeGrey(image, 800)
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const around = (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0)
      const value = around - 4 * (data[at] ?? 0)
      sum += value
      squares += value * value
    }
  }
  const count = (width - 2) * (height - 2)
  return Math.round((squares / count - (sum / count) ** 2) * 10) / 10
}

/** The rectangle, with what lies outside the picture in the given grey. */
export const crop = (from: Grey, left: number, top: number, width: number, height: number, outside = 255): Grey => {
  const data = new Uint8Array(width * height).fill(outside)
  for (let y = Math.max(0, -top); y < Math.min(height, from.height - top); y += 1) {
    const start = Math.max(0, left)
    const end = Math.min(from.width, left + width)
    if (end > start) {
      const row = (y + top) * from.width
      data.set(from.data.subarray(row + start, row + end), y * width + start - left)
    }
  }
  return { data, width, height }
}

/** Turned by a small angle about its centre, bilinear, same size; positive angles turn counter-clockwise on screen. */
export const turned = (from: Grey, degrees: number, outside = 255): Grey => {
  const { width, height } = from
  const data = new Uint8Array(width * height)
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  const centreX = (width - 1) / 2
  const centreY = (height - 1) / 2
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = (x - centreX) * cos - (y - centreY) * sin + centreX
      const v = (x - centreX) * sin + (y - centreY) * cos + centreY
      const column = Math.floor(u)
      const row = Math.floor(v)
      if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) {
        data[y * width + x] = outside
        continue
      }
      const fx = u - column
      const fy = v - row
      const at = row * width + column
      const upper = (from.data[at] ?? 0) * (1 - fx) + (from.data[at + 1] ?? 0) * fx
      const lower = (from.data[at + width] ?? 0) * (1 - fx) + (from.data[at + width + 1] ?? 0) * fx
      data[y * width + x] = upper * (1 - fy) + lower * fy
    }
  }
  return { data, width, height }
}
