import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { installBrowser, unpackedBrowser } from './browser-install.ts'

export type Browser = { path: string; args: string[] }

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const usualPlaces = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/chromium',
  '/usr/lib/chromium-browser',
  '/usr/lib64/chromium-browser',
  '/opt/google/chrome',
  '/snap/bin',
]
const otherPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

// Every window comes with a page of the browser's own for what is typed into an address bar: half of the work of
// opening one. Of several lists the last one counts, so this one repeats what Playwright's says.
const unwantedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

// A page of ours never needs the graphics card, an update check or a shared-memory folder bigger than a container's.
const steadyArguments = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--mute-audio',
  `--disable-features=${unwantedFeatures.join(',')}`,
]

// What was found is remembered, because `vitest` reads its configuration for every small run and a real start takes a
// second. `npm test` does not trust the memory: it starts the browser again.
const memory = join(import.meta.dirname, '..', '.cache', 'browser.json')

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function showsAPage(path: string, args: string[]): boolean {
  const ran = spawnSync(path, ['--headless', ...args, '--dump-dom', 'data:text/html,<p>hola</p>'], {
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return ran.stdout?.includes('<p>hola</p>') ?? false
}

// Chromium's sandbox refuses root, and cannot work where the kernel gives an ordinary user no namespaces. Only there it
// is left out.
function tryToStart(path: string): Browser | undefined {
  if (!isExecutable(path)) return undefined
  const isRoot = process.getuid?.() === 0
  const choices = isRoot ? [['--no-sandbox']] : [[], ['--no-sandbox']]
  for (const choice of choices) {
    const args = [...choice, ...steadyArguments]
    if (showsAPage(path, args)) return { path, args }
  }
  return undefined
}

function playwrightDownloads(): string[] {
  const chosen = process.env['PLAYWRIGHT_BROWSERS_PATH']
  const folders = [chosen, join(homedir(), '.cache', 'ms-playwright'), join(homedir(), 'Library/Caches/ms-playwright')]
  return folders
    .filter((folder): folder is string => folder !== undefined && existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(^|\/)(chrome-headless-shell|headless_shell|chrome|Chromium)$/.test(file))
        .map((file) => join(folder, file)),
    )
}

function systemBrowsers(): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...usualPlaces]
  const paths = folders.flatMap((folder) => systemNames.map((name) => join(folder, name)))
  return [...new Set([...paths, ...otherPlaces])].filter(isExecutable)
}

function find(say: (line: string) => void): Browser | undefined {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted) {
    const browser = tryToStart(wanted)
    if (browser) return browser
    say(`browser: CHROMIUM_PATH=${wanted} does not start, looking further`)
  }
  for (const path of [...systemBrowsers(), ...playwrightDownloads(), ...unpackedBrowser()]) {
    const browser = tryToStart(path)
    if (browser) return browser
  }
  return undefined
}

function remember(browser: Browser): Browser {
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify({ ...browser, uid: process.getuid?.() }))
  return browser
}

function remembered(): Browser | undefined {
  if (!existsSync(memory)) return undefined
  const { path, args, uid } = JSON.parse(readFileSync(memory, 'utf8')) as Browser & { uid: number | undefined }
  const wanted = process.env['CHROMIUM_PATH']
  const stillHolds = uid === process.getuid?.() && isExecutable(path) && (!wanted || wanted === path)
  return stillHolds ? { path, args } : undefined
}

/** A browser that is there already. Downloads nothing. */
export function installedBrowser(): Browser | undefined {
  const known = remembered()
  if (known) return known
  const found = find(() => {})
  return found && remember(found)
}

/** A browser that has just shown a page: one that is there, else one that is fetched now. */
export async function ensureBrowser(say: (line: string) => void): Promise<Browser | undefined> {
  const found = find(say)
  if (found) return remember(found)
  for await (const candidates of installBrowser(say)) {
    for (const path of [...candidates, ...systemBrowsers(), ...playwrightDownloads()]) {
      const browser = tryToStart(path)
      if (browser) return remember(browser)
    }
    say('browser: what came does not start here, trying the next way')
  }
  return undefined
}

export const noBrowser =
  'browser: no Chromium found and none could be fetched: install the package "chromium" (Debian, Fedora) or set CHROMIUM_PATH'

if (import.meta.main) {
  const browser = await ensureBrowser((line) => console.error(line))
  if (browser) console.log(browser.path)
  else {
    console.error(noBrowser)
    process.exitCode = 1
  }
}
