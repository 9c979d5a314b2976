import { run } from 'axe-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { fakeUploads } from '../../shared/photo-queue/fake-upload.ts'
import { photoQueue } from '../../shared/photo-queue/our-queue.ts'
import { photoKinds, type PhotoKind } from '../../shared/photo-queue/photo-queue.ts'
import { photoShelf } from '../../shared/photo-queue/photo-shelf.ts'
import { logOut } from '../../lib/session.ts'
import { freshPhone, somebody } from '../../lib/test-phone.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { fakeHomes } from './fake-home.ts'
import type { Home } from './home-data.ts'
import { HomeForUser } from './home-for-user.tsx'

const home = '/api/app/home'
const shelf = photoShelf(() => 0)
const toast = watchToasts()

const begun: Home = {
  ...fakeHomes.in_review,
  state: 'not_applied',
  review_stage: null,
  review_expected_at: null,
  next_action: { kind: 'continue_application', step: 'photos', order_id: null },
}

freshPhone(somebody)

afterEach(() => photoQueue.forget())

/** As after a reload: they lie on the shelf, and nothing of them is in memory. */
const leave = async (kinds: readonly PhotoKind[], userId = 'user-1'): Promise<void> => {
  for (const kind of kinds)
    await shelf.put({
      userId,
      kind,
      uploadId: `${kind}-1`,
      image: new Blob([kind]),
      consentVersion: 'v1',
      takenAtMs: 0,
    })
}

const show = async (answer: Home = begun) => {
  vi.spyOn(Date, 'now').mockReturnValue(1)
  const server = fakeServer({ [home]: succeed(answer) })
  const uploads = fakeUploads()
  const screen = await render(<HomeForUser />)
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  return { server, ...uploads, screen, note: (words: RegExp) => screen.getByRole('status').filter({ hasText: words }) }
}

const link = (screen: { container: Element }): Element | undefined =>
  [...screen.container.querySelectorAll('a')].find(({ textContent }) => textContent === 'See my photos')

const stored = (kind: PhotoKind): object =>
  succeed({ photo: { kind, state: 'checking', reasons: [], retakes_left_count: 3 }, application: {} })

const keptIds = async (): Promise<string[]> => (await shelf.list('user-1')).map(({ uploadId }) => uploadId)

describe.each([
  ['en', '2 photos wait on this phone. They upload by themselves when the internet is back.', 'See my photos'],
  ['es', '2 fotos esperan en este teléfono. Suben solas cuando vuelva internet.', 'Ver mis fotos'],
] as const)('in %s', (language, words, name) => {
  test('photos that could not be sent: how many, what they wait for, the way to their page', async () => {
    await page.viewport(320, 640)
    chooseLocale(language)
    await leave(['id_front', 'selfie'])
    const { screen, note, nth } = await show()
    ;(await nth(1)).drop()
    await expect.element(note(new RegExp(words))).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name }))
      .toHaveAttribute('href', '#/pages/upload/upload-id-card/upload-id-card')
    expect((await run(screen.container, { rules: { region: { enabled: false } } })).violations).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(320)
    await page.viewport(390, 844)
  })
})

test('without a connection and a known Home, they are told above the screen that tries again', async () => {
  await leave(['selfie'])
  vi.spyOn(Date, 'now').mockReturnValue(1)
  fakeServer({ [home]: 'offline' })
  const { nth } = fakeUploads()
  const screen = await render(<HomeForUser />)
  ;(await nth(1)).drop()
  await expect.element(screen.getByText(/^1 photo waits on this phone/)).toBeVisible()
  const again = screen.getByRole('button', { name: /try again/ })
  expect(link(screen)?.getBoundingClientRect().bottom).toBeLessThan(again.element().getBoundingClientRect().top)
  expect((await run(screen.container, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('when the connection is back they go by themselves, and Home asks what comes next', async () => {
  await leave(['id_front', 'selfie'])
  const { server, screen, note, nth } = await show()
  const first = await nth(1)
  first.drop()
  await expect.element(note(/wait on this phone/)).toBeVisible()
  window.dispatchEvent(new Event('online'))
  const again = await nth(2)
  expect(again.body).toEqual(first.body)
  await expect.element(note(/^2 photos are on their way/)).toBeVisible()
  again.answer(stored('id_front'))
  await expect.element(note(/^1 photo is on its way/)).toBeVisible()
  const asked = server.asked.length
  ;(await nth(3)).answer(stored('selfie'))
  await expect.poll(toast).toBe('Done: no photo waits on this phone any more.')
  expect(link(screen)).toBeUndefined()
  await expect.poll(() => server.asked.slice(asked).map(({ path }) => path)).toContain(home)
  await expect.poll(keptIds).toEqual([])
})

test.each([
  ['the server is busy', { code: '503', msg: 'Not available.' }, /^1 photo waits on this phone. We cannot receive it/],
  ['the words have changed', { code: '20208', msg: 'Please agree.' }, /^1 photo waits on this phone. To send it/],
  ['it cannot be used', { code: '20210', msg: 'Too small.' }, /^1 photo could not be used. See why/],
])('an unsent photo: %s', async (_, answer, words) => {
  await leave(['id_back'])
  const { note, nth } = await show()
  ;(await nth(1)).answer(answer)
  await expect.element(note(words)).toBeVisible()
})

test('a phone without a connection does not pretend to be sending', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await leave(['id_back'])
  const { note, nth } = await show()
  await nth(1)
  await expect.element(note(/^1 photo waits on this phone. It uploads by itself/)).toBeVisible()
})

test('a log-out ends it: nothing is said and nothing is sent', async () => {
  await leave(photoKinds)
  const { screen, uploads, note, nth } = await show()
  ;(await nth(1)).drop()
  await expect.element(note(/^3 photos wait/)).toBeVisible()
  logOut()
  await expect.poll(() => link(screen)).toBeUndefined()
  window.dispatchEvent(new Event('online'))
  await expect.poll(keptIds).toEqual([])
  expect(uploads).toHaveLength(1)
})

test.each([
  ['an application that was sent already', fakeHomes.in_review, 'user-1'],
  ['the photos of somebody else', begun, 'user-2'],
])('%s: nothing is sent', async (_, answer, owner) => {
  await leave(['id_front'], owner)
  const { screen, uploads } = await show(answer)
  await vi.dynamicImportSettled()
  await shelf.list(owner)
  expect([uploads, link(screen)]).toEqual([[], undefined])
})
