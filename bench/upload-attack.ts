import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A thread that sends bodies for `bench/uploads.ts`, so that the one that measures is not slowed down by it.

export type Attack = {
  readonly url: string
  readonly atOnce: number
  /** Each body is sent by the account of its token; the next one begins when one is answered. */
  readonly shots: readonly { readonly token: string; readonly body: number }[]
  /** JSON without its first field, the id: each is sent under one of its own. */
  readonly bodies: readonly Uint8Array[]
  readonly forMs: number
}

/** How often each status was answered, or the connection broke. */
export type AttackResult = Readonly<Record<string, number>>

const { url, atOnce, shots, bodies, forMs } = workerData as Attack
const agent = new Agent({ keepAlive: true })

const send = (token: string, body: Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    const start = `{"upload_id":"${randomUUID()}",`
    const headers = { 'content-type': 'application/json', 'content-length': start.length + body.length, token }
    const sending = request(`${url}/api/app/upload_image_info`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(String(answer.statusCode)))
    })
    sending.on('error', (error) => resolve('code' in error ? String(error.code) : 'error'))
    sending.write(start)
    sending.end(body)
  })

const counts: Record<string, number> = {}
const until = performance.now() + forMs
let next = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (performance.now() < until) {
      const shot = shots[next]
      const body = shot && bodies[shot.body]
      next += 1
      if (shot === undefined || body === undefined) return
      const status = await send(shot.token, body)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }),
)
agent.destroy()
parentPort?.postMessage(counts)
