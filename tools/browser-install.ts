import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

type Say = (line: string) => void

const downloadLimitMs = 240_000
const silenceLimitMs = 60_000
const installLimitMs = 300_000

// Beside the browsers that Playwright keeps, so that a second checkout does not fetch the packages again.
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hola-chromium')
const wrapper = join(cache, 'chromium')

export function unpackedBrowser(): string[] {
  return existsSync(wrapper) ? [wrapper] : []
}

function onPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

type Ran = { ok: boolean; stdout: string; lastLine: string }

/** Runs a command within limits. Its output is kept to name the reason when it fails. */
function run(command: string, args: string[], limitMs: number, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
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
    let silence = setTimeout(() => stop(`silent for ${silenceLimitMs / 1000} s`), silenceLimitMs)
    const heard = (text: string) => {
      both = (both + text).slice(-10_000)
      clearTimeout(silence)
      silence = setTimeout(() => stop(`silent for ${silenceLimitMs / 1000} s`), silenceLimitMs)
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

function playwrightCli(): string {
  return join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
}

async function playwrightDownload(say: Say): Promise<boolean> {
  say('browser: no Chromium here, downloading the one that Playwright ships (about 100 MB)')
  const ran = await run(process.execPath, [playwrightCli(), 'install', 'chromium', '--only-shell'], downloadLimitMs, {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  })
  if (!ran.ok) say(`browser: the download did not come (${ran.lastLine})`)
  return ran.ok
}

// The same package under its name with each distribution. Fonts come along: a page without any cannot be measured.
const asRoot: { command: string; steps: string[][] }[] = [
  {
    command: 'apt-get',
    steps: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ],
  },
  { command: 'dnf', steps: [['dnf', 'install', '-y', 'chromium', 'liberation-fonts']] },
  { command: 'apk', steps: [['apk', 'add', '--no-cache', 'chromium', 'font-liberation']] },
]

async function distributionPackage(say: Say): Promise<boolean> {
  const manager = asRoot.find(({ command }) => onPath(command))
  if (!manager) return false
  for (const [command = '', ...args] of manager.steps) {
    say(`browser: ${command} ${args.join(' ')}`)
    const ran = await run(command, args, installLimitMs, { DEBIAN_FRONTEND: 'noninteractive' })
    if (!ran.ok) {
      say(`browser: ${command} failed (${ran.lastLine})`)
      return false
    }
  }
  return true
}

// Ubuntu's chromium package is an empty one that calls for snap. There the libraries that Playwright's own browser
// needs are fetched by the list that Playwright keeps.
async function packagesFor(apt: (args: string[]) => Promise<Ran>): Promise<string[]> {
  const shown = await apt(['--print-uris', '-y', '--no-install-recommends', 'install', 'chromium'])
  if (shown.ok && !/snapd/.test(shown.stdout)) return ['chromium', 'fonts-liberation']
  const listed = await run(process.execPath, [playwrightCli(), 'install-deps', '--dry-run', 'chromium'], 30_000)
  const names = /--no-install-recommends ([a-z0-9.+ -]+)/.exec(listed.stdout)?.[1]?.trim().split(/\s+/) ?? []
  return names.filter((name) => /^(lib|fonts-liberation)/.test(name))
}

function foldersWithLibraries(root: string): string[] {
  const folders = new Set<string>()
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (/\.so(\.|$)/.test(file)) folders.add(dirname(file))
  }
  return [...folders].filter((folder) => /^(usr\/)?lib/.test(folder))
}

function unpackedBinary(root: string): string | undefined {
  const own = join(root, 'usr/lib/chromium/chromium')
  if (existsSync(own)) return own
  const downloads = join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(downloads)) return undefined
  const file = readdirSync(downloads, { recursive: true, encoding: 'utf8' }).find(
    (name) => /(chrome-headless-shell|headless_shell)$/.test(name) && !name.endsWith('.zip'),
  )
  return file && join(downloads, file)
}

/** Without root: apt with folders of its own fetches the missing packages, and they are unpacked instead of installed. */
async function unpackedPackage(say: Say): Promise<boolean> {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return false
  const root = join(cache, 'root')
  const archives = join(cache, 'apt/cache/archives')
  for (const folder of ['apt/state/lists/partial', 'apt/cache/archives/partial', 'apt/log', 'root', 'fonts']) {
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
  const apt = (args: string[]) => run('apt-get', [...own, ...args], installLimitMs)

  say('browser: not root, so the packages are unpacked into a folder of yours: apt-get update with its own state')
  const updated = await apt(['update'])
  if (!updated.ok) {
    say(`browser: apt-get update failed (${updated.lastLine})`)
    return false
  }
  const packages = await packagesFor(apt)
  say(
    `browser: fetching ${packages.length > 2 ? 'the libraries it lacks' : packages.join(' and ')} with what they need`,
  )
  const fetched = await apt(['install', '-y', '--download-only', '--no-install-recommends', ...packages])
  if (!fetched.ok) {
    say(`browser: the packages did not come (${fetched.lastLine})`)
    return false
  }
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'))
  say(`browser: unpacking ${files.length} packages`)
  for (const file of files) {
    const unpacked = await run('dpkg-deb', ['-x', join(archives, file), root], 60_000)
    if (!unpacked.ok) {
      say(`browser: ${file} cannot be unpacked (${unpacked.lastLine})`)
      return false
    }
  }
  rmSync(archives, { recursive: true, force: true })
  const binary = unpackedBinary(root)
  if (!binary) return false
  const fonts = join(cache, 'fonts.conf')
  writeFileSync(
    fonts,
    `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(root, 'usr/share/fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(cache, 'fonts')}</cachedir>
</fontconfig>
`,
  )
  const libraries = foldersWithLibraries(root).map((folder) => join(root, folder))
  writeFileSync(
    wrapper,
    `#!/bin/sh
LD_LIBRARY_PATH='${libraries.join(':')}'\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
FONTCONFIG_FILE='${fonts}'
export LD_LIBRARY_PATH FONTCONFIG_FILE
exec '${binary}' "$@"
`,
  )
  chmodSync(wrapper, 0o755)
  return true
}

/** Each way in turn; after each that worked, the caller tries what is there now. */
export async function* installBrowser(say: Say): AsyncGenerator<string[]> {
  if (await playwrightDownload(say)) yield []
  const isRoot = process.getuid?.() === 0
  if (isRoot ? await distributionPackage(say) : await unpackedPackage(say)) yield unpackedBrowser()
}
