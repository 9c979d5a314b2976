import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

function starts(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    const said = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /chrom/i.test(said)
  } catch {
    return false
  }
}

export function installedBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const candidates = [
    ...(env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : []),
    ...(env['PATH'] ?? '').split(delimiter).flatMap((folder) => systemNames.map((name) => join(folder, name))),
  ]
  return candidates.find(starts)
}

export function launchArguments(): string[] {
  const asRoot = process.getuid?.() === 0
  return [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking']
}
