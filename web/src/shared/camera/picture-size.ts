export type Size = { readonly width: number; readonly height: number }

/** A part of a picture, in its own pixels. */
export type Region = Size & { readonly x: number; readonly y: number }

/** More makes the upload longer and nothing easier to read. */
export const LONG_SIDE_MAX_PX = 2000

/** The server reads nothing smaller. */
export const LONG_SIDE_MIN_PX = 1200

/**
 * What a camera frames may be a little small: the card alone fills it, so it reads as well as a larger photo with a
 * table around the card. Enlarged by more than a third there would be nothing to read.
 */
const ENLARGE_MAX = 4 / 3

/** The size in which a picture is sent; undefined when it is too small to be read. */
export const sizeToSend = ({ width, height }: Size): Size | undefined => {
  const longSide = Math.max(width, height)
  if (longSide * ENLARGE_MAX < LONG_SIDE_MIN_PX || Math.min(width, height) < 1) return undefined
  const scale = Math.min(LONG_SIDE_MAX_PX, Math.max(LONG_SIDE_MIN_PX, longSide)) / longSide
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Around the frame, so that a card held a little off is still whole. */
const MARGIN = 0.08

/**
 * The part of a video that lies in the frame on the screen, with a margin. The video covers its element: it is scaled
 * until nothing is empty, and what hangs over on two sides is not seen.
 */
export const framedRegion = (video: Size, element: Size, frame: Region): Region => {
  const scale = Math.max(element.width / video.width, element.height / video.height)
  const hidden = {
    x: (video.width * scale - element.width) / 2,
    y: (video.height * scale - element.height) / 2,
  }
  const marginX = frame.width * MARGIN
  const marginY = frame.height * MARGIN
  const left = Math.max(0, (frame.x - marginX + hidden.x) / scale)
  const top = Math.max(0, (frame.y - marginY + hidden.y) / scale)
  const right = Math.min(video.width, (frame.x + frame.width + marginX + hidden.x) / scale)
  const bottom = Math.min(video.height, (frame.y + frame.height + marginY + hidden.y) / scale)
  const x = Math.round(left)
  const y = Math.round(top)
  return { x, y, width: Math.round(right) - x, height: Math.round(bottom) - y }
}
