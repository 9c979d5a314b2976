import { civilDay } from '@hola/core/calendar.ts'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { someOf } from '@hola/core/test-proof.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { fakeUploads } from '../../shared/photo-queue/fake-upload.ts'
import { photoQueue } from '../../shared/photo-queue/our-queue.ts'
import type { PhotoKind } from '../../shared/photo-queue/photo-queue.ts'
import { logOut } from '../../lib/session.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { goNowhere } from '../../router/test-router.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { infoOf, photoOf } from './fake-application.ts'
import { fakeCamera, pictureFile } from '../../shared/camera/fake-camera.ts'
import type { ApplyInfo, PhotoStatus } from '../../shared/camera/photo-words.ts'
import { UploadIdCardScreen } from './upload-id-card-screen.tsx'

const applyInfo = '/api/loan/apply_info'
const nothing = infoOf(['missing', 'missing', 'missing'])
const allThere = infoOf(['accepted', 'accepted', 'accepted'])

let opened: string[][]

const toast = watchToasts()

freshPhone(somebody)
beforeEach(() => {
  opened = goNowhere()
})

afterEach(() => photoQueue.forget())

/** Ends clear of the dock, as the shell's page does. */
const Main = ({ children }: { children: ReactNode }): ReactNode => (
  <main style={{ paddingBottom: 'var(--page-end)' }}>{children}</main>
)

const show = async (info: ApplyInfo = nothing) => {
  const server = fakeServer({ [applyInfo]: succeed(info) })
  const uploads = fakeUploads()
  const screen = await render(<UploadIdCardScreen />, { wrapper: Main })
  const button = (name: string | RegExp) => screen.getByRole('button', { name, exact: true })
  return { server, ...uploads, screen, button }
}

type Shown = Awaited<ReturnType<typeof show>>

const agree = async ({ screen, button }: Shown): Promise<void> => {
  await screen.getByRole('checkbox', { name: 'I have read it and I give my permission' }).click()
  await button('Go on to the photos').click()
}

const takeByCamera = async ({ button }: Shown, name: string): Promise<void> => {
  await button(name).click()
  await button('Take the photo').click()
  await button('Use this photo').click()
}

const stored = (kind: PhotoKind, state: PhotoStatus['state'], application = nothing.application): object =>
  succeed({ photo: photoOf(kind, state), application })

