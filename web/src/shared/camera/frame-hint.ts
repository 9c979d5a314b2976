/** What to mind while the camera is open; only ever one of them. */
export type FrameHint = 'dark' | 'glare' | 'moving' | 'good'

/** Of 255. Below, the letters of a card drown in the noise of a cheap camera. */
const DARK_BELOW = 55
const WHITE_FROM = 250
/** A reflection burns a patch; a white wall behind the card is greyer than that. */
const GLARE_SHARE = 0.1
/** The mean change of a pixel from one look to the next. */
const MOVING_FROM = 14

/** Brightness of each pixel, 0 to 255, of a picture as RGBA. */
export const lumaOf = (rgba: ArrayLike<number>): Uint8Array => {
  const luma = new Uint8Array(Math.floor(rgba.length / 4))
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    const at = pixel * 4
    luma[pixel] = Math.round(0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0))
  }
  return luma
}

/** It only helps to take a better photo; whether the photo can be read is the server's word. */
export const hintOf = (luma: Uint8Array, before: Uint8Array | undefined): FrameHint => {
  let sum = 0
  let white = 0
  let change = 0
  for (const [pixel, value] of luma.entries()) {
    sum += value
    if (value >= WHITE_FROM) white += 1
    if (before) change += Math.abs(value - (before[pixel] ?? value))
  }
  const count = Math.max(1, luma.length)
  if (sum / count < DARK_BELOW) return 'dark'
  if (change / count > MOVING_FROM) return 'moving'
  if (white / count > GLARE_SHARE) return 'glare'
  return 'good'
}
