import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemRandom } from './clock.ts'
import { SecretsProblem, keptSecrets } from './kept-secrets.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'hola-secrets-')), 'data')
})
afterEach(() => rm(join(dataDir, '..'), { recursive: true }))

test('the first start makes two secrets in a file of the owner, the next ones find them', async () => {
  const first = keptSecrets(dataDir, systemRandom)
  expect(first.codePepper).toHaveLength(32)
  expect(first.fieldKey).toHaveLength(32)
  expect(first.codePepper).not.toEqual(first.fieldKey)
  expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secrets'])
  expect(keptSecrets(dataDir, systemRandom)).toEqual(first)
})

test('a damaged file is refused in one line and left as it is', async () => {
  keptSecrets(dataDir, systemRandom)
  await writeFile(join(dataDir, 'secrets'), 'half a sec')
  expect(() => keptSecrets(dataDir, systemRandom)).toThrow(/secrets is damaged: restore it, or delete it/)
  expect(await readFile(join(dataDir, 'secrets'), 'utf8')).toBe('half a sec')
})

test('a folder that cannot be made is refused in one line', () => {
  keptSecrets(dataDir, systemRandom)
  const below = join(dataDir, 'secrets', 'below')
  expect(() => keptSecrets(below, systemRandom)).toThrow(SecretsProblem)
  expect(() => keptSecrets(below, systemRandom)).toThrow(`The secrets in DATA_DIR ${below} cannot be read or written`)
})