describe('the consent', () => {
  test('is asked first, in three lines; nothing is ticked and no camera is opened', async () => {
    const camera = fakeCamera()
    const { screen, button } = await show()
    const asked = screen.getByRole('region', { name: biometricConsent.en.title })
    await expect.element(asked).toBeVisible()
    expect(asked.getByRole('listitem').elements()).toHaveLength(3)
    for (const paragraph of biometricConsent.en.paragraphs)
      await expect.element(screen.getByText(paragraph)).not.toBeVisible()
    await expect.element(screen.getByRole('checkbox')).not.toBeChecked()
    await button('Go on to the photos').click({ force: true })
    await expect.element(screen.getByRole('checkbox')).toHaveFocus()
    expect(camera.asked).toEqual([])
    expect(await axe()).toEqual([])
  })

  test('its exact words are one press away, in English with the Spanish text, which counts', async () => {
    const { screen } = await show()
    await screen.getByText('Read the whole text').click()
    for (const paragraph of [...biometricConsent.en.paragraphs, ...biometricConsent.es.paragraphs])
      await expect.element(screen.getByText(paragraph)).toBeVisible()
    await expect.element(screen.getByText(`Version ${biometricConsent.version}`)).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('in Spanish there is only that', async () => {
    chooseLocale('es')
    const { screen } = await show()
    await expect.element(screen.getByRole('heading', { name: biometricConsent.es.title })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Ahora no' })).toBeVisible()
    expect(screen.getByText('El texto en español, que es el que vale').elements()).toEqual([])
  })

  test('not now goes Home and says that nothing is lost', async () => {
    const { button } = await show()
    await button('Not now').click()
    await expect.poll(() => opened).toEqual([['switchTab', '/']])
    expect(toast()).toBe('Your application stays saved. You can come back whenever you like.')
  })

  test('leads to the three photos', async () => {
    const shown = await show()
    await agree(shown)
    const { screen } = shown
    for (const title of ['Front of the ID card', 'Back of the ID card', 'Selfie']) {
      await expect.element(screen.getByRole('region', { name: title, exact: true })).toBeVisible()
    }
    await expect.element(screen.getByRole('heading', { name: 'Your ID card and your face' })).toHaveFocus()
    await expect
      .element(screen.getByText('To request a loan it is necessary to take a photograph of your ID Card'))
      .toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('is not asked again of somebody whose photos we have', async () => {
    const { screen, button } = await show(infoOf(['accepted', 'missing', 'missing']))
    await expect.element(button('Take the back')).toBeVisible()
    expect(screen.getByRole('checkbox').elements()).toEqual([])
  })

  test.each([
    ['the words have changed', { code: '20208', msg: 'Please read it and agree.' }],
    ['it was withdrawn', { code: '301', msg: '' }],
  ])('is asked again when %s; the photo waits and is sent then', async (_, refusal) => {
    fakeCamera()
    const shown = await show(infoOf(['accepted', 'missing', 'missing']))
    await takeByCamera(shown, 'Take the back')
    const first = await shown.nth(1)
    first.answer(refusal)
    await expect.element(shown.screen.getByText(/^The words have changed or/)).toBeVisible()
    expect(await axe()).toEqual([])
    await agree(shown)
    const second = await shown.nth(2)
    expect(second.body['upload_id']).toBe(first.body['upload_id'])
  })
})

describe('the camera', () => {
  test('shows a frame and takes the part inside it', async () => {
    const camera = fakeCamera({ width: 1080, height: 1920 })
    const shown = await show()
    await agree(shown)
    const { screen, button } = shown
    await button('Take the front').click()
    await expect.element(screen.getByRole('dialog', { name: 'Front of the ID card' })).toBeVisible()
    await expect.element(screen.getByText('Fit all 4 corners')).toBeVisible()
    await expect.element(screen.getByText('Photo 1 of 3')).toBeVisible()
    await expect.element(screen.getByText('Good light, steady photo')).toBeVisible()
    await expect.element(button('Take the photo')).toHaveFocus()
    expect(camera.asked[0]).toMatchObject({ audio: false, video: { facingMode: { ideal: 'environment' } } })
    expect(await axe()).toEqual([])

    await button('Take the photo').click()
    const preview = screen.getByRole('img', { name: 'Front of the ID card, as it will be sent' })
    await expect.element(preview).toBeVisible()
    await expect.element(button('Use this photo')).toHaveFocus()
    expect(camera.isOn()).toBe(false)
    expect(await axe()).toEqual([])

    await button('Use this photo').click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    const { url, headers, body } = await shown.nth(1)
    expect(url).toBe('/api/app/upload_image_info')
    expect(headers).toMatchObject({ token: 'a-token', language: 'en' })
    expect(body).toMatchObject({ kind: 'id_front', consent_version: biometricConsent.version })
    expect(body['upload_id']).toMatch(/^[0-9a-f-]{36}$/)
    const { width, height } = await sizeOf(body['image_base64'])
    expect(width).toBe(1200)
    // The shape of a card with a margin, cut out of an upright picture.
    expect(width / height).toBeGreaterThan(1.35)
  })

  test('for the selfie it looks at the person and takes the whole picture', async () => {
    const camera = fakeCamera({ width: 1280, height: 720 })
    const shown = await show(infoOf(['accepted', 'accepted', 'missing']))
    await shown.button('Take the selfie').click()
    await expect.element(shown.screen.getByText('Your face inside the oval')).toBeVisible()
    expect(camera.asked[0]).toMatchObject({ video: { facingMode: { ideal: 'user' } } })
    expect(await axe()).toEqual([])
    await shown.button('Take the photo').click()
    await shown.button('Use this photo').click()
    expect(await sizeOf((await shown.nth(1)).body['image_base64'])).toEqual({ width: 1280, height: 720 })
  })

  test('the photo can be turned, and taken again', async () => {
    const camera = fakeCamera()
    const shown = await show(infoOf(['accepted', 'accepted', 'missing']))
    const { screen, button } = shown
    await button('Take the selfie').click()
    await button('Take the photo').click()
    await button('Take another').click()
    await expect.element(button('Take the photo')).toHaveFocus()
    expect(camera.asked).toHaveLength(2)
    await button('Take the photo').click()
    const preview = screen.getByRole('img', { name: 'Selfie, as it will be sent' })
    await expect.element(preview).toBeVisible()
    const shape = (): number => {
      const { naturalWidth, naturalHeight } = preview.element() as HTMLImageElement
      return naturalWidth / naturalHeight
    }
    await expect.poll(shape).toBeCloseTo(9 / 16)
    await button('Rotate').click()
    await expect.poll(shape).toBeCloseTo(16 / 9)
    await button('Use this photo').click()
    const { width, height } = await sizeOf((await shown.nth(1)).body['image_base64'])
    expect(width).toBeGreaterThan(height)
  })

  test('closes by Esc and by its button, and the light goes out', async () => {
    const camera = fakeCamera()
    const { screen, button } = await show(infoOf(['accepted', 'accepted', 'missing']))
    for (const close of [() => userEvent.keyboard('{Escape}'), () => button('Close the camera').click()]) {
      await button('Take the selfie').click()
      await expect.element(button('Take the photo')).toBeVisible()
      await close()
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
      expect(camera.isOn()).toBe(false)
      await expect.element(button('Take the selfie')).toHaveFocus()
    }
  })

  test.each([
    ['is not allowed', new DOMException('no', 'NotAllowedError'), /^The browser did not let us use the camera/],
    ['is not there', new DOMException('no', 'NotFoundError'), /^We found no camera on this device/],
    ['is in use', new DOMException('no', 'NotReadableError'), /^Another app is using the camera/],
  ])('that %s leaves the file, and another try', async (_, problem, words) => {
    fakeCamera(problem)
    const { screen, button } = await show(infoOf(['missing', 'accepted', 'accepted']))
    await button('Take the front').click()
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(await axe()).toEqual([])
    fakeCamera()
    await button('Try again').click()
    await expect.element(button('Take the photo')).toBeVisible()
  })

  test("that the browser does not have leaves the phone's own, and the file", async () => {
    fakeCamera('missing')
    const { screen, button } = await show(infoOf(['missing', 'accepted', 'missing']))
    await button('Take the front').click()
    await expect.element(screen.getByText(/^This browser cannot open the camera here/)).toBeVisible()
    const own = screen.getByLabelText("Open the phone's camera")
    expect([own.element().getAttribute('capture'), own.element().getAttribute('accept')]).toEqual([
      'environment',
      'image/*',
    ])
    expect(screen.getByLabelText('Choose a file').element().getAttribute('capture')).toBeNull()
    expect(await axe()).toEqual([])
  })
})

describe('a file', () => {
  test('is scaled down and sent as JPEG', async () => {
    fakeCamera('missing')
    const shown = await show(infoOf(['missing', 'accepted', 'accepted']))
    await shown.button('Take the front').click()
    await userEvent.upload(shown.screen.getByLabelText('Choose a file'), await pictureFile(4000, 2500))
    await shown.button('Use this photo').click()
    const base64 = (await shown.nth(1)).body['image_base64']
    expect(await sizeOf(base64)).toEqual({ width: 2000, height: 1250 })
    expect(atob(base64?.slice(0, 4) ?? '')).toBe('\u00FF\u00D8\u00FF')
  })

  test.each([
    ['of an iPhone', async () => new File(['x'], 'a.heic', { type: 'image/heic' }), /HEIC/],
    ['that is damaged', async () => new File(['x'], 'a.jpg', { type: 'image/jpeg' }), /^We could not open that file/],
    ['that is too small', () => pictureFile(640, 480), /^That picture is too small to be read/],
  ])('%s: said in plain words, and another can be chosen', async (_, file, words) => {
    fakeCamera(new DOMException('no', 'NotAllowedError'))
    const { screen, button } = await show(infoOf(['missing', 'accepted', 'accepted']))
    await button('Take the front').click()
    await userEvent.upload(screen.getByLabelText('Choose a file'), await file())
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(await axe()).toEqual([])
    await userEvent.upload(screen.getByLabelText('Choose a file'), await pictureFile(1600, 1000))
    await expect.element(button('Use this photo')).toBeVisible()
    expect(screen.getByText(words).elements()).toEqual([])
  })
})

describe('sending', () => {
  test('shows how much has gone; the dock offers the next photo meanwhile', async () => {
    fakeCamera()
    const shown = await show()
    await agree(shown)
    await takeByCamera(shown, 'Take the front')
    const { screen, button } = shown
    const upload = await shown.nth(1)
    upload.progress(0.62)
    const bar = screen.getByRole('progressbar', { name: 'Front of the ID card: uploading' })
    await expect.element(bar).toHaveAttribute('value', '62')
    await expect.element(screen.getByText('62\u00A0%')).toBeVisible()
    await expect.element(screen.getByText(/^Uploading: \d+ of \d+ KB$/)).toBeVisible()
    await expect.element(screen.getByRole('img', { name: 'The photo you took' })).toBeVisible()
    await expect.element(button('Take the back')).toBeVisible()
    await expect.element(button('Take the back')).toHaveFocus()
    expect(await axe()).toEqual([])
    upload.progress(1)
    await expect.element(screen.getByText('Uploaded. Waiting for the answer.')).toBeVisible()
    upload.answer(stored('id_front', 'accepted'))
    await expect.element(screen.getByText('Ready: it reads well')).toBeVisible()
    await expect.element(screen.getByText('2 photos to go.')).toBeVisible()
    await expect.poll(keptIds).toEqual([])
  })

  test.each(someOf('languages of the photos’ buttons', ['en', 'es'] as const, 1))(
    'moves no button away under a finger, in %s',
    async (language) => {
      chooseLocale(language)
      const { screen, nth } = await show(infoOf(['missing', 'missing', 'retake']))
      const bar = screen.getByRole('progressbar')
      const [front, back] = [screen.getByRole('region').first(), screen.getByRole('region').nth(1)]
      await expect.element(back).toBeVisible()
      const height = (): number =>
        back.element().getBoundingClientRect().top - front.element().getBoundingClientRect().top
      photoQueue.add({
        userId: 'user-1',
        kind: 'id_front',
        image: await pictureFile(160, 100),
        consentVersion: biometricConsent.version,
      })
      const upload = await nth(1)
      await expect.element(bar).toHaveAttribute('value', '0')
      const before = height()
      for (const share of [0.5, 1]) {
        upload.progress(share)
        await expect.element(bar).toHaveAttribute('value', String(share * 100))
        expect(height()).toBe(before)
      }
      upload.answer(stored('id_front', 'checking'))
      await expect.element(bar).not.toBeInTheDocument()
      expect(height()).toBe(before)
    },
  )

  test('one after the other: the next says that it waits', async () => {
    fakeCamera()
    const shown = await show(infoOf(['accepted', 'missing', 'missing']))
    await takeByCamera(shown, 'Take the back')
    await takeByCamera(shown, 'Take the selfie')
    const { screen, button } = shown
    await expect.element(screen.getByText('Waiting for its turn. It uploads by itself.')).toBeVisible()
    await expect.element(button('Send my application')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('The back, to finish uploading').first()).toBeVisible()
    expect(shown.uploads).toHaveLength(1)
    expect(await axe()).toEqual([])
    const application = infoOf(['accepted', 'accepted', 'checking']).application
    ;(await shown.nth(1)).answer(stored('id_back', 'accepted'))
    ;(await shown.nth(2)).answer(stored('selfie', 'checking', application))
    await expect.element(screen.getByText('Received. We are looking whether it reads well.')).toBeVisible()
    await expect.element(button('Send my application')).not.toHaveAttribute('aria-disabled')
  })

  test('the network drops: nothing is lost, and the same photo goes again by hand', async () => {
    fakeCamera()
    const shown = await show(infoOf(['accepted', 'accepted', 'missing']))
    await takeByCamera(shown, 'Take the selfie')
    const { screen, button } = shown
    const first = await shown.nth(1)
    first.progress(0.4)
    first.drop()
    await expect.element(screen.getByText(/^No connection. 1 photo waits on this phone/)).toBeVisible()
    await expect.element(screen.getByText(/^No connection. The photo is kept on this phone/)).toBeVisible()
    expect(await axe()).toEqual([])
    await button('Try now').click()
    const second = await shown.nth(2)
    expect(second.body).toEqual(first.body)
    second.answer(stored('selfie', 'accepted', allThere.application))
    await expect.element(button('Send my application')).toBeVisible()
  })

  test('when the phone says that the network is back, it goes by itself', async () => {
    fakeCamera()
    const shown = await show(infoOf(['accepted', 'accepted', 'missing']))
    await takeByCamera(shown, 'Take the selfie')
    const first = await shown.nth(1)
    first.drop()
    await expect.element(shown.button('Try now')).toBeVisible()
    window.dispatchEvent(new Event('online'))
    expect((await shown.nth(2)).body['upload_id']).toBe(first.body['upload_id'])
  })

  test('after the app was closed the photo is still there, and is sent', async () => {
    fakeCamera()
    const shown = await show(infoOf(['accepted', 'accepted', 'missing']))
    await takeByCamera(shown, 'Take the selfie')
    const first = await shown.nth(1)
    await expect.poll(keptIds).toEqual([first.body['upload_id']])
    await shown.screen.unmount()
    photoQueue.forget()

    const again = await show(infoOf(['accepted', 'accepted', 'missing']))
    const second = await again.nth(1)
    expect(second.body).toEqual(first.body)
    expect(Object.values(localStorage).join()).not.toContain(first.body['image_base64']?.slice(0, 40) ?? '')
  })

  test('after a log-out nothing of it is left', async () => {
    fakeCamera()
    const shown = await show(infoOf(['accepted', 'accepted', 'missing']))
    await takeByCamera(shown, 'Take the selfie')
    await shown.nth(1)
    logOut()
    await expect.poll(keptIds).toEqual([])
    expect(photoQueue.snapshot().entries).toEqual({})
  })

  test('a refused file says why in the words of the server, and asks for another', async () => {
    fakeCamera()
    const shown = await show(infoOf(['missing', 'accepted', 'accepted']))
    await takeByCamera(shown, 'Take the front')
    ;(await shown.nth(1)).answer({ code: '20210', msg: 'The photo is too small to read.' })
    await expect.element(shown.screen.getByText('The photo is too small to read.')).toBeVisible()
    await expect.element(shown.button('Take the front again')).toBeVisible()
    expect(await axe()).toEqual([])
  })
})

test('a photo that must be taken again says which, why, and how often it can be', async () => {
  const info = {
    ...infoOf(['accepted', 'retake', 'accepted'], { state: 'retake' }),
    photos: [
      photoOf('id_front', 'accepted'),
      photoOf('id_back', 'retake', 'The three lines at the bottom are blurred.'),
      photoOf('selfie', 'accepted'),
    ],
  }
  const { screen, button } = await show(info)
  const tile = screen.getByRole('region', { name: 'Back of the ID card', exact: true })
  await expect.element(tile.getByText('The three lines at the bottom are blurred.')).toBeVisible()
  await expect.element(tile.getByText('You can take it 2 more times.')).toBeVisible()
  await expect.element(button('Take the back again')).toBeVisible()
  expect(await axe()).toEqual([])
})

test('while a photo is looked at the page asks by itself', async () => {
  const { server, screen } = await show(infoOf(['accepted', 'accepted', 'checking']))
  await expect.element(screen.getByText('Received. We are looking whether it reads well.')).toBeVisible()
  server.answers[applyInfo] = succeed(allThere)
  await expect.element(screen.getByText('Received. We are looking whether it reads well.')).not.toBeInTheDocument()
  expect(screen.getByText('Ready: it reads well').elements()).toHaveLength(3)
})

describe('submitting', () => {
  test('sends the application and goes on', async () => {
    const { server, button } = await show(allThere)
    await button('Send my application').click()
    await expect
      .poll(() => opened)
      .toEqual([['reLaunch', '/pages/landing/landing-application-submited/landing-application-submited']])
    expect(server.asked.map(({ body }) => body)).toContainEqual({ submit: true })
    expect(await axe()).toEqual([])
  })

  test('what else is missing leads to its step', async () => {
    const { screen } = await show(infoOf(['accepted', 'accepted', 'accepted'], { open: ['social', 'withdrawal'] }))
    await expect
      .element(screen.getByRole('link', { name: 'Complete: Work and family' }))
      .toHaveAttribute('href', '#/pages/step/step-social/step-social')
    await expect
      .element(screen.getByRole('link', { name: 'Where you get the money' }))
      .toHaveAttribute('href', '#/pages/step/step-withdrawal/step-withdrawal')
    expect(await axe()).toEqual([])
  })

  test('a lost answer: what is true is asked again', async () => {
    const { server, screen, button } = await show(allThere)
    server.answers[applyInfo] = ({ body }) =>
      (body as { submit?: boolean }).submit
        ? 'offline'
        : succeed({ ...allThere, application: { ...allThere.application, state: 'in_review' } })
    await button('Send my application').click()
    await expect.element(screen.getByText('Your application is already with us')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'See how it is going' }))
      .toHaveAttribute('href', '#/pages/index/review-state/review-state')
    expect(await axe()).toEqual([])
  })

  test("the server's refusal is told", async () => {
    const { server, button } = await show(allThere)
    server.answers[applyInfo] = ({ body }) =>
      (body as { submit?: boolean }).submit ? { code: '20206', msg: 'Something is still missing.' } : succeed(allThere)
    await button('Send my application').click()
    await expect.poll(toast).toBe('Something is still missing.')
    expect(opened).toEqual([])
  })
})

describe.each(someOf('colours of the photos at 320 px', ['light', 'dark'] as const, 1))('at 320 px, %s', (theme) => {
  test('axe finds nothing, and nothing is wider than the screen', async () => {
    await page.viewport(320, 640)
    onTestFinished(() => page.viewport(390, 844))
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    })
    const look = async (): Promise<unknown[]> => [
      ...(await axe()),
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ]
    fakeCamera()
    const consent = await show()
    await expect.element(consent.screen.getByRole('checkbox')).toBeVisible()
    expect(await look()).toEqual([0])
    await consent.screen.unmount()

    const shown = await show(infoOf(['missing', 'retake', 'checking']))
    await expect.element(shown.button('Take the front')).toBeVisible()
    await shown.screen.getByText('How to take a good photo').click()
    expect(await look()).toEqual([0])
    await shown.button('Take the front').click()
    await expect.element(shown.screen.getByText('Good light, steady photo')).toBeVisible()
    expect(await look()).toEqual([0])
    await shown.button('Take the photo').click()
    await expect.element(shown.button('Use this photo')).toBeVisible()
    expect(await look()).toEqual([0])
    await shown.button('Use this photo').click()
    ;(await shown.nth(1)).drop()
    await expect.element(shown.button('Front of the ID card: Try now')).toBeVisible()
    expect(await look()).toEqual([0])
  })
})

test('without a connection: says so, and asks again', async () => {
  const server = fakeServer({ [applyInfo]: 'offline' })
  const screen = await render(<UploadIdCardScreen />)
  await expect.element(screen.getByText('We could not load your application')).toBeVisible()
  expect(await axe()).toEqual([])
  server.answers[applyInfo] = succeed(nothing)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('checkbox')).toBeVisible()
})

