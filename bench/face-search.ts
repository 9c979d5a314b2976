import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openFaceIndex } from '../server/src/person/identity/face-index.ts'
import { sealDescriptor } from '../server/src/person/identity/face-seal.ts'
import { readIdentityRules } from '../server/src/person/identity/rules.ts'
import { compareWithAll } from '../server/src/person/identity/reuse.ts'
import { syntheticFaces } from '../server/src/person/identity/test-faces.ts'
import { systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { createLog } from '../server/src/platform/log.ts'
import { createSealer } from '../server/src/platform/sealed/public.ts'
import { countOf } from '../tools/count.ts'
import { median } from './median.ts'
import { openBar } from './progress-bar.ts'

// npm run bench:face-search [faces]   a new face among 10.000, 100.000 and so many (1.000.000) others: how long the search
// takes, what the index holds of the memory, how long it takes to fill; and that it finds whom comparing with all finds

const searchMaxMs = 50
const perInsert = 5_000
const searches = 40

const { positionals } = parseArgs({ allowPositionals: true })
const largest = countOf(positionals[0] ?? '1000000', 'the number of faces')
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size < largest).concat(largest)
const distanceMax = readIdentityRules().thresholds.faceReuseDistance
const { face, near } = syntheticFaces(5)

const dataDir = await mkdtemp(join(tmpdir(), 'hola-bench-'))
// Broken off, it still takes its database along.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1))
const database = await startEmbeddedPostgres({ dataDir, say: () => {}, fast: true })
try {
  const log = createLog('silent')
  const pool = openPool(database.socketString, { log })
  await migrate(pool)
  const sealer = createSealer(randomBytes(32), systemRandom)

  const insertFaces = async (descriptors: readonly (readonly number[])[]): Promise<string[]> => {
    const userIds = descriptors.map(() => systemRandom.uuid())
    const sealed = descriptors.map((one, index) => sealDescriptor(sealer, userIds[index] ?? '', one))
    await pool.query('INSERT INTO account (user_id, created_at) SELECT unnest($1::uuid[]), now()', [userIds])
    await pool.query(
      `INSERT INTO application (user_id, state, started_at) SELECT unnest($1::uuid[]), 'in_progress', now()`,
      [userIds],
    )
    await pool.query(
      `INSERT INTO identity_trace (user_id, dni_index, sealed_descriptor, face_id, face_written_by)
       SELECT user_id, sha256(user_id::text::bytea), sealed, gen_random_uuid(), pg_current_xact_id()
         FROM unnest($1::uuid[], $2::bytea[]) AS made (user_id, sealed)`,
      [userIds, sealed],
    )
    return userIds
  }

  let isWithin = true
  let filled = 0
  for (const size of sizes) {
    const bar = openBar(`${size.toLocaleString('en')} faces`, size - filled)
    for (const from = filled; filled < size;) {
      const count = Math.min(perInsert, size - filled)
      await insertFaces(Array.from({ length: count }, face))
      filled += count
      bar.show(filled - from)
    }
    bar.end()
    await pool.query('VACUUM ANALYZE')

    const index = openFaceIndex({ pool, sealer, onError: (error) => console.error(error) })
    const cpuBefore = process.cpuUsage()
    const fillFrom = performance.now()
    await index.refresh()
    const fillMs = performance.now() - fillFrom
    const fillCpu = process.cpuUsage(cpuBefore)

    const times: number[] = []
    let agreed = 0
    let compared = 0
    for (let count = 0; count < searches; count += 1) {
      // Every other one is somebody who is there already.
      const known = face()
      const [other] = await insertFaces([known])
      const descriptor = count % 2 === 0 ? face() : near(known, 0.3)
      const [own] = await insertFaces([descriptor])
      const startedAt = performance.now()
      const found = await index.search(descriptor, distanceMax)
      times.push(performance.now() - startedAt)
      if (found.length > 1 !== (count % 2 === 1)) isWithin = false
      // Comparing with all takes seconds: with a sample.
      if (count >= (size > 10_000 ? 2 : 10)) continue
      const exact = await inTransaction(pool, (tx) => compareWithAll(tx, { sealer, distanceMax }, own ?? ''))
      compared += 1
      if (exact.length === found.length - 1 && exact.every(({ userId }) => userId === other)) agreed += 1
    }
    filled += 2 * searches
    const p50 = median(times)
    const isGood = p50 <= searchMaxMs && agreed === compared
    isWithin &&= isGood
    console.log(
      `${isGood ? 'ok ' : 'BAD'} ${size.toLocaleString('en').padStart(9)} faces: search ${p50.toFixed(1)} ms, slowest ` +
        `${Math.max(...times).toFixed(1)} ms; ${Math.round(index.bytesCount() / 2 ** 20)} MiB held; filled in ` +
        `${(fillMs / 1000).toFixed(1)} s, ${((fillCpu.user + fillCpu.system) / 1e6).toFixed(1)} s of processor; ` +
        `agrees with comparing all in ${agreed} of ${compared}`,
    )
    index.close()
  }
  console.log(`budget: ${searchMaxMs} ms for a search`)
  if (!isWithin) process.exitCode = 1
  await pool.end()
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
