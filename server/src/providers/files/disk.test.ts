import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import { createSealer } from '../../platform/sealed/sealer.ts'
import { openDiskFiles } from './disk.ts'

const sealer = createSealer(new Uint8Array(32).fill(7), systemRandom)
let root = ''
let folder = ''
const open = () => openDiskFiles(folder, { sealer, random: systemRandom })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hola-files-'))
  folder = join(root, 'data', 'files')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('a photograph of somebody')])

describe('a file that was put', () => {
  test('comes back byte for byte, also to another process', async () => {
    const name = await open().put(photo)
    expect(await open().get(name)).toEqual(photo)
  })

  test('is unreadable on the disk, for its owner alone, under a name that says nothing', async () => {
    const name = await open().put(photo)
    expect(readdirSync(folder)).toEqual([name])
    expect(name).toMatch(/^[0-9a-f-]{36}$/)
    const bytes = readFileSync(join(folder, name))
    expect(bytes.includes(photo.subarray(0, 3))).toBe(false)
    expect(bytes.includes('somebody')).toBe(false)
    expect([statSync(join(folder, name)).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test('is gone when it is deleted, and deleting it again is no matter', async () => {
    const files = open()
    const name = await files.put(photo)
    await files.delete(name)
    await files.delete(name)
    expect(readdirSync(folder)).toEqual([])
    await expect(files.get(name)).rejects.toMatchObject({
      problem: 'missing',
      message: `stored file ${name} is missing`,
    })
  })

  test('is on the list with the time it was written', async () => {
    const files = open()
    expect(await files.list()).toEqual([])
    const name = await files.put(photo)
    expect(await files.list()).toEqual([{ name, writtenAt: statSync(join(folder, name)).mtime }])
  })
})

describe('a file that is damaged is a clear error and never half a photo', () => {
  const rows: [string, (bytes: Buffer) => Buffer][] = [
    ['one byte changed', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 1)],
    ['emptied', () => Buffer.alloc(0)],
    ['made longer', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ]
  test.each(rows)('a damaged file is refused: %s', async (_, spoil) => {
    const name = await open().put(photo)
    const path = join(folder, name)
    writeFileSync(path, spoil(readFileSync(path)))
    await expect(open().get(name)).rejects.toMatchObject({ name: 'FileProblem', problem: 'damaged' })
  })

  test('exchanged for another', async () => {
    const files = open()
    const [mine, other] = [await files.put(photo), await files.put(photo)]
    writeFileSync(join(folder, mine), readFileSync(join(folder, other)))
    await expect(files.get(mine)).rejects.toMatchObject({ problem: 'damaged' })
    expect(await files.get(other)).toEqual(photo)
  })
})

test('what a crash left half written is on the list, is no file, and can be deleted', async () => {
  const files = open()
  const name = await files.put(photo)
  const half = `${systemRandom.uuid()}.partial`
  writeFileSync(join(folder, half), 'half')
  expect((await files.list()).map((file) => file.name).toSorted()).toEqual([name, half].toSorted())
  await files.delete(half)
  expect(readdirSync(folder)).toEqual([name])
})

test('a put that fails leaves nothing behind', async () => {
  const files = open()
  await files.put(photo)
  const full = openDiskFiles(folder, {
    sealer: {
      ...sealer,
      seal: () => {
        throw new Error('no space left')
      },
    },
    random: systemRandom,
  })
  await expect(full.put(photo)).rejects.toThrow('no space left')
  expect(readdirSync(folder)).toHaveLength(1)
})

test.each(['../secrets', '/etc/passwd', '', '.', 'a'.repeat(36) + '/..'])('%j is no name of a file', async (name) => {
  const files = open()
  await expect(files.get(name)).rejects.toThrow('not the name of a stored file')
  await expect(files.delete(name)).rejects.toThrow('not the name of a stored file')
})

test('a folder that cannot be read is an error and not an empty list', async () => {
  writeFileSync(join(root, 'not-a-folder'), '')
  const files = openDiskFiles(join(root, 'not-a-folder'), { sealer, random: systemRandom })
  await expect(files.list()).rejects.toThrow('ENOTDIR')
})
