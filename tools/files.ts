import { systemRandom } from '../server/src/platform/clock.ts'
import { readConfiguration } from '../server/src/edge/preflight/configuration.ts'
import { SettingsProblem } from '../server/src/edge/settings.ts'
import { moveFiles } from '../server/src/providers/files/move.ts'
import { openStores } from '../server/src/providers/files/public.ts'

// npm run files -- move   moves the photographs from FILES_FROM to FILES while servers with the same settings run. Broken off,
// it goes on where it was. When it has said "0 left", take FILES_FROM out of the settings.

const fail = (line: string): never => {
  console.error(line)
  process.exit(1)
}

if (process.argv[2] !== 'move') fail('say what to do: npm run files -- move')
const configuration = readConfiguration(process.env, systemRandom)
if (configuration instanceof SettingsProblem) process.exit(fail(configuration.lines.join('\n')))
const { providers, dataDir } = configuration.settings
const { from, to } = openStores(providers.files, dataDir)
if (from === undefined) process.exit(fail('FILES_FROM is missing: it says where the photographs are now'))

const EVERY = 100
const { moved, halfWritten } = await moveFiles({ from, to }, (count) => {
  if (count % EVERY === 0) process.stdout.write(`\rmoved ${count}`)
})
let left = 0
for await (const page of from.list()) left += page.length
process.stdout.write(`\rmoved ${moved}; ${left - halfWritten} left in ${providers.files.from}\n`)
if (halfWritten > 0) console.log(`${halfWritten} half-written ones stay there for the nightly clean-up`)
process.exitCode = left === halfWritten ? 0 : 1
