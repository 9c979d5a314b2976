import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import { createSealer } from '../../platform/sealed/sealer.ts'
import { openDiskStore } from './disk.ts'
import { moveFiles, openMovingStore } from './move.ts'
import type { FileStore, StoredFile } from './port.ts'
import { openS3Store } from './s3.ts'
import { sealedFiles } from './sealed.ts'
import { noS3Server, startS3Server } from './test-s3-server.ts'

const sealer = createSealer(new Uint8Array(32).fill(7), systemRandom)
const sealedIn = (store: FileStore) => sealedFiles(store, { sealer, random: systemRandom })

let root = ''
let folder = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hola-files-'))
  folder = join(root, 'data', 'files')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('a photograph of somebody')])
const pathOf = (name: string): string => join(folder, name.slice(0, 2), name)

const all = async ({ list }: Pick<FileStore, 'list'>): Promise<StoredFile[]> => {
  const found: StoredFile[] = []
  for await (const page of list()) found.push(...page)
  return found
}
const namesIn = async (store: Pick<FileStore, 'list'>): Promise<string[]> =>
  (await all(store)).map(({ name }) => name).toSorted()

const s3 = noS3Server === undefined ? await startS3Server() : undefined
afterAll(() => s3?.stop())

const emptied = async (store: FileStore): Promise<FileStore> => {
  for (const { name } of await all(store)) await store.delete(name)
  return store
}

const stores: Readonly<Record<string, () => Promise<FileStore>>> = {
  'a folder': async () => openDiskStore(folder),
  's3, by a real server': () => {
    if (s3 === undefined) throw new Error('unreachable: skipped')
    return emptied(openS3Store(s3.settings))
  },
}

describe.each(Object.keys(stores))('in %s', (kind) => {
  const open = async ({ skip }: TestContext): Promise<FileStore> => {
    if (kind !== 'a folder' && noS3Server !== undefined) skip(noS3Server)
    const store = await stores[kind]?.()
    if (store === undefined) throw new Error('no such store')
    return store
  }

  test('a file that was put comes back byte for byte', async (context) => {
    const files = sealedIn(await open(context))
    const name = await files.put(photo)
    expect(await files.get(name)).toEqual(photo)
  })

  test('a file is gone when it is deleted, and deleting it again is no matter', async (context) => {
    const files = sealedIn(await open(context))
    const name = await files.put(photo)
    await files.delete(name)
    await files.delete(name)
    expect(await namesIn(files)).toEqual([])
    await expect(files.get(name)).rejects.toMatchObject({
      problem: 'missing',
      message: `stored file ${name} is missing`,
    })
  })

  test('the list has every file once with the time it was written, page by page', async (context) => {
    const store = await open(context)
    expect(await all(store)).toEqual([])
    const begun = Date.now()
    const names = Array.from({ length: 1_100 }, () => systemRandom.uuid())
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => store.put(name, photo)))
    const pages = await Array.fromAsync(store.list())
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap((page) => page.map(({ name }) => name)).toSorted()).toEqual(names.toSorted())
    const times = pages.flat().map(({ writtenAt }) => writtenAt.getTime())
    // A store may write whole seconds.
    expect(Math.min(...times)).toBeGreaterThanOrEqual(begun - 2_000)
  })

  test('what is stored says nothing, and one exchanged for another does not open', async (context) => {
    const store = await open(context)
    const files = sealedIn(store)
    const [mine, other] = [await files.put(photo), await files.put(photo)]
    const bytes = await store.get(other)
    expect(bytes?.includes('somebody')).toBe(false)
    await store.put(mine, bytes ?? Buffer.alloc(0))
    await expect(files.get(mine)).rejects.toMatchObject({ name: 'FileProblem', problem: 'damaged' })
  })

  test('moved there from another store and back, nothing is lost, also not what is used meanwhile', async (context) => {
    const [first, second] = [openDiskStore(join(root, 'elsewhere')), await open(context)]
    for (const [to, from] of [
      [second, first],
      [first, second],
    ] as const) {
      const moving = sealedIn(openMovingStore(to, from))
      const before = sealedIn(from)
      const names = [await before.put(photo), await before.put(photo), await before.put(photo)]
      const [deleted = '', ...kept] = names
      const written = await moving.put(photo)
      await moving.delete(deleted)
      for (const name of [...kept, written]) expect(await moving.get(name)).toEqual(photo)
      expect(await moveFiles({ from, to })).toEqual({ moved: (await namesIn(to)).length - 1, halfWritten: 0 })
      expect(await namesIn(from)).toEqual([])
      for (const name of [...kept, written]) expect(await sealedIn(to).get(name)).toEqual(photo)
      expect(await namesIn(to)).not.toContain(deleted)
    }
  })
})

