import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { agreementDocument } from '@hola/core/agreement/agreement.ts'
import { testFacts } from '@hola/core/agreement/test-facts.ts'
import { Refusal } from '@hola/core/errors.ts'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { documentPdf } from './pdf.ts'
import type { Printer } from './printer.ts'
import { openPrinter } from './printer.ts'
import { agreementFooter } from './agreements.ts'

const facts = testFacts()
const document = agreementDocument(facts)
const imprint = { madeOnDay: facts.madeOnDay, footer: agreementFooter(document, facts.madeOnDay) }

const opened: Printer[] = []
const open = (options: Parameters<typeof openPrinter>[0] = {}): Printer => {
  const printer = openPrinter(options)
  opened.push(printer)
  return printer
}
afterEach(async () => {
  for (const printer of opened.splice(0)) await printer.close()
})

const hashOf = (printed: Refusal | { bytes: Buffer }): string =>
  printed instanceof Refusal ? printed.name : createHash('sha256').update(printed.bytes).digest('hex')

const failures = {
  dies: 'process.exit(1)',
  // It waits for what never comes, and costs no core.
  hangs: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
} as const

/** A thread that fails at the first documents it is given, all threads together, and then prints. */
const failingThreads = (times: number, how: keyof typeof failures) => {
  let left = times
  return () => {
    if (left === 0) return new Worker(new URL('./printer-thread.ts', import.meta.url))
    left -= 1
    return new Worker(`require('node:worker_threads').parentPort.on('message', () => { ${failures[how]} })`, {
      eval: true,
    })
  }
}

const longTest = oneTestIn(3, 'ends of the thread that prints', { test, afterAll })

test('the file is the one that this thread would print, byte for byte', async () => {
  const { bytes, pageCount } = await documentPdf(document, imprint)
  const printed = await open().print(document, imprint)
  expect(hashOf(printed)).toBe(hashOf({ bytes }))
  expect(printed).toMatchObject({ pageCount })
})

longTest('while documents are printed this thread goes on', async () => {
  const printer = open()
  await printer.print(document, imprint)
  const startedAt = performance.now()
  await documentPdf(document, imprint)
  const hereMs = performance.now() - startedAt
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await Promise.all(Array.from({ length: 20 }, () => printer.print(document, imprint)))
  delay.disable()
  // Twenty of them here would keep everybody waiting for twenty times as long.
  expect(delay.max / 1e6).toBeLessThan(10 * hereMs)
})

test.each(someOf('threads that fail', ['dies', 'hangs'] as const, 1))(
  'a thread that %s is replaced, and the document is printed',
  async (how) => {
    const printer = open({ startThread: failingThreads(1, how), timeoutMs: 5_000 })
    expect(await printer.print(document, imprint)).toMatchObject({ pageCount: expect.any(Number) })
  },
)

longTest('one that fails twice is an error, and the next document is printed', async () => {
  const printer = open({ startThread: failingThreads(2, 'dies') })
  const [first, second] = await Promise.allSettled([printer.print(document, imprint), printer.print(document, imprint)])
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('the thread that prints died or hung, twice') })
  expect(second.status).toBe('fulfilled')
})

longTest('a document that cannot be printed is an error of its own, and the thread stays', async () => {
  let threads = 0
  const printer = open({
    startThread: () => {
      threads += 1
      return new Worker(new URL('./printer-thread.ts', import.meta.url))
    },
  })
  await expect(printer.print({ title: 'x', sections: [{}] } as never, imprint)).rejects.toThrow('not printed')
  expect(hashOf(await printer.print(document, imprint))).toHaveLength(64)
  expect(threads).toBe(1)
})

longTest('whoever would wait behind too many is refused at once', async () => {
  const printer = open({ waitingMax: 2 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => printer.print(document, imprint)))
  expect(answers.map((answer) => (answer instanceof Refusal ? answer.name : 'printed'))).toEqual([
    'printed',
    'printed',
    'printed',
    'unavailable',
    'unavailable',
  ])
})

longTest('closed, it gives an error to everybody who waits and to whoever comes', async () => {
  const printer = open()
  const waiting = [printer.print(document, imprint), printer.print(document, imprint)]
  const ends = Promise.allSettled(waiting)
  await printer.close()
  for (const end of await ends) expect(end.status).toBe('rejected')
  await expect(printer.print(document, imprint)).rejects.toThrow('the printer is closed')
})
