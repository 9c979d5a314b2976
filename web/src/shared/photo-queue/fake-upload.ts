import { expect, vi } from 'vitest'

/** Stands in for uploads: each waits until the test lets it move on, break, or be answered. */
export const fakeUploads = () => {
  const uploads: FakeRequest[] = []

  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly headers: Record<string, string> = {}
    url = ''
    status = 0
    responseText = ''
    body: Record<string, string> = {}

    open(_method: string, url: string): void {
      this.url = url
    }

    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value
    }

    getResponseHeader(): string | null {
      return null
    }

    send(body: string): void {
      this.body = JSON.parse(body)
      uploads.push(this)
    }

    abort(): void {
      this.dispatchEvent(new Event('abort'))
    }

    progress(share: number): void {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * 1000, total: 1000 }))
    }

    answer(envelope: object): void {
      this.status = 200
      this.responseText = JSON.stringify(envelope)
      this.dispatchEvent(new Event('load'))
    }

    drop(): void {
      this.dispatchEvent(new Event('error'))
    }
  }

  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  /** The upload of that number, counted from one, once it has begun. */
  const nth = async (number: number): Promise<FakeRequest> => {
    await expect.poll(() => uploads.length).toBeGreaterThanOrEqual(number)
    const found = uploads[number - 1]
    if (!found) throw new Error(`upload ${number} is gone`)
    return found
  }
  return { uploads, nth }
}
