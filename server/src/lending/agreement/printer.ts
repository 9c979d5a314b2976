import { Worker } from 'node:worker_threads'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { openWorkerQueue } from '../../platform/worker-queue.ts'
import type { DocumentPdf, Imprint, PrintedDocument } from './pdf.ts'

/** Prints documents beside the thread that answers requests: one takes as long as dozens of answers. */
export type Printer = {
  /** The document as a file; refused when too many wait already. Throws when it cannot be printed: that is a bug. */
  readonly print: (document: PrintedDocument, imprint: Imprint) => Promise<DocumentPdf | Refusal>
  /** Whoever still waits gets an error. */
  readonly close: () => Promise<void>
}

export type PrintRequest = { readonly document: PrintedDocument; readonly imprint: Imprint }

export type PrintAnswer = { readonly bytes: Uint8Array; readonly pageCount: number } | { readonly problem: string }

type Options = {
  /** For one document, the start of the thread included. */
  readonly timeoutMs?: number
  /** How many may wait behind the one that is printed. */
  readonly waitingMax?: number
  /** Told why a thread died. */
  readonly onError?: (error: unknown) => void
  readonly startThread?: () => Worker
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
  const queue = openWorkerQueue<PrintRequest, PrintAnswer>({
    start: ({ ready, answered, ended }) => {
      const thread = startThread()
      thread.on('message', (answer: PrintAnswer) => answered(answer))
      // An error is always followed by the exit; one listener for both would count one death twice.
      thread.on('error', onError)
      thread.on('exit', ended)
      // What is sent to a thread waits until it has read its fonts.
      queueMicrotask(ready)
      return { send: (request) => thread.postMessage(request), stop: () => thread.terminate() }
    },
    startTimeoutMs: timeoutMs,
    timeoutMs,
    tries: TRIES,
    waitingMax,
    onError,
    closedMessage: 'the printer is closed',
  })
  return {
    print: async (document, imprint) => {
      const outcome = await queue.ask({ document, imprint })
      if (outcome.kind === 'full') return refuse('unavailable')
      if (outcome.kind !== 'answered') throw new Error('the thread that prints died or hung, twice')
      const { answer } = outcome
      if ('problem' in answer) throw new Error(`not printed: ${answer.problem}`)
      return { bytes: Buffer.from(answer.bytes), pageCount: answer.pageCount }
    },
    close: queue.close,
  }
}
