import { afterAll, afterEach, beforeAll } from 'vitest'
import { discard, newDataDir, startServer, type RunningServer } from './server.ts'
import { freePort } from '../server/src/platform/free-port.ts'

const LOG_LINES = 100

/** A server for one file, whose clock moves under nobody else's codes and sessions. */
export function ownServer(settings: () => Promise<Record<string, string>> = async () => ({})): () => RunningServer {
  let server: RunningServer | undefined
  beforeAll(async () => {
    server = await startServer(await newDataDir(), await freePort(), await settings())
  })
  // Why something did not happen is often known only there.
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(server?.output().split('\n').slice(-LOG_LINES).join('\n'))
  })
  afterAll(async () => {
    if (server) await discard(server)
  })
  return () => {
    if (!server) throw new Error('the server has not been started yet')
    return server
  }
}