describe('a move', () => {
  test('that is broken off goes on where it was', async () => {
    const [from, to] = [openDiskStore(join(root, 'one')), openDiskStore(join(root, 'two'))]
    const files = sealedIn(from)
    for (let count = 0; count < 5; count += 1) await files.put(photo)
    const breaks: FileStore = {
      ...to,
      put: async (name, bytes) => {
        if ((await namesIn(to)).length === 2) throw new Error('the store went away')
        await to.put(name, bytes)
      },
    }
    await expect(moveFiles({ from, to: breaks })).rejects.toThrow('the store went away')
    expect([(await namesIn(from)).length, (await namesIn(to)).length]).toEqual([3, 2])
    expect(await moveFiles({ from, to })).toMatchObject({ moved: 3 })
    expect((await namesIn(to)).length).toBe(5)
  })

  test('keeps what did not arrive whole, and says so', async () => {
    const [from, to] = [openDiskStore(join(root, 'one')), openDiskStore(join(root, 'two'))]
    const name = await sealedIn(from).put(photo)
    const cuts: FileStore = { ...to, put: (one, bytes) => to.put(one, bytes.subarray(1)) }
    await expect(moveFiles({ from, to: cuts })).rejects.toThrow(`stored file ${name} did not arrive whole`)
    expect(await namesIn(from)).toEqual([name])
  })

  test('does not bring back what was deleted while it was on its way', async () => {
    const [from, to] = [openDiskStore(join(root, 'one')), openDiskStore(join(root, 'two'))]
    const name = await sealedIn(from).put(photo)
    const moving = openMovingStore(to, from)
    const slow: FileStore = {
      ...to,
      put: async (one, bytes) => {
        await moving.delete(one)
        await to.put(one, bytes)
      },
    }
    await moveFiles({ from, to: slow })
    expect(await moving.get(name)).toBeUndefined()
  })
})

describe('a folder', () => {
  const open = () => sealedIn(openDiskStore(folder))

  test('is for its owner alone, in two levels, under names that say nothing', async () => {
    const name = await open().put(photo)
    expect(readdirSync(folder)).toEqual([name.slice(0, 2)])
    expect(name).toMatch(/^[0-9a-f-]{36}$/)
    expect([statSync(pathOf(name)).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test('of an earlier version, with everything on one level, is read, listed and deleted', async () => {
    const name = await open().put(photo)
    const sealed = readFileSync(pathOf(name))
    rmSync(pathOf(name))
    writeFileSync(join(folder, name), sealed)
    expect(await open().get(name)).toEqual(photo)
    expect(await namesIn(open())).toEqual([name])
    await open().delete(name)
    expect(existsSync(join(folder, name))).toBe(false)
  })

  const rows: [string, (bytes: Buffer) => Buffer][] = [
    ['one byte changed', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 1)],
    ['emptied', () => Buffer.alloc(0)],
    ['made longer', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ]
  test.each(rows)('with a damaged file says so and never hands out half a photo: %s', async (_, spoil) => {
    const name = await open().put(photo)
    writeFileSync(pathOf(name), spoil(readFileSync(pathOf(name))))
    await expect(open().get(name)).rejects.toMatchObject({ name: 'FileProblem', problem: 'damaged' })
  })

  test('lists what a crash left half written, which is no file and can be deleted', async () => {
    const files = open()
    const name = await files.put(photo)
    const half = `${systemRandom.uuid()}.partial`
    writeFileSync(join(folder, half), 'half')
    expect(await namesIn(files)).toEqual([name, half].toSorted())
    await files.delete(half)
    expect(await namesIn(files)).toEqual([name])
  })

  test('keeps nothing of a put that fails', async () => {
    const store = openDiskStore(folder)
    const name = systemRandom.uuid()
    await store.put(name, photo)
    // Something else is in the way of the new name.
    await expect(store.put(`${name.slice(0, 35)}/`, photo)).rejects.toThrow('not the name of a stored file')
    expect(await namesIn(store)).toEqual([name])
  })

  test.each(['../secrets', '/etc/passwd', '', '.', 'a'.repeat(36) + '/..'])('%j is no name of a file', async (name) => {
    const files = open()
    await expect(files.get(name)).rejects.toThrow('not the name of a stored file')
    await expect(files.delete(name)).rejects.toThrow('not the name of a stored file')
  })

  test('that cannot be read is an error and not an empty list', async () => {
    writeFileSync(join(root, 'not-a-folder'), '')
    await expect(all(openDiskStore(join(root, 'not-a-folder')))).rejects.toThrow('ENOTDIR')
  })
})

describe('an object store', () => {
  /** Answers what it is told to, one after the other; then as if the object were there. */
  const startStore = async (...statuses: number[]) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      request.resume().on('end', () => {
        const status = statuses.shift() ?? 200
        response.writeHead(status, { etag: '"x"' }).end(status === 200 ? photo : '')
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
    return { store: openS3Store({ url, region: 'us-east-1', accessKey: 'a', secretKey: 'b' }), asked }
  }
  const name = systemRandom.uuid()

  test('that stumbles is asked again, and a file is there once', async () => {
    const { store, asked } = await startStore(503, 500, 200)
    await store.put(name, photo)
    expect(asked).toEqual(Array.from({ length: 3 }, () => `PUT /bucket/${name.slice(0, 2)}/${name}`))
  })

  test('that stays away is an error, not a missing file', async () => {
    const { store } = await startStore(503, 503, 503)
    await expect(store.get(name)).rejects.toThrow()
  })

  test('that refuses our key is an error at once', async () => {
    const { store, asked } = await startStore(403)
    await expect(store.get(name)).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })

  test('that says an object is there already after a lost answer has it', async () => {
    const { store, asked } = await startStore(500, 412)
    await store.put(name, photo)
    expect(asked).toHaveLength(2)
  })

  test('that has nothing under a name says so', async () => {
    const { store } = await startStore(404)
    expect(await store.get(name)).toBeUndefined()
  })
})
