import { buildServer, openServices } from '../server/src/app.ts'
import { systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { createLog } from '../server/src/platform/log.ts'
import { readSettings, SettingsProblem } from '../server/src/edge/settings.ts'

// The server as `npm start` has it, with the database that comes with it, but for the workers of the queue: what they do
// for a signature would be counted with the next one. Started by `startServer`.

const settings = readSettings(process.env, (folder) => keptSecrets(folder, systemRandom))
if (settings instanceof SettingsProblem) throw new Error(settings.lines.join('\n'))
const log = createLog(settings.logLevel)
const database = await startEmbeddedPostgres({ dataDir: settings.dataDir, say: () => {} })
const pool = openPool(database.connectionString, { log })
await migrate(pool)
const services = await openServices({ settings, pool, log })
const app = buildServer(services)
await app.listen({ host: settings.host, port: settings.port })

process.once('SIGTERM', () => {
  void (async () => {
    await app.close()
    await services.jobs.stop()
    await services.identity.close()
    await services.printer.close()
    await pool.end()
    await database.stop()
  })()
})
console.log('ready')
