import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DatabaseProblem } from './database-problem.ts'
import { findRunningPostgres, hasEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import type { EmbeddedPostgres } from './embedded.ts'
import { databaseProcesses } from './test-processes.ts'

// Whole processes start and stop here, on a machine that may be busy with other suites.

const newFolder = async (): Promise<string> => mkdtemp(join(tmpdir(), 'hola-embedded-'))

/** Most tests go on with the same database, one after the other, as one person's checkout would. */
const dataDir = await newFolder()
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const start = async (said: string[] = []): Promise<EmbeddedPostgres> => {
  const database = await startEmbeddedPostgres({ dataDir, say: (words) => said.push(words) })
  onTestFinished(() => database.stop())
  return database
}

const query = async (connectionString: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
const serverPid = async (): Promise<number> => Number((await readFile(pidFile, 'utf8')).split('\n')[0])

type Elsewhere = {
  readonly pid: number
  readonly exited: Promise<unknown>
  readonly nextLine: () => Promise<string>
}

/** A server of its own, in another process, which a test can kill. It says what it does, then how to connect. */
const launchElsewhere = (folder: string): Elsewhere => {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    const say = (words) => console.log(words)
    const { connectionString } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, say })
    console.log(connectionString)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid ?? 0,
    exited: once(child, 'exit'),
    nextLine: async () => String((await lines.next()).value),
  }
}

const startElsewhere = async (): Promise<Elsewhere & { connectionString: string }> => {
  const server = launchElsewhere(dataDir)
  for (;;) {
    const line = await server.nextLine()
    if (line.startsWith('postgresql:')) return { ...server, connectionString: line }
  }
}

