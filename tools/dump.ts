import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// npm run dump   plays a few invented people through the product as it is now and adds their database to server/fixtures,
// which the tests of every later version restore and read; then adds a fixture to core/src/stored/fixtures for every kept
// shape and version that has none yet. To be run when a migration or a version of a shape was added.

const root = join(import.meta.dirname, '..')
const { status } = spawnSync('vitest', ['run', '--config', join('tools', 'dump.config.ts')], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
