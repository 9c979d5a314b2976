import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openServices } from '../server/src/app.ts'
import { systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { createLog } from '../server/src/platform/log.ts'
import { readSettings, SettingsProblem } from '../server/src/edge/settings.ts'
import { jobHandlers } from '../server/src/job-handlers.ts'
import { simulate } from '../server/src/edge/simulation/simulate.ts'
import { countOf } from './count.ts'

// npm run simulate -- --borrowers 20000 [--days 730] [--seed text]   a whole loan book in virtual time; every rule of the
// books is looked at after every step. The seed that it prints repeats it.

const { values } = parseArgs({
  options: {
    borrowers: { type: 'string', default: '20000' },
    days: { type: 'string', default: '730' },
    seed: { type: 'string', default: process.env['SIMULATION_SEED'] ?? randomUUID() },
  },
})
const borrowers = countOf(values.borrowers, '--borrowers')
const days = countOf(values.days, '--days', 180)
console.log(`seed ${values.seed}`)

const dataDir = await mkdtemp(join(tmpdir(), 'hola-simulation-'))
const database = await startEmbeddedPostgres({ dataDir, say: () => {}, fast: true })
try {
  const log = createLog('silent')
  const pool = openPool(database.socketString, { log })
  await migrate(pool)
  const secret = (): string => randomBytes(32).toString('base64')
  const settings = readSettings({ DATA_DIR: dataDir, CODE_PEPPER: secret(), FIELD_KEY: secret() }, (folder) =>
    keptSecrets(folder, systemRandom),
  )
  if (settings instanceof SettingsProblem) throw new Error('the settings of the simulation are not right')
  const services = await openServices({ settings, pool, log })
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const report = await simulate(services, jobHandlers, { seed: values.seed, borrowers, days })
  console.log(JSON.stringify(report, null, 2))
  const { user, system } = process.cpuUsage(cpuBefore)
  const [seconds, cpuSeconds] = [(performance.now() - startedAt) / 1000, (user + system) / 1e6]
  console.log(`${seconds.toFixed(1)} s, of which ${cpuSeconds.toFixed(1)} s of computing here; nothing broken`)
  await services.jobs.stop()
  await services.identity.close()
  await services.printer.close()
  await pool.end()
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
