import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// npm run dump   plays a few invented people through the product as it is now, and writes their database to
// server/fixtures: a file for the last migration, which the tests of every later version restore and read.

const root = join(import.meta.dirname, '..')
const { status } = spawnSync('vitest', ['run', '--config', join('tools', 'dump.config.ts')], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
