import { Worker } from 'node:worker_threads'
import type { PhotoReadings } from './evidence.ts'
import type { PhotoKind } from './images.ts'
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

type Job = {
  readonly request: WorkerRequest
  readonly answer: (reading: PhotoReadings[PhotoKind]) => void
  readonly giveUp: (error: Error) => void
  triesLeft: number
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
  const waiting: Job[] = []
  let worker: Worker | undefined
  let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined
  let nextId = 0
  let closed = false

  const workerOf = (): Worker => {
    if (worker) return worker
    const started = startWorker()
    started.on('message', (answer: WorkerAnswer) => {
      if (started !== worker || current?.job.request.id !== answer.id) return
      const { job } = release()
      job.answer(answer.reading)
      pump()
    })
    // An error is always followed by the exit; one listener for both would count one death twice.
    started.on('error', onError)
    started.on('exit', () => {
      if (started === worker) fail()
    })
    worker = started
    return started
  }

  const release = (): { job: Job } => {
    if (!current) throw new Error('no photo is being read')
    const { job, timer } = current
    clearTimeout(timer)
    current = undefined
    return { job }
  }

  const fail = (): void => {
    const broken = worker
    worker = undefined
    void broken?.terminate()
    if (!current) return
    const { job } = release()
    job.triesLeft -= 1
    if (job.triesLeft > 0) waiting.unshift(job)
    else job.answer({ ok: false, problem: 'not_processed' })
    pump()
  }

  const pump = (): void => {
    if (current || closed) return
    const job = waiting.shift()
    if (!job) return
    current = { job, timer: setTimeout(fail, timeoutMs) }
    workerOf().postMessage(job.request)
  }

  const closing = () => new Error('the reader of photos is closed')

  return {
    readPhoto: <K extends PhotoKind>(kind: K, bytes: Uint8Array) =>
      new Promise<PhotoReadings[K]>((resolve, reject) => {
        if (closed) {
          reject(closing())
          return
        }
        nextId += 1
        waiting.push({
          request: { id: nextId, kind, bytes },
          // The thread answers a request of this kind with a reading of this kind.
          answer: (reading) => resolve(reading as PhotoReadings[K]),
          giveUp: reject,
          triesLeft: tries,
        })
        pump()
      }),

    close: async () => {
      closed = true
      for (const job of [...(current ? [release().job] : []), ...waiting.splice(0)]) job.giveUp(closing())
      const running = worker
      worker = undefined
      await running?.terminate()
    },
  }
}
