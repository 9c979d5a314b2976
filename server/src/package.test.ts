import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyTestDatabase } from './platform/db/test-database.ts'
import { freePort } from './platform/free-port.ts'

// What an image and the units of systemd are made of: packed into a folder, it runs there without the checkout.

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const folder = await mkdtemp(join(tmpdir(), 'hola-package-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const { connectionString } = await emptyTestDatabase()

test('what npm run package writes brings tables up to date, serves both apps, backs up, restores', async () => {
  const packed = join(folder, 'hola')
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    DATABASE_URL: connectionString,
    DATA_DIR: join(folder, 'data'),
  }
  await run(process.execPath, [join(root, 'tools', 'package.ts'), packed, '--node'], { cwd: root, env: process.env })
  const node = join(packed, 'bin', 'node')
  const main = join(packed, 'server', 'src', 'main.ts')

  const migrated = await run(node, [main, 'migrate'], { cwd: packed, env })
  expect(migrated.stdout).toContain('The tables are those of this version.')

  const [port, deskPort] = [await freePort(), await freePort()]
  const ports = { PORT: String(port), DESK_PORT: String(deskPort) }
  const server = spawn(node, [main], { cwd: packed, env: { ...env, ...ports }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  onTestFinished(() => void server.kill('SIGKILL'))
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await expect.poll(() => output).toContain('Ctrl-C stops everything.')

  for (const origin of [`http://127.0.0.1:${port}`, `http://127.0.0.1:${deskPort}`])
    expect(await (await fetch(`${origin}/`)).text()).toContain('<script type="module"')
  const commit = (await readFile(join(packed, 'COMMIT'), 'utf8')).trim()
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toMatchObject({ ret: { commit } })

  const tool = (name: string, ...given: string[]) =>
    run(node, [join(packed, 'tools', `${name}.ts`), ...given], { cwd: packed, env: { ...env, ...ports } })
  const { stdout: health } = await tool('doctor')
  expect(health).toMatch(/^ok +The web app is built$/m)
  expect(health).toMatch(/^warning +PORT \d+ is in use by a Hola server that runs already$/m)
  expect((await tool('providers', 'check')).stdout).toMatch(/^ok /m)

  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])

  // Where there is no npm, and no checkout to fall back on.
  const withKey = { ...env, BACKUP_KEY: randomBytes(32).toString('base64') }
  const program = (name: string, ...args: string[]) => [join(packed, 'tools', `${name}.ts`), ...args]
  const file = join(folder, 'backup')
  const backedUp = await run(node, program('backup', file), { cwd: packed, env: withKey })
  expect(backedUp.stdout).toContain('read again to its end')
  const { connectionString: elsewhere } = await emptyTestDatabase()
  const place = { ...withKey, DATABASE_URL: elsewhere }
  const restored = await run(node, program('restore', file), { cwd: packed, env: place })
  expect(restored.stdout).toContain('In order: the books of 0 loans')
  const rekey = await run(node, program('rekey', '--help'), { cwd: packed, env: place })
  expect(rekey.stdout).toContain('seals everything anew')
})
