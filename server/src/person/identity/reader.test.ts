import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openIdentityReader } from './reader.ts'
import type { IdentityReader } from './reader.ts'

// Threads of a few lines stand for the one with the models: what is tested here is what happens when it fails.
const answers = `parentPort.on('message', () => parentPort.postMessage({ reading: { ok: false, problem: 'too_small' } }))`
const dies = `parentPort.on('message', () => { throw new Error('broken') })`
const exits = `parentPort.on('message', () => process.exit(1))`
// It waits for what never comes, and costs no core.
const hangs = `parentPort.on('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`
const neverStarts = `throw new Error('no model')`

let reader: IdentityReader | undefined

afterEach(async () => {
  await reader?.close()
})

const open = (...scripts: string[]) => {
  let started = 0
  const startWorker = () => {
    const script = scripts[Math.min(started, scripts.length - 1)] ?? ''
    started += 1
    return new Worker(`const { parentPort } = require('node:worker_threads');${script}`, { eval: true })
  }
  reader = openIdentityReader({ startWorker, timeoutMs: 3_000 })
  return { reader, started: () => started }
}

const photo = new Uint8Array([1])
const answered = { ok: false, problem: 'too_small' }
const failed = { ok: false, problem: 'not_processed' }

const rows: [string, string[], object, number][] = [
  ['one thread answers', [answers], answered, 1],
  ['the thread dies: tried again in a new one', [dies, answers], answered, 2],
  ['the thread exits: tried again', [exits, answers], answered, 2],
  ['the thread hangs: tried again', [hangs, answers], answered, 2],
  ['it dies twice: an answer too', [dies, dies], failed, 2],
  ['it hangs twice: an answer too', [hangs, hangs], failed, 2],
  ['the models do not load', [neverStarts], failed, 2],
]

test.each(rows)('a photo is answered: %s', async (_, scripts, expected, threads) => {
  const { reader: opened, started } = open(...scripts)
  expect(await opened.readPhoto('front', photo)).toEqual(expected)
  expect(started()).toBe(threads)
})

test('one photo that kills the thread does not take the others with it', async () => {
  const picky = `parentPort.on('message', ({ kind }) => { if (kind === 'back') throw new Error('broken'); parentPort.postMessage({ reading: { ok: false, problem: 'too_small' } }) })`
  const { reader: opened, started } = open(picky)
  const readings = await Promise.all(
    (['front', 'back', 'selfie'] as const).map((kind) => opened.readPhoto(kind, photo)),
  )
  expect(readings).toEqual([answered, failed, answered])
  expect(started()).toBe(3)
})

test('photos are read one at a time, in the order asked', async () => {
  const echo = `let busy = false; parentPort.on('message', async ({ bytes }) => { if (busy) throw new Error('two at once'); busy = true; await new Promise(setImmediate); busy = false; parentPort.postMessage({ reading: { ok: true, sharpness: bytes[0] } }) })`
  const { reader: opened, started } = open(echo)
  const done: number[] = []
  await Promise.all(
    [1, 2, 3, 4].map((byte) => opened.readPhoto('back', new Uint8Array([byte])).then(() => done.push(byte))),
  )
  expect(done).toEqual([1, 2, 3, 4])
  expect(started()).toBe(1)
})

test('closing fails those who wait, and whoever comes after: nothing is said about their photos', async () => {
  const { reader: opened } = open(hangs)
  const waiting = [opened.readPhoto('front', photo), opened.readPhoto('back', photo)].map((reading) =>
    reading.catch(String),
  )
  await opened.close()
  const error = 'Error: the reader of photos is closed'
  expect(await Promise.all(waiting)).toEqual([error, error])
  await expect(opened.readPhoto('selfie', photo)).rejects.toThrow('closed')
})

test('it is told why a thread died', async () => {
  const errors: unknown[] = []
  reader = openIdentityReader({
    onError: (error) => errors.push(error),
    startWorker: () => new Worker(`throw new Error('no model')`, { eval: true }),
  })
  expect(await reader.readPhoto('front', photo)).toEqual(failed)
  expect(errors.map(String)).toEqual(['Error: no model', 'Error: no model'])
})
