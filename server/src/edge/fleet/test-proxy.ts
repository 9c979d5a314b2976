import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { isProof } from '@hola/core/test-proof.ts'
import { afterAll } from 'vitest'
import { findProgram, startProgram, testFolder } from '../../platform/db/test-postgres.ts'
import { freePort } from '../../platform/free-port.ts'

// What stands before the web processes of a fleet: HAProxy with the backend of our example, or where that is missing a
// small forwarder that keeps the same rules: nobody gets a request whose readiness says no, and a request that reached
// nobody goes to the next.

const haproxy = findProgram('haproxy', 'HAPROXY_BIN')
export const proxyName = haproxy === undefined ? 'a forwarder of the tests' : 'HAProxy'

/** How often readiness is asked. Our example waits a second; a test run has less time. */
const CHECK_MS = isProof ? 1_000 : 200
const FALL = 2
/** So long a web process goes on answering after it said that it is not ready: longer than the proxy needs to see it. */
export const DRAIN_SECONDS = isProof ? 5 : 2

const example = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'proxy', 'haproxy.cfg')

/** Borrowers say themselves from which network they come: the header that our example sets stays as it is. */
const configuration = (port: number, backends: readonly number[]): string => {
  const text = readFileSync(example, 'utf8')
  const backend = text
    .slice(text.indexOf('\nbackend hola'), text.indexOf('\nbackend desk'))
    .replace('inter 1s', `inter ${CHECK_MS}ms`)
    .replace(/^ {2}server .*\n/gm, '')
    .trimEnd()
  const defaults = text.slice(text.indexOf('defaults'), text.indexOf('frontend'))
  const servers = backends.map((one) => `  server web${one} 127.0.0.1:${one}`)
  return [defaults, `frontend fleet\n  bind 127.0.0.1:${port}\n  default_backend hola\n`, backend, ...servers, ''].join(
    '\n',
  )
}

const startHaproxy = async (program: string, backends: readonly number[]): Promise<string> => {
  const { folder, account } = await testFolder()
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, backends))
  const proxy = await startProgram(program, ['-db', '-f', file], { port, account, cwd: folder })
  afterAll(async () => {
    await proxy.kill()
    await rm(folder, { recursive: true, force: true })
  })
  return `http://127.0.0.1:${port}`
}

const startForwarder = async (backends: readonly number[]): Promise<string> => {
  const agent = new Agent({ keepAlive: false })
  const misses = new Map(backends.map((port) => [port, 0]))
  const check = (port: number): void => {
    const note = (isReady: boolean) => void misses.set(port, isReady ? 0 : (misses.get(port) ?? 0) + 1)
    request({ port, host: '127.0.0.1', path: '/readyz', agent }, (answer) => {
      answer.resume()
      note(answer.statusCode === 200)
    })
      .on('error', () => note(false))
      .end()
  }
  const checking = setInterval(() => backends.forEach(check), CHECK_MS)
  let turn = 0
  const bodyOf = async (message: IncomingMessage): Promise<Buffer> => Buffer.concat(await Array.fromAsync(message))

  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => {
      const forward = (candidates: readonly number[]): void => {
        const [port, ...others] = candidates
        if (port === undefined) return void outgoing.writeHead(503).end()
        const { method, url: path, headers } = incoming
        request({ host: '127.0.0.1', port, method, path, headers, agent } as object, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.on('error', () => outgoing.destroy())
          answer.pipe(outgoing)
        })
          .on('error', (error: NodeJS.ErrnoException) => {
            if (error.code === 'ECONNREFUSED') return forward(others)
            if (!outgoing.headersSent) outgoing.writeHead(502).end()
          })
          .end(body)
      }
      turn += 1
      const ready = backends.filter((port) => (misses.get(port) ?? 0) < FALL)
      forward(ready.map((_, at) => ready[(at + turn) % ready.length] ?? 0))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    clearInterval(checking)
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Starts the proxy before these ports; its address. */
export const startProxy = (backends: readonly number[]): Promise<string> =>
  haproxy === undefined ? startForwarder(backends) : startHaproxy(haproxy, backends)
