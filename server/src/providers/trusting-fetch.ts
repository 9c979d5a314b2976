import { request } from 'node:https'
import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import type { Send } from './request.ts'

/** Statuses whose answers have no body, for which a Response takes none. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304])

/**
 * Sends one request and trusts these certificates beside those that Node trusts: for a server that leaves a certificate of
 * its chain out. The built-in `fetch` cannot be told whom to trust for one address alone.
 */
export const fetchTrusting =
  (certificates: string): Send =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method, headers, signal, ca: [...getCACertificates('default'), certificates] },
        (answer) => {
          const status = answer.statusCode ?? 0
          const lines = Object.entries(answer.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one): [string, string] => [name, one]),
          )
          const content = BODILESS.has(status) ? null : (Readable.toWeb(answer) as ReadableStream)
          if (content === null) answer.resume()
          resolve(new Response(content, { status, headers: lines }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
