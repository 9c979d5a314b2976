import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { serverProcesses } from './edge/http/test-process.ts'
import { openTestServer } from './edge/http/test-server.ts'
import { runProgram } from './edge/preflight/test-command.ts'
import { main as migrateMain } from './migrate-main.ts'
import { emptyTestDatabase } from './platform/db/test-database.ts'
import { inTransaction } from './platform/db/transaction.ts'

// A lender's own set-up: tables brought up to date by their owner, then processes that own nothing, some for requests and
// some for jobs.

const { connectionString, pool } = await emptyTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'hola-role-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The same database for a login that owns nothing and has the rights of the application alone. */
const asAppLogin = (): string => {
  const url = new URL(connectionString)
  url.username = 'hola_app_login'
  return url.href
}

const { secrets, start: startProcess } = await serverProcesses(asAppLogin())

const METRICS_TOKEN = 'a-token-of-the-scraper'
/** Nothing here reaches a provider. */
const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://hola.example',
  METRICS_TOKEN,
  BUREAU: 'bcra',
  PAYOUT: 'mercado-pago',
  COLLECTION: 'mercado-pago',
  COLLECTION_PAYER_MAIL: 'pagos@lender.example',
  MERCADO_PAGO_TOKEN: 'APP_USR-an-access-token',
  MERCADO_PAGO_WEBHOOK_SECRET: 'a-secret-of-webhooks',
  MERCADO_PAGO_KEY: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
  MESSAGES_PHONE: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'an-auth-token-of-twilio',
  TWILIO_FROM: '+15005550006',
  MESSAGES_MAIL: 'smtp',
  SMTP_URL: 'smtps://hola:secret@mail.example',
  MAIL_FROM: 'codigos@hola.example',
}
const start = (env: Record<string, string> = {}) => startProcess({ ...production, ...env })

const said = (stream: 'stdout' | 'stderr') => {
  const spy = vi.spyOn(process[stream], 'write').mockImplementation(() => true)
  return () => spy.mock.calls.flat().join('')
}

const keyFile = join(folder, 'field-key')
writeFileSync(keyFile, `${Buffer.from(secrets.fieldKey).toString('base64')}\n`)

test('a login that owns nothing does not touch older tables: one line says who does', async () => {
  await expect(start()).rejects.toThrow(
    /may not change them: run node server\/src\/main\.ts migrate with the login of their owner first/,
  )
})

test('migrate brings the tables to this version with the login of their owner, alone', async () => {
  const words = said('stdout')
  const env = { MODE: 'production', DATABASE_URL: connectionString, DATA_DIR: folder }
  expect(await migrateMain(env)).toBe(0)
  expect(words()).toContain('applied 0001-')
  expect(words()).toContain('The tables are those of this version.')
  expect(await migrateMain(env)).toBe(0)
})

describe('without its database', () => {
  test('migrate says so in one line', async () => {
    const words = said('stderr')
    expect(await migrateMain({ DATA_DIR: folder })).toBe(1)
    expect(words()).toBe('DATABASE_URL is missing: the embedded database is brought up to date by npm start\n')
  })
})

describe('with a login that owns nothing', async () => {
  /** A job that nobody minds being done at any time. */
  const fileJob = async () => {
    const { services } = await openTestServer(pool, { settings: { secrets } })
    await inTransaction(pool, (tx) => services.jobs.enqueue(tx, 'session-cleanup', {}))
  }
  const statesOfJob = async () =>
    (await pool.query<{ state: string }>(`SELECT state FROM pgboss.job WHERE name = 'session-cleanup'`)).rows

  test('a web process answers borrowers and takes no job; a jobs process does the opposite', async () => {
    const web = await start({ ROLE: 'web', FIELD_KEY: '', FIELD_KEY_FILE: keyFile })
    expect((await fetch(`${web.url}/openapi.json`)).status).toBe(200)
    await fileJob()
    expect(await statesOfJob()).toEqual([{ state: 'created' }])

    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const jobs = await start({ ROLE: 'jobs', COMMIT: 'abcdef1' })
    await expect.poll(statesOfJob).toEqual([{ state: 'completed' }])
    expect((await fetch(`${jobs.url}/openapi.json`)).status).toBe(404)
    expect((await fetch(`${jobs.url}/api/app/home`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${jobs.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${jobs.url}/healthz`)).json()).toMatchObject({
      ret: { status: 'up', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'abcdef1' },
    })
    expect(await (await fetch(`${jobs.url}/metrics`, { headers })).text()).toMatch(
      /^hola_build_info\{.*role="jobs".*\} 1$/m,
    )
  })

  test('the command line of the desk says in one line which role its login lacks', async () => {
    const own = {
      DATABASE_URL: asAppLogin(),
      DATA_DIR: folder,
      FIELD_KEY_FILE: keyFile,
      CODE_PEPPER: Buffer.from(secrets.codePepper).toString('base64'),
    }
    expect(await runProgram('tools/desk.ts', { ...production, ...own }, ['staff'])).toEqual({
      exitCode: 1,
      out: '',
      err: 'The role hola_desk is not open to hola_app_login: let an administrator of the database run GRANT hola_desk TO hola_app_login\n',
    })
  })

  test('asked to stop, it says that it is not ready, answers on, and ends when the time is over', async () => {
    const web = await start({ ROLE: 'web', DRAIN_SECONDS: '2' })
    const exitCode = web.stop()
    await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(503)
    const answer = await fetch(`${web.url}/openapi.json`)
    expect(answer.status).toBe(200)
    // Read to its end: the server waits with closing for whoever has not got the whole answer yet.
    await answer.text()
    expect(await exitCode).toBe(0)
  })
})
