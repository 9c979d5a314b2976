import { Worker } from 'node:worker_threads'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { DocumentPdf, Imprint, PrintedDocument } from './pdf.ts'

/** Prints documents beside the thread that answers requests: one takes as long as dozens of answers. */
export type Printer = {
  /** The document as a file; refused when too many wait already. Throws when it cannot be printed: that is a bug. */
  readonly print: (document: PrintedDocument, imprint: Imprint) => Promise<DocumentPdf | Refusal>
  /** Whoever still waits gets an error. */
  readonly close: () => Promise<void>
}

export type PrintRequest = { readonly id: number; readonly document: PrintedDocument; readonly imprint: Imprint }

export type PrintAnswer =
  | { readonly id: number; readonly bytes: Uint8Array; readonly pageCount: number }
  | { readonly id: number; readonly problem: string }

type Options = {
  /** For one document, the start of the thread included. */
  readonly timeoutMs?: number
  /** How many may wait behind the one that is printed. */
  readonly waitingMax?: number
  /** Told why a thread died. */
  readonly onError?: (error: unknown) => void
  readonly startThread?: () => Worker
}

type Job = {
  readonly request: PrintRequest
  readonly resolve: (printed: DocumentPdf) => void
  readonly reject: (error: Error) => void
  triesLeft: number
}

/** A document takes some 20 ms, and the thread half a second to start. */
const TIMEOUT_MS = 20_000
/** Some seconds of work: whoever would wait longer is better told so. */
const WAITING_MAX = 200
const TRIES = 2

/**
 * One thread, started with the first document and kept: it reads the fonts once. Should it die or hang, the document is
 * tried once more in a new one.
 */
export const openPrinter = ({
  timeoutMs = TIMEOUT_MS,
  waitingMax = WAITING_MAX,
  onError = () => {},
  startThread = () => new Worker(new URL('./printer-thread.ts', import.meta.url)),
}: Options = {}): Printer => {
  const waiting: Job[] = []
  let thread: Worker | undefined
  let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined
  let nextId = 0
  let isClosed = false

  const threadOf = (): Worker => {
    if (thread !== undefined) return thread
    const started = startThread()
    started.on('message', (answer: PrintAnswer) => {
      if (started !== thread || current?.job.request.id !== answer.id) return
      const job = release()
      if ('problem' in answer) job.reject(new Error(`not printed: ${answer.problem}`))
      else job.resolve({ bytes: Buffer.from(answer.bytes), pageCount: answer.pageCount })
      pump()
    })
    // An error is always followed by the exit; one listener for both would count one death twice.
    started.on('error', onError)
    started.on('exit', () => {
      if (started === thread) fail()
    })
    thread = started
    return started
  }

  const release = (): Job => {
    if (current === undefined) throw new Error('nothing is being printed')
    const { job, timer } = current
    clearTimeout(timer)
    current = undefined
    return job
  }

  /** The thread is gone, or nobody knows what it does. */
  const fail = (): void => {
    const broken = thread
    thread = undefined
    void broken?.terminate()
    if (current === undefined) return
    const job = release()
    job.triesLeft -= 1
    if (job.triesLeft > 0) waiting.unshift(job)
    else job.reject(new Error('the thread that prints died or hung, twice'))
    pump()
  }

  const pump = (): void => {
    if (current !== undefined || isClosed) return
    const job = waiting.shift()
    if (job === undefined) return
    current = { job, timer: setTimeout(fail, timeoutMs) }
    threadOf().postMessage(job.request)
  }

  const closing = (): Error => new Error('the printer is closed')

  return {
    print: async (document, imprint) => {
      if (isClosed) throw closing()
      if (waiting.length >= waitingMax) return refuse('unavailable')
      return new Promise<DocumentPdf>((resolve, reject) => {
        nextId += 1
        waiting.push({ request: { id: nextId, document, imprint }, resolve, reject, triesLeft: TRIES })
        pump()
      })
    },

    close: async () => {
      isClosed = true
      for (const job of [...(current === undefined ? [] : [release()]), ...waiting.splice(0)]) job.reject(closing())
      const running = thread
      thread = undefined
      await running?.terminate()
    },
  }
}
