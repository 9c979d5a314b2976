import { beforeEach, expect, test, vi } from 'vitest'
import { hideToast } from '@hola/ui/overlay/feedback.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { canSharePdf, canShareText, share } from './share.ts'

const toast = watchToasts()
const open = async (): Promise<void> => undefined

beforeEach(() => {
  hideToast()
  return () => vi.unstubAllGlobals()
})

test.each([
  ['neither words nor papers', {}, { text: false, pdf: false }],
  ['words alone', { share: open }, { text: true, pdf: false }],
  ['words alone, and says so', { share: open, canShare: () => false }, { text: true, pdf: false }],
  ['both', { share: open, canShare: () => true }, { text: true, pdf: true }],
])('a device shares %s', (_, navigator, can) => {
  vi.stubGlobal('navigator', navigator)
  expect({ text: canShareText(), pdf: canSharePdf() }).toEqual(can)
})

test.each([
  ['the list was closed', 'AbortError', undefined],
  ['the list is still open', 'InvalidStateError', undefined],
  ['the press was forgotten', 'NotAllowedError', 'It is ready. Press Share once more.'],
])('sharing fails: %s', async (_, name, words) => {
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) })
  await share({ text: 'a' })
  expect(toast()).toBe(words)
})

test('what should not happen is not hidden', async () => {
  vi.stubGlobal('navigator', { share: () => Promise.reject(new TypeError('nothing to share')) })
  await expect(share({ text: '' })).rejects.toThrow('nothing to share')
})
