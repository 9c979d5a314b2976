import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../settings.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'

type Listening = Pick<Settings, 'host' | 'port'>

/** Somebody who has the port says soon who it is. */
const ANSWER_LIMIT_MS = 2_000

/**
 * What to say when nobody can listen there; undefined for an error that has nothing to do with the settings. `of`: how the
 * names of the settings begin.
 */
export const listenProblem = (error: unknown, { host, port }: Listening, of: '' | 'DESK_' = ''): string | undefined => {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `${of}PORT ${port} is in use by another program: stop it, or set another ${of}PORT`
    case 'EACCES':
      return `${of}PORT ${port} is not open to this user: set ${of}PORT to 1024 or above`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${of}HOST ${host} is no address of this machine: set ${of}HOST to 127.0.0.1 or 0.0.0.0`
    default:
      return undefined
  }
}

const isServerOfOurs = async ({ host, port }: Listening): Promise<boolean> => {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/healthz`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    // It goes on with its version and commit, which may be others than ours.
    return (await answer.text()).startsWith('{"code":"0","msg":"","ret":{"status":"up",')
  } catch {
    return false
  }
}

/** Listens for a moment: a server that starts finds out by itself, and says the same. */
export const checkPort = async ({ host, port }: Listening): Promise<Finding> => {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    return ok(`PORT ${port} is free`)
  } catch (error) {
    const line = listenProblem(error, { host, port })
    if (line === undefined) throw error
    if (await isServerOfOurs({ host, port }))
      return warning(`PORT ${port} is in use by a Hola server that runs already`)
    return problem(line)
  } finally {
    server.close()
  }
}
