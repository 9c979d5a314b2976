import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { SendLimits } from './attempts.ts'

/** Fast enough for a test, in the same proportions as the real ones. */
export const testLimits: SendLimits = { attempts: 3, pauseMs: 5, attemptLimitMs: 2_000, totalLimitMs: 4_500 }

/** What the provider does with one request: answers, says nothing for ever, or hangs up. */
export type Reply =
  | {
      readonly status: number
      readonly json?: unknown
      readonly text?: string
      readonly headers?: Record<string, string>
    }
  | 'silence'
  | 'hang up'

export type ProviderRequest = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A provider on this machine that gives the replies it is told, the last one for ever, and remembers what it was asked. */
export const startProvider = async (): Promise<{
  url: string
  requests: ProviderRequest[]
  willReply: (...replies: Reply[]) => void
}> => {
  const requests: ProviderRequest[] = []
  let replies: Reply[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body })
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 404 }
      if (reply === 'hang up') request.socket.destroy()
      if (typeof reply === 'string') return
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      response.end(reply.text ?? JSON.stringify(reply.json ?? {}))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    willReply: (...next) => {
      requests.length = 0
      replies = next
    },
  }
}

/** Settings of the two providers of messages as a lender has them, both at this address. */
export const twilioSettings = (url: string, authToken: string) => ({
  url,
  accountSid: `AC${'0f'.repeat(16)}`,
  authToken,
  from: '+15005550006',
})

export const whatsappSettings = (url: string, appSecret: string) => ({
  url,
  token: 'EAAJB-token',
  phoneId: '106540352242922',
  template: 'hola_code',
  noticePrefix: 'hola_',
  webhook: { appSecret, verifyToken: 'a-word-of-our-own' },
  languages: { es: 'es_AR', en: 'en_US' },
})
