import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export type Say = (line: string) => void

const silenceLimitMs = 60_000
const installLimitMs = 300_000

export function onPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export type Ran = { ok: boolean; stdout: string; lastLine: string }

type Limits = { limitMs?: number; silenceMs?: number; env?: NodeJS.ProcessEnv }

/** Runs a command within limits. Its output is kept to name the reason when it fails. */
export function run(
  command: string,
  args: readonly string[],
  { limitMs = installLimitMs, silenceMs = silenceLimitMs, env = {} }: Limits = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let both = ''
    let why = ''
    const stop = (reason: string) => {
      why = reason
      child.kill('SIGKILL')
    }
    const limit = setTimeout(() => stop(`not done after ${limitMs / 1000} s`), limitMs)
    let silence = setTimeout(() => stop(`silent for ${silenceMs / 1000} s`), silenceMs)
    const heard = (text: string) => {
      both = (both + text).slice(-10_000)
      clearTimeout(silence)
      silence = setTimeout(() => stop(`silent for ${silenceMs / 1000} s`), silenceMs)
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      heard(text)
    })
    child.stderr.setEncoding('utf8').on('data', heard)
    const done = (ok: boolean, problem = '') => {
      clearTimeout(limit)
      clearTimeout(silence)
      const errors = both.split('\n').filter((line) => /^(E:|Failed|.*\b[A-Z]\w*Error:|Error:)/.test(line))
      const lastLine = why || problem || (errors.at(-1) ?? both.trim().split('\n').at(-1) ?? '')
      resolve({ ok, stdout, lastLine: lastLine.trim().slice(0, 160) })
    }
    child.on('error', (error) => done(false, error.message))
    child.on('close', (code) => done(code === 0))
  })
}

export type Apt = (args: readonly string[]) => Promise<Ran>

/** Which packages are wanted, asked once apt knows what there is. */
export type Choice = (apt: Apt) => Promise<readonly string[]>

/**
 * Debian's packages without installing anything: apt with folders of its own fetches what is missing, and it is
 * unpacked into `<cache>/root`. Undefined, and the reason said, where that cannot be done.
 */
export async function unpackPackages(cache: string, choice: Choice, say: Say): Promise<string | undefined> {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return undefined
  const root = join(cache, 'root')
  const archives = join(cache, 'apt/cache/archives')
  for (const folder of ['apt/state/lists/partial', 'apt/cache/archives/partial', 'apt/log', 'root']) {
    mkdirSync(join(cache, folder), { recursive: true })
  }
  const own = [
    `Dir::State=${join(cache, 'apt/state')}`,
    `Dir::Cache=${join(cache, 'apt/cache')}`,
    `Dir::Log=${join(cache, 'apt/log')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    'Debug::NoLocking=1',
    'APT::Get::AllowUnauthenticated=0',
  ].flatMap((option) => ['-o', option])
  // It says nothing while it reads its lists, which a busy machine does slowly.
  const apt: Apt = (args) => run('apt-get', [...own, ...args], { silenceMs: installLimitMs })

  const updated = await apt(['update'])
  if (!updated.ok) {
    say(`apt-get update failed (${updated.lastLine})`)
    return undefined
  }
  const packages = await choice(apt)
  say(`fetching ${packages.length > 4 ? 'the libraries it lacks' : packages.join(', ')} with what they need`)
  const fetched = await apt(['install', '-y', '--download-only', '--no-install-recommends', ...packages])
  if (!fetched.ok) {
    say(`the packages did not come (${fetched.lastLine})`)
    return undefined
  }
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'))
  say(`unpacking ${files.length} packages`)
  for (const file of files) {
    const unpacked = await run('dpkg-deb', ['-x', join(archives, file), root], { limitMs: 60_000 })
    if (!unpacked.ok) {
      say(`${file} cannot be unpacked (${unpacked.lastLine})`)
      return undefined
    }
  }
  rmSync(archives, { recursive: true, force: true })
  return root
}

/** Where the unpacked libraries lie, for LD_LIBRARY_PATH. */
export function libraryFolders(root: string): string[] {
  const folders = new Set<string>()
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (/\.so(\.|$)/.test(file)) folders.add(dirname(file))
  }
  return [...folders].filter((folder) => /^(usr\/)?lib/.test(folder)).map((folder) => join(root, folder))
}
