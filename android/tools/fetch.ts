import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { run, type Say } from '../../tools/unpack-packages.ts'

/** A file whose content is known beforehand: it is kept under its name only when it is that. */
export type Pinned = { readonly file: string; readonly sha256: string; readonly bytes: number }

/** One that a Maven repository has. */
export type Artifact = Pinned & {
  readonly group: string
  readonly name: string
  readonly version: string
  /** `jar` unless it says otherwise. */
  readonly type?: 'aar'
}

/** How Maven is called; none where MAVEN_REPOSITORY names the address of a repository. */
export type Maven = { readonly program: string; readonly env: NodeJS.ProcessEnv }

/** Fetches into a folder, each under the name by which it is kept; others beside them are left behind. */
export type Bring<Wanted extends Pinned> = (folder: string, missing: readonly Wanted[]) => Promise<void>

const FETCH_LIMIT_MS = 900_000
const PROGRESS_EVERY_MS = 5_000

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

const megabytes = (bytes: number): string => String(Math.round(bytes / 1_000_000))

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    // Maven renames what it has fetched while this looks.
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0)

/** By name and size: what is kept was read through when it came. */
export const isKept = (cache: string, { file, bytes }: Pinned): boolean =>
  statSync(join(cache, file), { throwIfNoEntry: false })?.size === bytes

/** Brings those that are missing or are no longer what they were, and says every few seconds how far it is. */
export async function keep<Wanted extends Pinned>(
  cache: string,
  what: string,
  wanted: readonly Wanted[],
  say: Say,
  bring: Bring<Wanted>,
): Promise<void> {
  const missing = wanted.filter(
    ({ file, sha256 }) => !existsSync(join(cache, file)) || sha256Of(join(cache, file)) !== sha256,
  )
  if (missing.length === 0) return
  const total = missing.reduce((sum, { bytes }) => sum + bytes, 0)
  say(
    `fetching ${what}: ${missing.length === 1 ? missing[0]?.file : `${missing.length} files`}, ${megabytes(total)} MB`,
  )
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'fetch-'))
  const progress = setInterval(
    () => say(`fetching ${what}: ${megabytes(Math.min(bytesIn(folder), total))} of ${megabytes(total)} MB`),
    PROGRESS_EVERY_MS,
  )
  try {
    await bring(folder, missing)
    for (const { file, sha256 } of missing) {
      const brought = join(folder, basename(file))
      const is = sha256Of(brought)
      if (is !== sha256) throw new Error(`${file} is not the one that this build was made for: sha256 ${is}`)
      mkdirSync(join(cache, file, '..'), { recursive: true })
      renameSync(brought, join(cache, file))
    }
  } finally {
    clearInterval(progress)
    rmSync(folder, { recursive: true, force: true })
  }
}

const typeOf = ({ type }: Artifact): string => type ?? 'jar'

const nameOf = (artifact: Artifact): string => `${artifact.name}-${artifact.version}.${typeOf(artifact)}`

/** Only what is named, without what it would bring along: everything that is needed is on a list with its SHA-256. */
const projectOf = (missing: readonly Artifact[]): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>hola</groupId>
  <artifactId>fetch</artifactId>
  <version>1</version>
  <repositories>
    <repository><id>central</id><url>https://repo.maven.apache.org/maven2</url></repository>
    <repository><id>google</id><url>https://maven.google.com</url></repository>
  </repositories>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId>
    <artifactId>maven-dependency-plugin</artifactId>
    <configuration><artifactItems>
${missing
  .map((artifact) => {
    const { group, name, version } = artifact
    return `      <artifactItem><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><type>${typeOf(artifact)}</type></artifactItem>`
  })
  .join('\n')}
    </artifactItems></configuration>
  </plugin></plugins></build>
</project>
`

async function byMaven(folder: string, missing: readonly Artifact[], { program, env }: Maven): Promise<void> {
  const project = join(folder, 'pom.xml')
  writeFileSync(project, projectOf(missing))
  const settings = { outputDirectory: folder, 'maven.repo.local': join(folder, 'maven') }
  const args = Object.entries(settings).map(([key, value]) => `-D${key}=${value}`)
  const limits = { limitMs: FETCH_LIMIT_MS, silenceMs: FETCH_LIMIT_MS, env }
  const asked = await run(program, ['-B', '-ntp', '-f', project, 'dependency:copy', ...args], limits)
  if (!asked.ok) throw new Error(`mvn dependency:copy: ${asked.lastLine}; or set MAVEN_REPOSITORY`)
}

async function byAddress(folder: string, missing: readonly Artifact[], repository: string): Promise<void> {
  for (const artifact of missing) {
    const { group, name, version } = artifact
    const path = [...group.split('.'), name, version, nameOf(artifact)].join('/')
    const answer = await fetch(`${repository.replace(/\/$/, '')}/${path}`)
    if (!answer.ok) throw new Error(`${nameOf(artifact)}: the repository answered ${answer.status}`)
    writeFileSync(join(folder, nameOf(artifact)), Buffer.from(await answer.arrayBuffer()))
  }
}

/** Maven fetches by name from wherever it is set up to; MAVEN_REPOSITORY names a place where Maven is not wanted. */
export const fromMaven =
  (maven: Maven): Bring<Artifact> =>
  async (folder, missing) => {
    const repository = process.env['MAVEN_REPOSITORY']
    await (repository === undefined ? byMaven(folder, missing, maven) : byAddress(folder, missing, repository))
    for (const artifact of missing) {
      if (nameOf(artifact) === basename(artifact.file)) continue
      renameSync(join(folder, nameOf(artifact)), join(folder, basename(artifact.file)))
    }
  }
