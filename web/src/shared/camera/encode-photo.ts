import { sizeToSend, type Region, type Size } from './picture-size.ts'

/** Why a file or what the camera shows cannot be used. */
export type PictureProblem = 'heic' | 'unreadable' | 'too_small' | 'no_picture'

/** How often a picture was turned to the right. */
export type Turns = 0 | 1 | 2 | 3

/**
 * A slow connection of 20 kB a second carries this, as base64, within the time that a request may take; the server
 * would take eight times as much.
 */
export const PHOTO_BYTES_MAX = 900_000

/** Small print stays sharp at the first; the last is for a picture full of noise. */
const QUALITIES = [0.85, 0.75, 0.65, 0.5, 0.35] as const

/** Brands of the HEIF family, which iPhones save and few browsers open. */
const isHeic = async (file: Blob): Promise<boolean> => {
  if (/^image\/hei[cf]/i.test(file.type)) return true
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(head)
}

/** A file as a picture, upright as its camera wrote down. */
export const openPicture = async (file: Blob): Promise<ImageBitmap | PictureProblem> => {
  try {
    return await createImageBitmap(file)
  } catch {
    return (await isHeic(file)) ? 'heic' : 'unreadable'
  }
}

/** One moment of a video, the part of it that was framed; undefined while the camera has none to give. */
export const grabFrame = async (
  video: HTMLVideoElement,
  { x, y, width, height }: Region,
): Promise<ImageBitmap | undefined> => {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  return createImageBitmap(video, x, y, width, height).catch(() => undefined)
}

const draw = (picture: ImageBitmap, { width, height }: Size, turns: Turns): HTMLCanvasElement | undefined => {
  const canvas = document.createElement('canvas')
  const lying = turns % 2 === 1
  canvas.width = lying ? height : width
  canvas.height = lying ? width : height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // A JPEG has no transparency: what was clear would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return canvas
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * The picture as it is sent: scaled, turned, as a JPEG of a size that a slow connection can carry. Drawing it anew
 * leaves behind where and with what it was taken.
 */
export const encodePhoto = async (picture: ImageBitmap, turns: Turns = 0): Promise<Blob | PictureProblem> => {
  const size = sizeToSend(picture)
  if (!size) return 'too_small'
  const canvas = draw(picture, size, turns)
  let photo: Blob | null = null
  for (const quality of QUALITIES) {
    photo = canvas ? await toJpeg(canvas, quality) : null
    if (photo && photo.size <= PHOTO_BYTES_MAX) break
  }
  // Gives the memory back at once: a cheap phone may hold no second picture of this size.
  if (canvas) canvas.width = 0
  return photo ?? 'unreadable'
}