test('the first start creates the database and says so; the second finds what was written', async () => {
  const said: string[] = []
  const first = await start(said)
  expect(said).toEqual(['creating it'])
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS number')
  await first.stop()
  expect(await first.ended).toBeUndefined()

  const second = await start(said)
  expect(said).toEqual(['creating it'])
  expect(await query(second.connectionString, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

test('it answers this machine only, and only to the password in a file of the owner', async () => {
  const { connectionString } = await start()
  const { port, password } = new URL(connectionString)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  expect((await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()).toBe(password)
  expect(await query(connectionString, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  for (const stranger of ['hola:wrong', 'hola', 'postgres', `postgres:${password}`])
    await expect(query(`postgresql://${stranger}@127.0.0.1:${port}/hola`, 'SELECT 1')).rejects.toThrow(
      /password|pg_hba/,
    )
})

test('the owner of the tables can take the two roles of transactions; old databases get them', async () => {
  const { connectionString, stop } = await start()
  const asApp = 'SET ROLE hola_app'
  const asDesk = 'SET ROLE hola_desk'
  for (const role of [asApp, asDesk]) await query(connectionString, role)
  await expect(query(connectionString, 'SET ROLE postgres')).rejects.toThrow('permission denied')
  await stop()
  // Made again where it is there already: that is what a start does that was killed before it left its mark.
  for (const mark of ['app-role', 'desk-role']) await rm(join(dataDir, 'postgres', mark))
  const again = await start()
  for (const role of [asApp, asDesk]) await query(again.connectionString, role)
  for (const mark of ['app-role', 'desk-role']) expect((await stat(join(dataDir, 'postgres', mark))).size).toBe(0)
})

test('stop leaves no process behind', async () => {
  const database = await start()
  const pid = await serverPid()
  expect(await databaseProcesses(dataDir)).toContain(String(pid))
  await database.stop()
  expect(await databaseProcesses(dataDir)).toEqual([])
})

const longTest = oneTestIn(4, 'starts and ends of an embedded PostgreSQL', { test, afterAll })

longTest('after kill -9 of the Node process alone, the next start takes over and nothing is lost', async () => {
  const killed = await startElsewhere()
  await query(killed.connectionString, 'CREATE TABLE after_kill AS SELECT 8 AS number')
  const left = await serverPid()
  process.kill(killed.pid, 'SIGKILL')
  await killed.exited
  expect(await databaseProcesses(dataDir)).toContain(String(left))

  const said: string[] = []
  const database = await start(said)
  expect(said).toEqual(['stopping the one that an earlier server left running'])
  expect(await databaseProcesses(dataDir)).not.toContain(String(left))
  expect(await query(database.connectionString, 'SELECT number FROM after_kill')).toEqual([{ number: 8 }])
})

longTest('after kill -9 of a Node process that creates the database, the next start creates it', async () => {
  const folder = await newFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const killed = launchElsewhere(folder)
  expect(await killed.nextLine()).toBe('creating it')
  process.kill(killed.pid, 'SIGKILL')
  await killed.exited

  const database = await startEmbeddedPostgres({ dataDir: folder, say: () => {}, fast: true })
  expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await database.stop()
})

longTest('after kill -9 of Node and PostgreSQL, the next start recovers and nothing is lost', async () => {
  const killed = await startElsewhere()
  await query(killed.connectionString, 'CREATE TABLE after_crash AS SELECT 9 AS number')
  const left = await serverPid()
  process.kill(killed.pid, 'SIGKILL')
  process.kill(left, 'SIGKILL')
  await killed.exited

  const database = await start()
  expect(await query(database.connectionString, 'SELECT number FROM after_crash')).toEqual([{ number: 9 }])
})

/** Somebody else's process under the user who runs PostgreSQL. */
const startStranger = async (): Promise<number> => {
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  await once(stranger, 'spawn')
  return stranger.pid ?? 0
}

const pidFiles: readonly (readonly [string, () => number | Promise<number>])[] = [
  ['of a process that is gone', () => 2_147_483_646],
  ['whose number another process has now', startStranger],
  ['whose number we have now', () => process.pid],
]

test.each(someOf('left-over pid files', pidFiles, 1))(
  'a left-over pid file %s is no obstacle',
  async (_, takeNumber) => {
    const pid = await takeNumber()
    await writeFile(pidFile, `${pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n`, { mode: 0o600 })
    const owner = await stat(join(dataDir, 'postgres'))
    await chown(pidFile, owner.uid, owner.gid)
    const database = await start()
    expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  },
)

longTest('a second server on the same folder is refused in one line, and the first goes on', async () => {
  const first = await startElsewhere()
  const second = startEmbeddedPostgres({ dataDir, say: () => {} })
  await expect(second).rejects.toThrow(
    `Another server is running with DATA_DIR ${dataDir}: stop it, or set another DATA_DIR for this one`,
  )
  expect(await query(first.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

longTest('two servers that start at once in an empty folder: one starts, the other is refused', async () => {
  const folder = await newFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const both = await Promise.allSettled(
    [1, 2].map(() => startEmbeddedPostgres({ dataDir: folder, say: () => {}, fast: true })),
  )
  const started = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(started).toHaveLength(1)
  expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await started[0]?.stop()
})

const brokenOff: readonly (readonly [string, string | undefined])[] = [
  ['while it is created', 'creating it'],
  ['before anything is done', undefined],
]

test.each(someOf('starts that are broken off', brokenOff, 1))(
  'a start that is broken off %s leaves nothing that hinders the next',
  async (_, at) => {
    const folder = await newFolder()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const stop = new AbortController()
    if (at === undefined) stop.abort()
    const broken = startEmbeddedPostgres({
      dataDir: folder,
      say: (words) => words === at && setTimeout(() => stop.abort(), 100),
      fast: true,
      signal: stop.signal,
    })
    await expect(broken).rejects.toThrow('aborted')
    const database = await startEmbeddedPostgres({ dataDir: folder, say: () => {}, fast: true })
    expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await database.stop()
  },
)

longTest('a lost password file is made again', async () => {
  await rm(join(dataDir, 'postgres-password'))
  const database = await start()
  expect(await query(database.connectionString, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

longTest('a database that ends by itself says so', async () => {
  const database = await start()
  process.kill(await serverPid(), 'SIGQUIT')
  expect(await database.ended).toMatch(/^The database stopped: /)
})

longTest('data of another PostgreSQL version is refused in one line and left alone', async () => {
  const versionFile = join(dataDir, 'postgres', 'PG_VERSION')
  const version = await readFile(versionFile, 'utf8')
  await writeFile(versionFile, '17\n')
  const refused = startEmbeddedPostgres({ dataDir, say: () => {} })
  await expect(refused).rejects.toThrow(
    /^DATA_DIR .* was made by PostgreSQL 17, and this version brings \d+: set another/,
  )
  await writeFile(versionFile, version)
  const database = await start()
  expect(await query(database.connectionString, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

longTest('a folder that cannot be made is refused in one line', async () => {
  const refused = startEmbeddedPostgres({ dataDir: join(dataDir, 'lock', 'below-a-file'), say: () => {} })
  await expect(refused).rejects.toBeInstanceOf(DatabaseProblem)
  await expect(refused).rejects.toThrow(/^The data folder could not be made: .*; set another DATA_DIR, or DATABASE_URL/)
})

longTest('a second program finds the database that runs, and nothing when none does', async () => {
  const folder = await newFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect([await hasEmbeddedPostgres(folder), await findRunningPostgres(folder)]).toEqual([false, undefined])
  const database = await startEmbeddedPostgres({ dataDir: folder, say: () => {}, fast: true })
  try {
    expect(await findRunningPostgres(folder)).toBe(database.connectionString)
  } finally {
    await database.stop()
  }
  expect([await hasEmbeddedPostgres(folder), await findRunningPostgres(folder)]).toEqual([true, undefined])
})
