import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test file, and the project of vitest.config.ts that runs it. */
export type TestFile = {
  readonly path: string
  readonly project: 'core' | 'tidy' | 'web-unit' | 'server' | 'web' | 'e2e'
}

const projectOf = (path: string): TestFile['project'] => {
  const [workspace] = path.split('/')
  if (path.endsWith('.browser.test.tsx')) return 'web'
  if (workspace === 'tools') return 'tidy'
  if (workspace === 'core' || workspace === 'server' || workspace === 'e2e') return workspace
  return 'web-unit'
}

export const testFiles = (root: string): TestFile[] =>
  globSync(['{core,server,web,desk,ui,i18n}/src/**/*.test.{ts,tsx}', '{e2e,tools}/*.test.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, project: projectOf(path) }))

/** Those of the server and of the app's logic in whose path one of these names stands. Those of core run anyway. */
export const roomsNamed = (files: readonly TestFile[], names: readonly string[]): TestFile[] =>
  files.filter(
    ({ path, project }) =>
      (project === 'server' || project === 'web-unit') && names.some((name) => path.includes(name)),
  )

export const workspacesOf = (files: readonly TestFile[]): string[] => [
  'core',
  ...new Set(files.map(({ path }) => path.split('/')[0] ?? '')),
]

/** A proof is known by the helper that it takes its cases from; the walks of the desk have one of their own, for their languages. */
export const proofFiles = (root: string, files: readonly TestFile[]): TestFile[] =>
  files.filter(({ path }) => /from '[^']*\/(test-proof|desk-walk)\.ts'/.test(readFileSync(join(root, path), 'utf8')))