test('without a connection: a photo that waits on this phone is told all the same', async () => {
  fakeServer({ [applyInfo]: 'offline' })
  fakeUploads()
  photoQueue.add({ userId: 'user-1', kind: 'selfie', image: new Blob(['x']), consentVersion: 'v1' })
  const screen = await render(<UploadIdCardScreen />)
  await expect.element(screen.getByText(/^No connection\. 1 photo waits on this phone/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await axe()).toEqual([])
})

test('the whole way by keyboard alone', async () => {
  fakeCamera()
  const shown = await show()
  const { screen } = shown
  await expect.element(screen.getByRole('checkbox')).toBeVisible()
  const press = async (name: string, key = '{Enter}'): Promise<void> => {
    for (let step = 0; step < 40; step += 1) {
      const { activeElement } = document
      if (activeElement && nameOf(activeElement) === name) return userEvent.keyboard(key)
      await userEvent.tab()
    }
    throw new Error(`the keyboard does not reach "${name}"`)
  }
  await press('I have read it and I give my permission', ' ')
  await press('Go on to the photos')
  for (const [number, name] of ['Take the front', 'Take the back', 'Take the selfie'].entries()) {
    await press(name)
    await expect.element(shown.button('Take the photo')).toHaveFocus()
    await press('Take the photo')
    await expect.element(shown.button('Use this photo')).toHaveFocus()
    await press('Use this photo')
    const kind = (['id_front', 'id_back', 'selfie'] as const)[number] ?? 'selfie'
    const upload = await shown.nth(number + 1)
    const states = (['accepted', 'missing', 'missing'] as const).map((state, at) => (at <= number ? 'accepted' : state))
    shown.server.answers[applyInfo] = succeed(
      infoOf([states[0] ?? 'missing', states[1] ?? 'missing', states[2] ?? 'missing']),
    )
    upload.answer(stored(kind, 'accepted', kind === 'selfie' ? allThere.application : nothing.application))
  }
  await expect.element(shown.button('Send my application')).toBeVisible()
  await press('Send my application')
  await expect.poll(() => opened[0]?.[0]).toBe('reLaunch')
})

/** What a screen reader would call it: good enough for buttons and fields. */
const nameOf = (element: Element): string => {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent ?? ''
  return element.querySelector(':scope > span')?.textContent ?? element.textContent
}

const sizeOf = async (base64: string | undefined): Promise<{ width: number; height: number }> => {
  const bytes = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const { width, height } = picture
  picture.close()
  return { width, height }
}

/** What lies in the browser's database. */
const keptIds = (): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('photos')
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      if (!database.objectStoreNames.contains('photos')) {
        database.close()
        indexedDB.deleteDatabase('photos')
        resolve([])
        return
      }
      const all = database.transaction('photos').objectStore('photos').getAll()
      all.addEventListener('success', () => {
        database.close()
        resolve(all.result.map(({ uploadId }: { uploadId: string }) => uploadId))
      })
    })
  })

