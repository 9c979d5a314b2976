import { Worker } from 'node:worker_threads'
import type { PhotoReadings } from './evidence.ts'
import type { PhotoKind } from './images.ts'
import { openWorkerQueue } from '../../platform/worker-queue.ts'
import type { WorkerAnswer, WorkerRequest } from './worker.ts'

export type IdentityReader = {
  /** Reads one photo. Throws only when it is closed meanwhile. */
  readonly readPhoto: <K extends PhotoKind>(kind: K, bytes: Uint8Array) => Promise<PhotoReadings[K]>
  /** Whoever still waits gets an error: the photo was not looked at, and is read another time. */
  readonly close: () => Promise<void>
}

type Options = {
  /** For one photo, the loading of the models included. */
  readonly timeoutMs?: number
  /** Told why a thread died. */
  readonly onError?: (error: unknown) => void
  readonly startWorker?: () => Worker
}

/** A photo takes a second or two; on a starved machine the models alone take most of a minute to load. Two tries end within the job's limit. */
const defaultTimeoutMs = 120_000
const tries = 2

/**
 * One thread with the models in it, started with the first photo and kept. Should it die or hang, the photo is tried
 * once more in a new one; a second failure is an answer too, so that nobody waits for ever.
 */
export const openIdentityReader = ({
  timeoutMs = defaultTimeoutMs,
  onError = () => {},
  startWorker = () => new Worker(new URL('./worker.ts', import.meta.url)),
}: Options = {}): IdentityReader => {
  const queue = openWorkerQueue<WorkerRequest, WorkerAnswer>({
    start: ({ ready, answered, ended }) => {
      const worker = startWorker()
      worker.on('message', (answer: WorkerAnswer) => answered(answer))
      // An error is always followed by the exit; one listener for both would count one death twice.
      worker.on('error', onError)
      worker.on('exit', ended)
      // What is sent to a thread waits until it has loaded its models.
      queueMicrotask(ready)
      return { send: (request) => worker.postMessage(request), stop: () => worker.terminate() }
    },
    startTimeoutMs: timeoutMs,
    timeoutMs,
    tries,
    onError,
    closedMessage: 'the reader of photos is closed',
  })
  return {
    readPhoto: async <K extends PhotoKind>(kind: K, bytes: Uint8Array) => {
      const outcome = await queue.ask({ kind, bytes })
      if (outcome.kind !== 'answered') return { ok: false, problem: 'not_processed' }
      // The thread answers a request of this kind with a reading of this kind.
      return outcome.answer.reading as PhotoReadings[K]
    },
    close: queue.close,
  }
}
