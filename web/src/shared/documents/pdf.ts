/** The file as the contract carries it. */
export const pdfOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** In hexadecimal; undefined where the browser computes none, as on a page that came over plain HTTP. */
export const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> => {
  if (!('subtle' in crypto)) return undefined
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The name says which document it is; `mark` is the same for the same document. */
export const pdfFile = (bytes: Uint8Array<ArrayBuffer>, name: string, mark: string): File =>
  new File([bytes], `${name}-${mark}.pdf`, { type: 'application/pdf' })

const URL_LIVES_MS = 60_000

/** A WebView saves nothing that a page has made: inside the wrapper the file is handed over as base64. */
const handOver = (file: File, take: (name: string, mimeType: string, base64: string) => void): void => {
  const reader = new FileReader()
  reader.addEventListener('load', () => take(file.name, file.type, String(reader.result).replace(/^[^,]*,/, '')))
  reader.readAsDataURL(file)
}

/** Puts a file among the downloads. */
export const saveFile = (file: File): void => {
  const wrapper = window.androidBridge
  if (wrapper?.saveFile) return handOver(file, (...parts) => wrapper.saveFile?.(...parts))
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser takes its time to write a file, and says nothing when it is done.
  setTimeout(() => URL.revokeObjectURL(url), URL_LIVES_MS)
}
