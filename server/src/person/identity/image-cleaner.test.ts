import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import sharp from 'sharp'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openImageCleaner, startDecoding } from './image-cleaner.ts'
import type { ImageCleaner } from './image-cleaner.ts'
import type { DecodeLimits } from './image-process.ts'
import { cleanImage } from './images.ts'
import { jpegOfManyScans } from './test-hostile-images.ts'

const photo = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#7a9' } })
  .jpeg()
  .toBuffer()
const large = jpegOfManyScans(30, 6000)
const amount = { cpuMs: 60_000, rssBytes: 2 ** 40 }
const damaged = { ok: false, reason: 'damaged' }

let cleaner: ImageCleaner | undefined
afterEach(() => cleaner?.close())

type Options = NonNullable<Parameters<typeof openImageCleaner>[0]>

const open = (options: Options = {}) => {
  const children: ChildProcess[] = []
  const errors: string[] = []
  const { startProcess = startDecoding } = options
  const opened = openImageCleaner({
    limits: amount,
    onError: (error) => errors.push(String(error)),
    ...options,
    startProcess: (limits) => {
      const child = startProcess(limits)
      children.push(child)
      return child
    },
  })
  cleaner = opened
  return { cleaner: opened, children, errors }
}

/** A few lines stand for the process that decodes: what is tested with them is what happens when it fails. */
const script = (code: string) => (): ChildProcess =>
  spawn(process.execPath, ['-e', code], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
const ready = `process.send({ type: 'ready' });`
const hangs = script(`${ready} process.on('message', () => { for (;;); })`)
const dies = script(`${ready} process.on('message', () => process.exit(3))`)
const grows = script(
  `${ready} process.on('message', () =>
    process.send({ type: 'answer', clean: { ok: false, reason: 'damaged' }, rssBytes: 2 ** 40 - 1 }))`,
)
const neverStarts = script(`process.exit(1)`)

const isRunning = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? 0, 0)
  } catch {
    return false
  }
}

const longTest = oneTestIn(3, 'ends of the process that decodes', { test, afterAll })

test('a photo comes out as without the process, which is kept for the next', async () => {
  const { cleaner: opened, children } = open()
  expect(await opened.clean(photo, 'front')).toEqual(await cleanImage(photo, 'front'))
  expect(await opened.clean(Buffer.from('text'), 'front')).toEqual({ ok: false, reason: 'not_an_image' })
  expect(children).toHaveLength(1)
})

longTest('it gives way to whoever answers requests, and is told no secret', async () => {
  process.env['FIELD_KEY'] = 'a secret'
  const { cleaner: opened, children } = open()
  await opened.clean(photo, 'front')
  delete process.env['FIELD_KEY']
  const pid = children[0]?.pid ?? 0
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('FIELD_KEY')
})

const tooMuch: [string, DecodeLimits][] = [
  ['processor time', { ...amount, cpuMs: 100 }],
  ['memory', { ...amount, rssBytes: 250 * 2 ** 20 }],
]
test.each(someOf('photos that need too much', tooMuch, 1))(
  'a photo that needs too much %s is damaged, and the next one is taken by a new process',
  async (_, limits) => {
    const { cleaner: opened, children, errors } = open({ limits })
    const [costly, next] = await Promise.all([opened.clean(large, 'front'), opened.clean(photo, 'front')])
    expect([costly, next]).toMatchObject([damaged, { ok: true }])
    expect(children.length).toBeGreaterThanOrEqual(2)
    expect(errors).toEqual(['Error: the process that decodes photos ended: SIGKILL'])
  },
)

longTest('a decoder that hangs is ended when its time is over', async () => {
  const { cleaner: opened, children } = open({ startProcess: hangs, timeoutMs: 500 })
  expect(await opened.clean(photo, 'front')).toEqual(damaged)
  await expect.poll(() => isRunning(children[0]?.pid)).toBe(false)
})

longTest('a photo that ends the process is damaged, and is not tried again', async () => {
  const { cleaner: opened, children, errors } = open({ startProcess: dies })
  expect(await opened.clean(photo, 'front')).toEqual(damaged)
  expect([children.length, errors]).toEqual([1, ['Error: the process that decodes photos ended: 3']])
})

longTest('when no process can be started nothing is said about the photo', async () => {
  expect(await open({ startProcess: neverStarts }).cleaner.clean(photo, 'front')).toBe('unavailable')
  await cleaner?.close()
  const throws = (): never => {
    throw new Error('no memory')
  }
  const { cleaner: opened, errors } = open({ startProcess: throws })
  expect(await Promise.all([opened.clean(photo, 'front'), opened.clean(photo, 'back')])).toEqual([
    'unavailable',
    'unavailable',
  ])
  expect(errors).toEqual(['Error: no memory', 'Error: no memory'])
})

longTest('when too many wait, the next is asked to come again', async () => {
  const { cleaner: opened } = open({ waitingMax: 2 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => opened.clean(photo, 'front')))
  expect(answers.map((answer) => (answer === 'unavailable' ? answer : answer.ok))).toEqual([
    true,
    true,
    true,
    'unavailable',
    'unavailable',
  ])
})

longTest('a process that has grown is replaced before the next photo, which is not to pay for it', async () => {
  const { cleaner: opened, children, errors } = open({ startProcess: grows })
  const answers = [opened.clean(photo, 'front'), opened.clean(photo, 'back')]
  expect(await Promise.all(answers)).toEqual([damaged, damaged])
  expect([children.length, errors]).toEqual([2, []])
})

longTest('closing ends the process, and fails those who wait', async () => {
  const { cleaner: opened, children } = open({ startProcess: hangs })
  const waiting = [opened.clean(photo, 'front'), opened.clean(photo, 'back')].map((clean) => clean.catch(String))
  await expect.poll(() => children[0]?.pid).toBeDefined()
  await opened.close()
  const error = 'Error: the decoder of photos is closed'
  expect(await Promise.all(waiting)).toEqual([error, error])
  expect(isRunning(children[0]?.pid)).toBe(false)
  await expect(opened.clean(photo, 'selfie')).rejects.toThrow('closed')
})

const program = `
  const { openImageCleaner, startDecoding } = await import(${JSON.stringify(new URL('image-cleaner.ts', import.meta.url).href)})
  const cleaner = openImageCleaner({
    startProcess: (limits) => {
      const child = startDecoding(limits)
      console.log(child.pid)
      return child
    },
  })
  await cleaner.clean(new Uint8Array(10), 'front')
`

longTest('it keeps nobody alive: a program that has nothing else to do ends, and it with it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  expect(await once(child, 'close')).toEqual([0, null])
  await expect.poll(() => isRunning(Number(output))).toBe(false)
})

longTest('it ends with whoever started it, also while it decodes', async () => {
  const decoding = `${program}
    const { jpegOfManyScans } = await import(${JSON.stringify(new URL('test-hostile-images.ts', import.meta.url).href)})
    void cleaner.clean(jpegOfManyScans(30, 6000), 'front')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', decoding])
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  await expect.poll(() => isRunning(Number(output))).toBe(false)
})
