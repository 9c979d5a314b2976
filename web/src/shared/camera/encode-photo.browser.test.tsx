import { describe, expect, onTestFinished, test } from 'vitest'
import { encodePhoto, openPicture, PHOTO_BYTES_MAX } from './encode-photo.ts'
import { pictureFile } from './fake-camera.ts'

const open = async (file: Blob): Promise<ImageBitmap> => {
  const picture = await openPicture(file)
  if (typeof picture === 'string') throw new Error(picture)
  onTestFinished(() => picture.close())
  return picture
}

const encode = async (file: Blob, turns: 0 | 1 | 2 | 3 = 0): Promise<{ photo: Blob; size: [number, number] }> => {
  const photo = await encodePhoto(await open(file), turns)
  if (typeof photo === 'string') throw new Error(photo)
  const { width, height } = await open(photo)
  return { photo, size: [width, height] }
}

/** A photo of the worst kind: every pixel is another. */
const noise = async (width: number, height: number): Promise<Blob> => {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const image = context.createImageData(width, height)
  let seed = 7
  for (let at = 0; at < image.data.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    image.data[at] = at % 4 === 3 ? 255 : seed >> 16
  }
  context.putImageData(image, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
}

/** A camera's note in the file: here, that the picture lies on its side, and where it was taken. */
const withExif = async (jpeg: Blob): Promise<Blob> => {
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const place = new TextEncoder().encode('GPS -34.6037,-58.3816')
  const content = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff, ...place]
  const length = content.length + 2
  return new Blob(
    [jpeg.slice(0, 2), new Uint8Array([0xff, 0xe1, length >> 8, length & 255, ...content]), jpeg.slice(2)],
    { type: 'image/jpeg' },
  )
}

describe('a photo is sent', () => {
  test.each([
    ['a large one, scaled down', [4000, 3000], [2000, 1500]],
    ['one of a good size, as it is', [1600, 1200], [1600, 1200]],
    ['a slightly small one, enlarged', [1080, 680], [1200, 756]],
  ] as const)('a photo is sent: %s', async (_, [width, height], size) => {
    const { photo, size: sent } = await encode(await pictureFile(width, height))
    expect(sent).toEqual(size)
    expect(photo.type).toBe('image/jpeg')
    expect(photo.size).toBeLessThanOrEqual(PHOTO_BYTES_MAX)
  })

  test.each([
    [0, [1600, 1200]],
    [1, [1200, 1600]],
    [2, [1600, 1200]],
    [3, [1200, 1600]],
  ] as const)('turned %i times to the right', async (turns, size) => {
    expect((await encode(await pictureFile(1600, 1200), turns)).size).toEqual(size)
  })

  test('however much noise is in it, well under what the server takes', async () => {
    const { photo } = await encode(await noise(2000, 1500))
    expect(photo.size).toBeLessThan(2_000_000)
  })

  test('upright, and without a word of where it was taken', async () => {
    const file = await withExif(await pictureFile(1600, 1200, 'image/jpeg'))
    expect(await file.text()).toContain('GPS -34.6037')
    const { photo, size } = await encode(file)
    expect(size).toEqual([1200, 1600])
    const text = await photo.text()
    expect(text).not.toContain('Exif')
    expect(text).not.toContain('GPS')
  })

  test('what was transparent is white', async () => {
    const canvas = new OffscreenCanvas(1200, 900)
    canvas.getContext('2d')
    const { photo } = await encode(await canvas.convertToBlob({ type: 'image/png' }))
    const looked = new OffscreenCanvas(1, 1).getContext('2d')
    looked?.drawImage(await open(photo), 0, 0)
    expect([...(looked?.getImageData(0, 0, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
  })
})

describe('a file that cannot be used says why', () => {
  const heic = [0, 0, 0, 24, ...new TextEncoder().encode('ftypheic'), 0, 0, 0, 0]

  test.each([
    ['an iPhone photo by its name', new File(['x'], 'a.heic', { type: 'image/heic' }), 'heic'],
    ['an iPhone photo by its first bytes', new File([new Uint8Array(heic)], 'a'), 'heic'],
    ['a text that calls itself a photo', new File(['hello'], 'a.jpg', { type: 'image/jpeg' }), 'unreadable'],
    ['a document', new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }), 'unreadable'],
    ['nothing', new File([], 'a.jpg', { type: 'image/jpeg' }), 'unreadable'],
  ])('a file is refused: %s', async (_, file, problem) => {
    expect(await openPicture(file)).toBe(problem)
  })

  test('half a photo', async () => {
    const file = await pictureFile(1600, 1200)
    expect(await openPicture(file.slice(0, 60))).toBe('unreadable')
  })

  test('a small one', async () => {
    expect(await encodePhoto(await open(await pictureFile(640, 480)))).toBe('too_small')
  })
})
