import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { SentStatement } from '../server/src/platform/db/test-recording-pool.ts'

export const noPgbench =
  'pgbench was not found: install PostgreSQL (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql)'

const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** Where pgbench is: in the PATH, or where Debian puts what belongs to one version of PostgreSQL. */
export const findPgbench = async (): Promise<string | undefined> => {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => [])
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
  ]
  for (const folder of folders) {
    const file = join(folder, 'pgbench')
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  return undefined
}

/** A value as it stands in a text, of no type yet, as a parameter. A colon would begin a variable of pgbench. */
const literalOf = (value: string | null | undefined): string =>
  value === null || value === undefined
    ? 'NULL'
    : `E'${value
        .replaceAll('\\', String.raw`\\`)
        .replaceAll("'", "''")
        .replaceAll(':', String.raw`\x3A`)}'`

/** A run of one client: what was sent, and what of it has to be another each time it is sent. */
export type Recorded = {
  readonly statements: readonly SentStatement[]
  /** What was made up for it: each is exchanged for something that nobody has, the same one wherever it stands. */
  readonly madeUp?: readonly string[]
  /** Other exchanges in the text of a statement. */
  readonly rewrite?: (sql: string) => string
}

/** Twelve digits that pgbench draws, at the end of an id or of a number. */
const freshOf = (madeUp: string, variable: string): string =>
  /^[0-9a-f-]{36}$/.test(madeUp) ? `00000000-0000-4000-8000-:${variable}` : `BENCH-:${variable}`

const scriptOf = ({ statements, madeUp = [], rewrite = (sql) => sql }: Recorded): string => {
  const variables = madeUp.map((_, at) => `\\set fresh${at} random(100000000000, 999999999999)`)
  const lines = statements.map(({ text, values }) => {
    // Several statements in one text are one message.
    if (values.length === 0) return `${text.replaceAll(';', String.raw` \;`)};`
    let sql = text.replaceAll(/\$(\d+)/g, (_, number: string) => literalOf(values[Number(number) - 1]))
    for (const [at, value] of madeUp.entries()) sql = sql.replaceAll(value, freshOf(value, `fresh${at}`))
    return `${rewrite(sql)};`
  })
  return [...variables, ...lines].join('\n')
}

/**
 * The same statements as one call after another sends them, each sent when the one before it is answered: as many a
 * second as the database and a client in C can do. `recorded` has a list for each client; which one of it is run is left
 * to chance.
 */
export const runPgbench = async (
  pgbench: string,
  connectionString: string,
  recorded: readonly (readonly Recorded[])[],
  { timesEach }: { readonly timesEach: number },
): Promise<{ readonly perSecond: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-pgbench-'))
  try {
    const files: string[] = []
    for (const at of recorded[0]?.keys() ?? []) {
      const file = join(folder, `${at}.sql`)
      const branches = recorded.map((ofClient, client) => {
        const run = ofClient[at]
        if (run === undefined) throw new Error('every client has as many runs')
        return `${client === 0 ? '\\if' : '\\elif'} :client_id = ${client}\n${scriptOf(run)}`
      })
      await writeFile(file, [...branches, '\\endif', ''].join('\n'))
      files.push('-f', file)
    }
    const { stdout } = await promisify(execFile)(pgbench, [
      '--no-vacuum',
      '--protocol=simple',
      '--jobs=2',
      `--client=${recorded.length}`,
      `--transactions=${timesEach}`,
      ...files,
      connectionString,
    ])
    const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? []
    if (failed !== '0') throw new Error(`pgbench: ${stdout}`)
    const [, perSecond] = /^tps = ([\d.]+) \(without initial connection time\)/m.exec(stdout) ?? []
    return { perSecond: Number(perSecond) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
