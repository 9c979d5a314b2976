import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runDeskServer } from './desk-main.ts'
import { rememberSecrets } from './edge/preflight/public.ts'
import { readSettings } from './edge/settings.ts'
import { systemRandom } from './platform/clock.ts'
import { loadRules, readReviewRules } from './lending/review/public.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { freePort } from './platform/free-port.ts'

const { connectionString, pool } = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'hola-desk-server-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const secrets = { fieldKey: randomBytes(32), codePepper: randomBytes(32) }
// What the server leaves at its first start.
await rememberSecrets(pool, secrets, systemRandom)
await inTransaction(pool, async (tx) => {
  await loadRules(tx, readReviewRules(), new Date('2026-11-16T12:00:00Z'))
})

const production = async () => ({
  MODE: 'production',
  DATA_DIR: dataDir,
  DATABASE_URL: connectionString,
  PUBLIC_URL: 'https://hola.example',
  DESK_ORIGIN: 'https://desk.hola.example',
  DESK_PORT: String(await freePort()),
  FIELD_KEY: Buffer.from(secrets.fieldKey).toString('base64'),
  CODE_PEPPER: Buffer.from(secrets.codePepper).toString('base64'),
  LOG_LEVEL: 'error',
})

/** The same database for a login that owns nothing and may take the role of the desk alone. */
const asDeskLogin = (): string => {
  const url = new URL(connectionString)
  url.username = 'hola_desk_login'
  return url.href
}

test.each([
  ['the login of the server', connectionString],
  ['a login that has the rights of the desk alone', asDeskLogin()],
])('the desk runs as a process of its own, without the settings of any provider: with %s', async (_, databaseUrl) => {
  const said = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  const stopping = new AbortController()
  const env = { ...(await production()), DATABASE_URL: databaseUrl }
  const running = runDeskServer(env, stopping.signal)
  const ask = (path: string, origin = env.DESK_ORIGIN) =>
    fetch(`http://127.0.0.1:${env.DESK_PORT}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: '{}',
    })
  await expect.poll(() => said.mock.calls.flat().join('')).toContain('The desk is ready: https://desk.hola.example')
  expect(await (await ask('session/begin')).json()).toMatchObject({
    code: '0',
    ret: { options: { rpId: 'desk.hola.example', userVerification: 'required' } },
  })
  expect((await ask('session/begin', 'https://hola.example')).status).toBe(401)
  expect((await ask('session/sandbox_members')).status).toBe(404)
  expect((await ask('app/home')).status).toBe(404)
  stopping.abort()
  await running
  said.mockRestore()
})

test('it reads no key of a provider, even when there is one', async () => {
  const env = { ...(await production()), PAYOUT: 'mercado-pago', MERCADO_PAGO_TOKEN: 'a-secret-of-the-provider' }
  const settings = readSettings(env, () => ({ codePepper: new Uint8Array(), fieldKey: new Uint8Array() }), 'desk')
  expect(settings).toMatchObject({ mode: 'production', desk: { origin: 'https://desk.hola.example' } })
  expect(JSON.stringify(settings)).not.toContain('a-secret-of-the-provider')
})

test.each([
  ['DESK_ORIGIN', /^DESK_ORIGIN is missing: production needs the address that the staff types/],
  ['DATABASE_URL', /^DATABASE_URL is missing: production needs/],
  ['FIELD_KEY', /^FIELD_KEY is missing: production needs/],
])('without %s it says so and does not start', async (name, words) => {
  const env = { ...(await production()), [name]: '' }
  await expect(runDeskServer(env, new AbortController().signal)).rejects.toThrow(words)
})
