import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import { BackupProblem, PIECE_BYTES, createEncryptedFile, readEncryptedFile } from './encrypted-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'hola-encrypted-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = systemRandom.bytes(32)
const path = join(folder, 'whole')
const frames = [
  { kind: 'M', payload: Buffer.from('{"a":1}') },
  { kind: 'R', payload: Buffer.alloc(0) },
  { kind: 'F', payload: Buffer.alloc(3 * PIECE_BYTES + 17, 7) },
  { kind: 'E', payload: Buffer.from('end') },
]

beforeAll(async () => {
  const file = await createEncryptedFile(path, key, systemRandom)
  for (const { kind, payload } of frames) await file.write(kind, payload)
  await file.end()
  await file.close()
})

const readAll = (from: string, by = key) => Array.fromAsync(readEncryptedFile(from, by))

test('what was written comes back, however it lies across the pieces', async () => {
  expect(await readAll(path)).toEqual(frames)
})

test('another key opens nothing', async () => {
  await expect(readAll(path, systemRandom.bytes(32))).rejects.toThrow('BACKUP_KEY is not the one')
})

const BODY = 24
const PIECE = 4 + PIECE_BYTES + 16
const changes: [string, (bytes: Buffer) => Buffer][] = [
  ['cut off by a byte', (bytes) => bytes.subarray(0, -1)],
  ['cut off behind a whole piece', (bytes) => bytes.subarray(0, BODY + PIECE)],
  ['longer', (bytes) => Buffer.concat([bytes, Buffer.of(0)])],
  [
    'changed in the middle',
    (bytes) => Buffer.from(bytes.map((byte, at) => (at === BODY + PIECE + 99 ? byte ^ 1 : byte))),
  ],
  ['changed in its salt', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 10 ? byte ^ 1 : byte)))],
  ['without one piece', (bytes) => Buffer.concat([bytes.subarray(0, BODY + PIECE), bytes.subarray(BODY + 2 * PIECE)])],
  [
    'with two pieces exchanged',
    (bytes) =>
      Buffer.concat([
        bytes.subarray(0, BODY),
        bytes.subarray(BODY + PIECE, BODY + 2 * PIECE),
        bytes.subarray(BODY, BODY + PIECE),
        bytes.subarray(BODY + 2 * PIECE),
      ]),
  ],
  ['empty', () => Buffer.alloc(0)],
]

test.each(changes)('a file that is %s is refused', async (name, change) => {
  const changed = join(folder, name)
  writeFileSync(changed, change(readFileSync(path)))
  await expect(readAll(changed)).rejects.toThrow(BackupProblem)
})

test('a file that is there is not written over', async () => {
  await expect(createEncryptedFile(path, key, systemRandom)).rejects.toThrow('EEXIST')
})
