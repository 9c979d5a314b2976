import { afterEach, expect, test } from 'vitest'
import { newSession } from './client.ts'
import { moveClock, readClock } from './sandbox-api.ts'
import { discard, killServer, newDataDir, startServer, type RunningServer } from './server.ts'
import { freePort } from '../server/src/platform/free-port.ts'

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

test('after kill -9 of Node the next start has the session and the moved clock', async () => {
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
