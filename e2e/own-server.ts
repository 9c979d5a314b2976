import { afterAll, beforeAll } from 'vitest'
import { discard, freePort, newDataDir, startServer, type RunningServer } from './server.ts'

/** A server for one file, whose clock moves under nobody else's codes and sessions. */
export function ownServer(): () => RunningServer {
  let server: RunningServer | undefined
  beforeAll(async () => {
    server = await startServer(await newDataDir(), await freePort())
  })
  afterAll(async () => {
    if (server) await discard(server)
  })
  return () => {
    if (!server) throw new Error('the server has not been started yet')
    return server
  }
}
