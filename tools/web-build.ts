import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
/** What goes into the web app: folders, and the file that fixes the packages. */
export const webSources = ['web', 'ui', 'i18n', 'core/src', 'package-lock.json']
const made = /(^|\/)(dist|compiled|node_modules|project\.inlang)(\/|$)|\.test\.tsx?$/

/** Whether web/dist was built after the last change of anything that goes into it. */
export function isWebBuilt(): boolean {
  const manifest = join(root, 'web', 'dist', '.vite', 'manifest.json')
  if (!existsSync(manifest)) return false
  const builtAt = statSync(manifest).mtimeMs
  return webSources.every((source) => {
    const path = join(root, source)
    if (!statSync(path).isDirectory()) return statSync(path).mtimeMs < builtAt
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).every(
      (file) =>
        made.test(file) || statSync(join(path, file)).isDirectory() || statSync(join(path, file)).mtimeMs < builtAt,
    )
  })
}

/** In a process of its own: a test run says NODE_ENV=test, which would put React's development half into the build. */
export async function buildWebIfStale(): Promise<void> {
  if (isWebBuilt()) return
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'error']
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
}
