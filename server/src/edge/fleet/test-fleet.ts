import { freePort } from '../../platform/free-port.ts'
import type { ServerProcess, serverProcesses } from '../http/test-process.ts'
import { DRAIN_SECONDS, startProxy } from './test-proxy.ts'

/** One process of a fleet, on a port of its own that its successors take over. */
export type Member = {
  readonly process: () => ServerProcess
  /** Asked to stop by SIGTERM, and started again when it has ended; the exit code of the old one. */
  readonly restart: () => Promise<number | null>
  /** Ended by SIGKILL, and started again. */
  readonly killAndStart: () => Promise<void>
}

export type Fleet = {
  /** The address of the proxy. */
  readonly url: string
  readonly web: readonly Member[]
  readonly jobs: readonly Member[]
}

const WEB_PROCESSES = 4
const JOBS_PROCESSES = 2

export const commonEnv = {
  TRUST_PROXY: 'loopback',
  MESSAGES_PER_HOUR_MAX: '1000000',
  LOG_LEVEL: 'warn',
}

/** Four processes for requests behind a proxy and two for jobs, on one database. */
export const startFleet = async (start: Awaited<ReturnType<typeof serverProcesses>>['start']): Promise<Fleet> => {
  const startMember = async (env: Record<string, string>): Promise<Member & { readonly port: number }> => {
    const port = await freePort()
    const own = { ...commonEnv, ...env, PORT: String(port) }
    let process = await start(own)
    const replace = async (): Promise<void> => void (process = await start(own))
    return {
      port,
      process: () => process,
      restart: async () => {
        const code = await process.stop()
        await replace()
        return code
      },
      killAndStart: async () => {
        await process.kill()
        await replace()
      },
    }
  }
  const many = (count: number, env: Record<string, string>) =>
    Promise.all(Array.from({ length: count }, () => startMember(env)))
  const web = await many(WEB_PROCESSES, { ROLE: 'web', DRAIN_SECONDS: String(DRAIN_SECONDS) })
  const jobs = await many(JOBS_PROCESSES, { ROLE: 'jobs' })
  return { url: await startProxy(web.map(({ port }) => port)), web, jobs }
}
