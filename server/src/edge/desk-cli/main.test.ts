import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someOf } from '@hola/core/test-proof.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyTestDatabase } from '../../platform/db/test-database.ts'
import { databaseProcesses } from '../../platform/db/test-processes.ts'
import { freePort } from '../../platform/free-port.ts'

// Whole processes start and stop here, on a machine that may be busy with other suites.

const root = join(import.meta.dirname, '..', '..', '..', '..')
const dataDir = await mkdtemp(join(tmpdir(), 'hola-desk-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const { connectionString } = await emptyTestDatabase()

const run = (program: string, args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const exitCode = once(child, 'close').then(([code]) => code as number | null)
  return { child, output, exitCode }
}

/** One line at the real desk, in a process of its own. */
const desk = async (args: readonly string[], env: Record<string, string> = {}) => {
  const { output, exitCode } = run('tools/desk.ts', args, env)
  return { exitCode: await exitCode, ...output }
}

const startServer = async () => {
  const port = await freePort()
  const { child, output, exitCode } = run('server/src/main.ts', [], { PORT: String(port) })
  await expect.poll(() => output.out).toContain('Ctrl-C stops everything.')
  const post = async (path: string, body: object) =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ ret: { products: unknown } }>
  return {
    post,
    stop: async () => {
      child.kill('SIGTERM')
      expect(await exitCode).toBe(0)
    },
  }
}

test('before the first start of the server: one line, and nothing is made', async () => {
  expect(await desk(['cases'])).toEqual({
    exitCode: 1,
    out: '',
    err: `There are no secrets in DATA_DIR ${dataDir}: start the server once, or set FIELD_KEY and CODE_PEPPER as it has them\n`,
  })
  expect(await readdir(dataDir)).toEqual([])
})

test('a line typed wrongly ends with 2 and needs no database', async () => {
  expect(await desk(['publish', 'products.json'])).toEqual({
    exitCode: 2,
    out: '',
    err: '--why is missing. It is: desk publish <file> --why <words>\n',
  })
})

test('it works beside a running server, by its clock, and alone, leaving no database behind', async () => {
  const server = await startServer()
  const { products } = JSON.parse(await readFile(join(root, 'server', 'data', 'products.json'), 'utf8'))
  const file = join(dataDir, 'cheaper.json')
  await writeFile(file, JSON.stringify({ products: [{ ...products[0], fee_basis_points: 900 }] }))
  await server.post('/sandbox/api/clock', { to: '2031-05-04T15:00:00.000Z' })

  expect(await desk(['sign-in', '--as', 'vera'])).toMatchObject({ exitCode: 0, err: '' })
  expect((await stat(join(dataDir, 'desk-session'))).mode & 0o777).toBe(0o600)
  const proposed = await desk(['publish', file, '--why', 'spring prices', '--json'])
  expect(proposed).toMatchObject({ exitCode: 0, err: '' })
  expect(JSON.parse(proposed.out)).toMatchObject({ kind: 'publication', state: 'open', proposer: 'Vera' })
  await server.stop()

  const alone = await desk(['acts', '--since', '2031-05-04', '--json'])
  expect(alone).toMatchObject({ exitCode: 0, err: '' })
  expect(JSON.parse(alone.out)).toMatchObject([
    { act: 'sign_in', actor: 'Vera' },
    { act: 'propose', actor: 'Vera', acted_at: expect.stringMatching(/^2031-05-04T15:/), why: 'spring prices' },
  ])
  expect(await databaseProcesses(dataDir)).toEqual([])
})

const dead: [string, () => Promise<string>, RegExp][] = [
  [
    'nobody listens there',
    async () => `postgresql://hola:hunter2@127.0.0.1:${await freePort()}/hola`,
    /^DATABASE_URL leads to no database \(.*ECONNREFUSED.*\): check it, and that PostgreSQL runs there\n$/,
  ],
  [
    'no server has made its tables',
    async () => connectionString,
    /^The database has not the tables of this version: start the server of this version once\n$/,
  ],
]
test.each(someOf('databases that the desk cannot use', dead, 1))(
  'with DATABASE_URL, and %s: one line',
  async (_, url, expected) => {
    const { exitCode, out, err } = await desk(['cases'], { DATABASE_URL: await url() })
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toMatch(expected)
    expect(err).not.toContain('hunter2')
  },
)
