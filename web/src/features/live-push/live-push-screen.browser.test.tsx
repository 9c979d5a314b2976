import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { axe } from '../../lib/test-phone.ts'
import { LivePushScreen } from './live-push-screen.tsx'

beforeEach(() => chooseLocale('en'))

afterEach(() => {
  vi.restoreAllMocks()
  delete window.androidBridge
})

/** A drawn picture, and a tone where sound is asked for; or a device that refuses. */
const fakeDevices = (refuse: (asked: MediaStreamConstraints) => string | undefined = () => undefined) => {
  const asked: MediaStreamConstraints[] = []
  const given: MediaStream[] = []
  const getUserMedia = async (constraints: MediaStreamConstraints): Promise<MediaStream> => {
    asked.push(constraints)
    const refused = refuse(constraints)
    if (refused !== undefined) throw new DOMException('refused', refused)
    const stream = document.createElement('canvas').captureStream(1)
    if (constraints.audio) {
      const context = new AudioContext()
      stream.addTrack(context.createMediaStreamDestination().stream.getAudioTracks()[0] as MediaStreamTrack)
    }
    given.push(stream)
    return stream
  }
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue({ getUserMedia } as MediaDevices)
  const isOn = (): boolean => given.some((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live'))
  return { asked, isOn }
}

test.each([
  ['en', 'Turn on the camera', 'The camera is off', 'Turn off', 'Microphone'],
  ['es', 'Encender la cámara', 'La cámara está apagada', 'Apagar', 'Micrófono'],
] as const)('off until it is turned on, and off again, in %s', async (locale, on, isOff, off, sound) => {
  chooseLocale(locale)
  const { asked, isOn } = fakeDevices()
  const screen = await render(<LivePushScreen />)
  await expect.element(screen.getByText(isOff)).toBeVisible()
  expect(asked).toEqual([])
  await screen.getByRole('button', { name: on }).click()
  await expect.element(screen.getByRole('meter', { name: sound })).toBeVisible()
  expect(asked).toMatchObject([{ audio: true, video: { facingMode: { ideal: 'user' } } }])
  expect(isOn()).toBe(true)
  expect(await axe(screen.container)).toEqual([])
  await screen.getByRole('button', { name: off }).click()
  await expect.element(screen.getByText(isOff)).toBeVisible()
  expect(isOn()).toBe(false)
})

test('the other camera can be chosen', async () => {
  const { asked } = fakeDevices()
  const screen = await render(<LivePushScreen />)
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await screen.getByRole('radio', { name: 'Back' }).click()
  await expect.element(screen.getByText('The camera is on')).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ video: { facingMode: { ideal: 'environment' } } })
})

test('leaving the app turns it off, and coming back does not turn it on', async () => {
  const { asked, isOn } = fakeDevices()
  const screen = await render(<LivePushScreen />)
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(screen.getByText('The camera is on')).toBeVisible()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(isOn).toBe(false)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('The camera is off')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('closing the page turns it off', async () => {
  const { isOn } = fakeDevices()
  const screen = await render(<LivePushScreen />)
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(screen.getByText('The camera is on')).toBeVisible()
  await screen.unmount()
  expect(isOn()).toBe(false)
})

test('without a microphone there is still a picture', async () => {
  fakeDevices(({ audio }) => (audio ? 'NotFoundError' : undefined))
  const screen = await render(<LivePushScreen />)
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(screen.getByText('No microphone is used here.')).toBeVisible()
  await expect.element(screen.getByText('The camera is on')).toBeVisible()
})

test('in the wrapper only the camera is asked for', async () => {
  window.androidBridge = { postMessage: () => undefined }
  const { asked } = fakeDevices()
  const screen = await render(<LivePushScreen />)
  await expect.element(screen.getByText(/may use the camera\.$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(screen.getByText('The camera is on')).toBeVisible()
  expect(asked).toMatchObject([{ audio: false }])
})

test.each([
  ['NotAllowedError', /not allowed for this page/],
  ['NotFoundError', /No camera was found/],
  ['NotReadableError', /Another app is using the camera/],
])('%s is said in words, and it can be tried again', async (name, words) => {
  const { asked } = fakeDevices(() => name)
  const screen = await render(<LivePushScreen />)
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
  const before = asked.length
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked.length).toBeGreaterThan(before)
})

test('a browser that has no camera says so', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as unknown as MediaDevices)
  const screen = await render(<LivePushScreen />)
  await screen.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(screen.getByText(/cannot open the camera on this page/)).toBeVisible()
  await screen.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(screen.getByText(/cannot open the camera on this page/)).not.toBeInTheDocument()
})
