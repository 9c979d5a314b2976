import type { ApiFetch } from '../../lib/api-client.ts'

/** A request that tells how much of it has gone, 0 to 1: `fetch` cannot. */
export const fetchTelling =
  (onShare: (share: number) => void): ApiFetch =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () =>
        resolve({
          status: request.status,
          text: async () => request.responseText,
          headers: { get: (name) => request.getResponseHeader(name) },
        }),
      )
      request.addEventListener('error', () => reject(new TypeError('the request did not get through')))
      request.addEventListener('abort', () => reject(new DOMException('the request was given up', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort())
      request.send(String(body))
    })
