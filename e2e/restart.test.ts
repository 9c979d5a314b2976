import { afterEach, describe, expect, test } from 'vitest'
import { newSession } from './client.ts'
import { moveClock, readClock } from './sandbox-api.ts'
import {
  discard,
  freePort,
  killServer,
  newDataDir,
  removeDataDir,
  startProcess,
  startServer,
  stopServer,
  type RunningServer,
} from './server.ts'

const dayMs = 24 * 3_600_000

let server: RunningServer | undefined

afterEach(async () => {
  if (server) await discard(server)
  server = undefined
})

async function homeCode(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/app/home`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', language: 'en', token },
    body: '{}',
  })
  return ((await answer.json()) as { code: string }).code
}

describe('after kill -9 of Node', () => {
  test('the next start serves again, and the session and the moved clock are still there', async () => {
    const dataDir = await newDataDir()
    const port = await freePort()
    server = await startServer(dataDir, port)
    const { token } = await newSession(server.url)
    await moveClock(server.url, { advance_ms: dayMs })
    expect(await homeCode(server.url, token)).toBe('0')

    await killServer(server)
    server = await startServer(dataDir, port)

    expect(await homeCode(server.url, token)).toBe('0')
    expect((await readClock(server.url)).offset_ms).toBe(dayMs)
  })
})

describe('a stop by signal', () => {
  test('ends with code 0 and leaves no process behind', async () => {
    server = await startServer(await newDataDir(), await freePort())
    const { port } = server
    expect(await stopServer(server)).toBe(0)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow(/fetch failed/)
  })
})

describe('a start that cannot work', () => {
  test.each([
    { name: 'production without its settings', env: { MODE: 'production' }, names: 'DATABASE_URL' },
    { name: 'a port that is none', env: { PORT: 'eighty' }, names: 'PORT' },
    { name: 'an unknown mode', env: { MODE: 'demo' }, names: 'MODE' },
  ])('$name: a clear line and a non-zero exit', async ({ env, names }) => {
    const dataDir = await newDataDir()
    const { child, output } = startProcess({ DATA_DIR: dataDir, ...env })
    const code = await new Promise((resolve) => child.on('close', resolve))
    await removeDataDir(dataDir)
    expect(code).toBe(1)
    expect(output()).toMatch(new RegExp(`^${names} `, 'm'))
    expect(output()).not.toMatch(/^\s+at /m)
  })
})
