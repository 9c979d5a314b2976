import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEnvelope } from '@hola/core/stored/versions.ts'
import { afterAll, expect, test } from 'vitest'
import { testSettings } from './edge/http/test-server.ts'
import { systemRandom } from './platform/clock.ts'
import { emptyTestDatabase } from './platform/db/test-database.ts'
import { restoreDumpFile } from './platform/db/test-dump-file.ts'
import { createSealer } from './platform/sealed/sealer.ts'
import { readKeptRows } from './test-kept-rows.ts'

/**
 * npm run dump, second part: of every shape in every version that the dumps hold, one row as it was written goes to
 * core/src/stored/fixtures. What is there already stays: it is a row in somebody's database.
 */

const folder = join(import.meta.dirname, '..', '..', 'core', 'src', 'stored', 'fixtures')
const dumps = globSync('dump-*.json.gz', { cwd: join(import.meta.dirname, '..', 'fixtures') }).toSorted()
const scratch = mkdtempSync(join(tmpdir(), 'hola-fixtures-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each(dumps)('a row of every shape in %s', async (dump) => {
  const { pool } = await emptyTestDatabase()
  await restoreDumpFile(join(import.meta.dirname, '..', 'fixtures', dump), { pool, filesFolder: scratch })
  const sealer = createSealer(testSettings.secrets.fieldKey, systemRandom)
  const rows = await readKeptRows(pool, sealer)
  expect(rows.length).toBeGreaterThan(0)
  // The fullest of them says the most.
  const fullest = rows.toSorted((one, other) => JSON.stringify(other.kept).length - JSON.stringify(one.kept).length)
  for (const { shape, kept } of fullest) {
    const file = join(folder, `${shape.name}.${openEnvelope(kept).version}.json`)
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  }
})
