import { vi } from 'vitest'

/** A drawn picture: grey, with a strip of black and white so that it is neither dark nor burnt. */
const paint = (width: number, height: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#8a8a8a'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#222'
  for (let x = 0; x < width; x += 20) context.fillRect(x, height * 0.7, 10, height * 0.2)
  return canvas
}

/** Stands in for the phone's camera; or for a browser that has none, or does not give it. */
export const fakeCamera = (
  camera: { width: number; height: number } | DOMException | 'missing' = { width: 1080, height: 1920 },
) => {
  const asked: (MediaStreamConstraints | undefined)[] = []
  const given: MediaStream[] = []
  const getUserMedia = async (constraints?: MediaStreamConstraints): Promise<MediaStream> => {
    asked.push(constraints)
    if (camera instanceof DOMException) throw camera
    if (camera === 'missing') throw new Error('never asked')
    const canvas = paint(camera.width, camera.height)
    // A canvas that never changes gives a stream no first picture. Few are enough: each is drawn by the processor.
    const stream = canvas.captureStream(5)
    const timer = setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 1, 1), 200)
    stream.getVideoTracks()[0]?.addEventListener('ended', () => clearInterval(timer))
    given.push(stream)
    return stream
  }
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(
    (camera === 'missing' ? undefined : { getUserMedia }) as MediaDevices,
  )
  const isOn = (): boolean => given.some((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live'))
  return { asked, isOn }
}

const files = new Map<string, Promise<File>>()

/** Encoded once for each size and kind. */
export const pictureFile = (width: number, height: number, type = 'image/png'): Promise<File> => {
  const key = `${width} × ${height} ${type}`
  const file =
    files.get(key) ??
    new Promise<File>((resolve, reject) =>
      paint(width, height).toBlob((blob) => {
        if (blob) resolve(new File([blob], 'photo', { type }))
        else reject(new Error('no picture'))
      }, type),
    )
  files.set(key, file)
  return file
}
