import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const shared = ['ui', 'i18n', 'core/src', 'package-lock.json']
/** The two apps that are built, and what goes into each: folders, and the file that fixes the packages. */
export const apps = {
  web: { name: 'the web app', sources: ['web', ...shared] },
  // Its build takes two steps of the other's.
  desk: { name: 'the desk', sources: ['desk', 'web/build', ...shared] },
} as const

export type App = keyof typeof apps

export const appNames = Object.keys(apps) as App[]
const made = /(^|\/)(dist|compiled|node_modules|project\.inlang)(\/|$)|\.test\.tsx?$/

/** Whether an app was built after the last change of anything that goes into it. */
export function isBuilt(app: App): boolean {
  const manifest = join(root, app, 'dist', '.vite', 'manifest.json')
  if (!existsSync(manifest)) return false
  // What npm run package wrote has the built app and not its sources.
  if (!existsSync(join(root, 'package-lock.json'))) return true
  const builtAt = statSync(manifest).mtimeMs
  return apps[app].sources.every((source) => {
    const path = join(root, source)
    if (!statSync(path).isDirectory()) return statSync(path).mtimeMs < builtAt
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).every(
      (file) =>
        made.test(file) || statSync(join(path, file)).isDirectory() || statSync(join(path, file)).mtimeMs < builtAt,
    )
  })
}

/** In a process of its own: a test run says NODE_ENV=test, which would put React's development half into the build. */
export async function buildIfStale(app: App): Promise<void> {
  if (isBuilt(app)) return
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', join(root, app, 'vite.config.ts'), '--logLevel', 'error']
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
}