describe('what the card says against the form', () => {
  const differs: ApplyInfo = {
    ...infoOf(['accepted', 'accepted', 'accepted']),
    application: { ...allThere.application, next_step: 'photos', can_submit: false },
    card_check: {
      is_reading: false,
      differences: [
        { field: 'national_id_number', typed: '30111223', on_card: '30111222' },
        { field: 'cuil', typed: '27301112238', on_card: '27301112220' },
        { field: 'birth_day', typed: '1983-08-15', on_card: '1983-08-14' },
        { field: 'gender_id', typed: 'm', on_card: 'f' },
      ],
      expired_day: null,
    },
  }
  const basic = { first_name: 'Lucía', national_id_number: '30111223', cuil: '27301112238', education_id: 'primary' }

  test('is shown side by side, cannot be sent, and one tap takes over what the card says', async () => {
    const { server, screen, button } = await show(differs)
    await expect.element(screen.getByText('Your ID card says something else')).toBeVisible()
    for (const text of ['You typed 30.111.223', 'Your card says 30.111.222', 'Your card says 14/08/1983'])
      await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByText('You typed Male')).toBeVisible()
    expect(button('Send my application').elements()).toEqual([])
    expect(await axe()).toEqual([])

    server.answers['/api/app/get_basic_info'] = succeed({ info: basic, saved_at: '2026-11-16T13:00:00.000Z' })
    server.answers['/api/app/save_basic_info'] = succeed({
      saved_at: '2026-11-16T13:41:00.000Z',
      application: allThere.application,
    })
    server.answers[applyInfo] = succeed(allThere)
    await button('Use what my card says').click()
    await expect.element(button('Send my application')).toBeVisible()
    expect(toast()).toBe('Done. The form says the same as your ID card.')
    const sent = server.asked.find(({ path }) => path === '/api/app/save_basic_info')
    expect(sent?.body).toEqual({
      ...basic,
      national_id_number: '30111222',
      cuil: '27301112220',
      birth_day: '1983-08-14',
      gender_id: 'f',
    })
    expect(screen.getByText('Your ID card says something else').elements()).toEqual([])
  })

  test('a name that cannot be read whole leads to the form instead', async () => {
    const differences = [{ field: 'last_name', typed: 'Paz', on_card: null } as const]
    const { screen, button } = await show({ ...differs, card_check: { ...differs.card_check, differences } })
    await expect
      .element(screen.getByText('It cannot be read whole on the card: please look at it yourself.'))
      .toBeVisible()
    expect(button('Use what my card says').elements()).toEqual([])
    await expect
      .element(screen.getByRole('link', { name: 'Correct the form by hand' }))
      .toHaveAttribute('href', '#/pages/step/step-basic/step-basic')
  })

  test('an expired card is said with its day, and the photo of another one is the next thing', async () => {
    const { screen, button } = await show({
      ...differs,
      card_check: { is_reading: false, differences: [], expired_day: civilDay('2025-11-15') },
    })
    await expect.element(screen.getByText('Your ID card expired on 15/11/2025')).toBeVisible()
    expect(button('Send my application').elements()).toEqual([])
    await expect.element(button('Take the back again')).toBeVisible()
  })

  test('is asked for while a side is being read, before the other photos are taken', async () => {
    const reading = infoOf(['checking', 'missing', 'missing'])
    const { server, screen } = await show({ ...reading, card_check: { ...reading.card_check, is_reading: true } })
    await expect.element(screen.getByText('Received. We are looking whether it reads well.')).toBeVisible()
    server.answers[applyInfo] = succeed({ ...reading, card_check: differs.card_check })
    await expect.element(screen.getByText('Your ID card says something else'), { timeout: 10_000 }).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Use what my card says' })).toBeVisible()
    await expect.element(screen.getByText('Received. We check it together with the others.')).toBeVisible()
  })

  test.each(someOf('languages of the photos at 320 px', ['en', 'es'] as const, 1))(
    'is whole at 320 px in %s',
    async (language) => {
      await page.viewport(320, 640)
      chooseLocale(language)
      const { screen } = await show(differs)
      await expect.element(screen.getByText(/30\.111\.222/)).toBeVisible()
      expect(document.documentElement.scrollWidth).toBe(320)
      await page.viewport(390, 844)
    },
  )
})
