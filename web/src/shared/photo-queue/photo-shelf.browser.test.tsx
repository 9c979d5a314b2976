import { beforeEach, expect, test, vi } from 'vitest'
import { PHOTO_DATABASE } from '../../lib/kept-photos.ts'
import { logIn, logOut } from '../../lib/session.ts'
import type { KeptPhoto } from './photo-queue.ts'
import { photoShelf } from './photo-shelf.ts'

const DAY_MS = 24 * 3_600_000
let nowMs = 0
const shelf = photoShelf(() => nowMs)

const photo = (kind: KeptPhoto['kind'], more: Partial<KeptPhoto> = {}): KeptPhoto => ({
  userId: 'u',
  kind,
  uploadId: `${kind}-1`,
  image: new Blob(['bytes of a photo']),
  consentVersion: 'v1',
  takenAtMs: 0,
  ...more,
})

const ids = async (userId = 'u'): Promise<string[]> =>
  (await shelf.list(userId)).map(({ uploadId }) => uploadId).toSorted()

beforeEach(async () => {
  nowMs = 0
  const gone = indexedDB.deleteDatabase(PHOTO_DATABASE)
  await new Promise((resolve) => gone.addEventListener('success', resolve))
})

test('gives back what it was given, bytes and all', async () => {
  await shelf.put(photo('id_front'))
  const [kept] = await shelf.list('u')
  expect(kept).toMatchObject({ kind: 'id_front', uploadId: 'id_front-1', consentVersion: 'v1' })
  expect(await kept?.image.text()).toBe('bytes of a photo')
})

test('one photo of a kind: a new one takes the place of the old', async () => {
  await shelf.put(photo('id_front'))
  await shelf.put(photo('id_front', { uploadId: 'newer' }))
  await shelf.put(photo('selfie'))
  expect(await ids()).toEqual(['newer', 'selfie-1'])
})

test('removing the old one leaves the new one', async () => {
  await shelf.put(photo('id_front', { uploadId: 'newer' }))
  await shelf.remove(photo('id_front'))
  expect(await ids()).toEqual(['newer'])
  await shelf.remove(photo('id_front', { uploadId: 'newer' }))
  expect(await ids()).toEqual([])
})

test('nobody sees the photos of somebody else', async () => {
  await shelf.put(photo('id_front', { userId: 'other' }))
  expect(await ids()).toEqual([])
  expect(await ids('other')).toEqual(['id_front-1'])
})

test('after a week they are gone', async () => {
  await shelf.put(photo('id_front'))
  nowMs = 7 * DAY_MS
  expect(await ids()).toEqual(['id_front-1'])
  nowMs += 1
  expect(await ids()).toEqual([])
  nowMs = 0
  expect(await ids()).toEqual([])
})

test('a log-out deletes them, and they are never in local storage', async () => {
  logIn({ token: 't', userId: 'u' })
  await shelf.put(photo('id_front'))
  expect(Object.values(localStorage).join()).not.toContain('bytes')
  logOut()
  await expect.poll(async () => (await indexedDB.databases()).map(({ name }) => name)).not.toContain(PHOTO_DATABASE)
  expect(await ids()).toEqual([])
})

test('where the browser forbids it, nothing throws', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  await shelf.put(photo('id_front'))
  await shelf.remove(photo('id_front'))
  expect(await shelf.list('u')).toEqual([])
  open.mockRestore()
})
