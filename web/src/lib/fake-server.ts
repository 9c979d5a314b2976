import { vi } from 'vitest'

type Request = { path: string; headers: Headers; body: unknown }
type Answer = object | 'offline'

/**
 * Stands in for the server in browser tests: answers by path with an envelope, a refusal, or a broken connection, and
 * writes down what was asked. `retryAfter` beside the envelope is the header of that name.
 */
export const fakeServer = (answers: Record<string, Answer | ((request: Request) => Answer)>) => {
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(String(input), window.location.href), init)
    const path = new URL(request.url).pathname
    const body: unknown = request.method === 'POST' ? await request.json() : undefined
    const seen = { path, headers: request.headers, body }
    asked.push(seen)
    const found = answers[path] ?? { code: '404', msg: `nobody answers ${path}` }
    const answer = typeof found === 'function' ? found(seen) : found
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    const { retryAfter, ...envelope } = answer as { retryAfter?: number }
    return new Response(JSON.stringify(envelope), {
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    })
  })
  return { asked, answers }
}

export const succeed = (ret: unknown): object => ({ code: '0', msg: '', ret })
