import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { libraryFolders, onPath, run, unpackPackages, type Choice, type Say } from './unpack-packages.ts'

const downloadLimitMs = 240_000

// Beside the browsers that Playwright keeps, so that a second checkout does not fetch the packages again.
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hola-chromium')
const wrapper = join(cache, 'chromium')

export function unpackedBrowser(): string[] {
  return existsSync(wrapper) ? [wrapper] : []
}

function playwrightCli(): string {
  return join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
}

async function playwrightDownload(say: Say): Promise<boolean> {
  say('browser: no Chromium here, downloading the one that Playwright ships (about 100 MB)')
  const ran = await run(process.execPath, [playwrightCli(), 'install', 'chromium', '--only-shell'], {
    limitMs: downloadLimitMs,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
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
    const ran = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (!ran.ok) {
      say(`browser: ${command} failed (${ran.lastLine})`)
      return false
    }
  }
  return true
}

// Ubuntu's chromium package is an empty one that calls for snap. There the libraries that Playwright's own browser
// needs are fetched by the list that Playwright keeps.
const packages: Choice = async (apt) => {
  const shown = await apt(['--print-uris', '-y', '--no-install-recommends', 'install', 'chromium'])
  if (shown.ok && !/snapd/.test(shown.stdout)) return ['chromium', 'fonts-liberation']
  const listed = await run(process.execPath, [playwrightCli(), 'install-deps', '--dry-run', 'chromium'], {
    limitMs: 30_000,
  })
  const names = /--no-install-recommends ([a-z0-9.+ -]+)/.exec(listed.stdout)?.[1]?.trim().split(/\s+/) ?? []
  return names.filter((name) => /^(lib|fonts-liberation)/.test(name))
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

/** Without root the packages are unpacked instead of installed. */
async function unpackedPackage(say: Say): Promise<boolean> {
  say('browser: not root, so the packages are unpacked into a folder of yours: apt-get update with its own state')
  const root = await unpackPackages(cache, packages, (line) => say(`browser: ${line}`))
  if (root === undefined) return false
  mkdirSync(join(cache, 'fonts'), { recursive: true })
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
  writeFileSync(
    wrapper,
    `#!/bin/sh
LD_LIBRARY_PATH='${libraryFolders(root).join(':')}'\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
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
