import type { Clock } from '@hola/core/clock.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { insertAccount } from '../../person/account/store.ts'
import { openSession } from '../../person/account/session.ts'
import { buildServer, openServices } from '../../app.ts'
import type { BuildOptions } from '../../app.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLog } from '../../platform/log.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'

/** Settings under which most tests run. The limit is out of the way; the tests of the limit set their own. */
export const testSettings: Settings = {
  mode: 'sandbox',
  role: 'all',
  drainSeconds: 0,
  port: 0,
  host: '127.0.0.1',
  desk: { port: 0, host: '127.0.0.1', origin: 'http://localhost:8081', isPortChosen: false },
  dataDir: '',
  publicUrl: 'http://localhost:8080',
  secrets: { codePepper: new Uint8Array(32), fieldKey: new Uint8Array(32) },
  providers: {
    messages: { phone: { provider: 'sandbox' }, mail: { provider: 'sandbox' } },
    bureau: { provider: 'sandbox' },
    payout: { provider: 'sandbox' },
    collection: [{ provider: 'sandbox' }],
    files: { store: 'disk' },
  },
  trustProxy: false,
  rateLimitPerMinute: 1_000_000,
  messagesPerHourMax: 1_000_000,
  logLevel: 'warn',
}

export type TestServer = { readonly app: FastifyInstance; readonly services: Services; readonly logged: string[] }

/** The real application on a real database, closed after the last test of the file. */
export const openTestServer = async (
  pool: Pool,
  { settings, clock, ...build }: BuildOptions & { settings?: Partial<Settings>; clock?: Clock } = {},
): Promise<TestServer> => {
  const logged: string[] = []
  const services = await openServices({
    settings: { ...testSettings, ...settings },
    pool,
    log: createLog('info', { write: (line: string) => logged.push(line) }),
    ...(clock === undefined ? {} : { clock }),
  })
  const app = buildServer(services, build)
  await app.ready()
  afterAll(async () => {
    await app.close()
    await services.jobs.stop()
    await services.identity.close()
    await services.printer.close()
  })
  return { app, services, logged }
}

/** A new account with one logged-in device. */
export const logInSomebody = async (
  services: Services,
): Promise<{ userId: string; sessionId: string; token: string; expiresAt: Date }> => {
  const userId = services.random.uuid()
  const session = await inTransaction(services.pool, async (tx) => {
    await insertAccount(tx, { userId, createdAt: services.clock.now() })
    return openSession(tx, services, userId)
  })
  return { userId, ...session }
}
