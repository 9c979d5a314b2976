import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './pdf.ts'

afterEach(() => {
  delete window.androidBridge
})

test('inside the wrapper a file is handed over, because a WebView saves none', async () => {
  const take = vi.fn<(name: string, mimeType: string, base64: string) => void>()
  window.androidBridge = { postMessage: () => undefined, saveFile: take }
  saveFile(new File([new Uint8Array([0, 1, 255])], 'contrato-1a2b.pdf', { type: 'application/pdf' }))
  await expect.poll(() => take.mock.calls).toEqual([['contrato-1a2b.pdf', 'application/pdf', 'AAH/']])
})
