/** A thread or a process that does one thing at a time. */
export type RunningWorker<Request> = {
  readonly send: (request: Request) => void
  /** Ends it at once, wherever it is. */
  readonly stop: () => Promise<unknown>
}

/** What a worker reports while it runs. */
export type WorkerEvents<Answer> = {
  /** It has loaded what it needs; nothing is sent to it before. */
  readonly ready: () => void
  /** With `isLast` it has done its share, and a new one does the next. */
  readonly answered: (answer: Answer, isLast?: boolean) => void
  readonly ended: () => void
}

export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** It died or took too long, at every try. */
  | { readonly kind: 'failed' }
  /** It never got as far as taking the request: that says nothing about the request. */
  | { readonly kind: 'not_started' }
  /** Too many wait already. */
  | { readonly kind: 'full' }

type Options<Request, Answer> = {
  readonly start: (events: WorkerEvents<Answer>) => RunningWorker<Request>
  readonly startTimeoutMs: number
  readonly timeoutMs: number
  /** How often one request may end a worker. */
  readonly tries: number
  readonly waitingMax?: number
  /** Told why a worker could not be started. */
  readonly onError: (error: unknown) => void
  /** What those are told who still wait when it is closed. */
  readonly closedMessage: string
}

type Job<Request, Answer> = {
  readonly request: Request
  readonly settle: (outcome: Outcome<Answer>) => void
  readonly giveUp: (error: Error) => void
  triesLeft: number
}

export type WorkerQueue<Request, Answer> = {
  /** Throws only when it is closed meanwhile. */
  readonly ask: (request: Request) => Promise<Outcome<Answer>>
  readonly close: () => Promise<void>
}

/**
 * One worker, started with the first request and kept; requests wait their turn in the order asked. A worker that dies
 * or hangs is ended and another takes its place, so that no request can stop those behind it.
 */
export const openWorkerQueue = <Request, Answer>({
  start,
  startTimeoutMs,
  timeoutMs,
  tries,
  waitingMax = Number.POSITIVE_INFINITY,
  onError,
  closedMessage,
}: Options<Request, Answer>): WorkerQueue<Request, Answer> => {
  const waiting: Job<Request, Answer>[] = []
  let worker: RunningWorker<Request> | undefined
  let isReady = false
  let current: { readonly job: Job<Request, Answer>; timer: NodeJS.Timeout } | undefined
  let closed = false

  const startWorker = (): void => {
    isReady = false
    // Whatever an earlier one still reports is nobody's.
    const isCurrent = (): boolean => started !== undefined && started === worker
    const started: RunningWorker<Request> = start({
      ready: () => {
        if (!isCurrent() || isReady) return
        isReady = true
        if (current) sendTo(started)
      },
      answered: (answer, isLast = false) => {
        if (!isCurrent() || !current) return
        if (isLast) dropWorker()
        release().settle({ kind: 'answered', answer })
        pump()
      },
      ended: () => {
        if (isCurrent()) fail()
      },
    })
    worker = started
  }

  const sendTo = (running: RunningWorker<Request>): void => {
    if (!current) return
    clearTimeout(current.timer)
    current.timer = setTimeout(fail, timeoutMs)
    running.send(current.job.request)
  }

  const dropWorker = (): Promise<unknown> => {
    const dropped = worker
    worker = undefined
    return dropped?.stop() ?? Promise.resolve()
  }

  const release = (): Job<Request, Answer> => {
    if (!current) throw new Error('no request is being answered')
    const { job, timer } = current
    clearTimeout(timer)
    current = undefined
    return job
  }

  const fail = (): void => {
    const wasReady = isReady
    void dropWorker()
    if (!current) return
    const job = release()
    job.triesLeft -= 1
    if (job.triesLeft > 0) waiting.unshift(job)
    else job.settle({ kind: wasReady ? 'failed' : 'not_started' })
    pump()
  }

  const pump = (): void => {
    if (current || closed) return
    const job = waiting.shift()
    if (!job) return
    current = { job, timer: setTimeout(fail, startTimeoutMs) }
    try {
      if (worker === undefined) startWorker()
      else if (isReady) sendTo(worker)
    } catch (error) {
      onError(error)
      fail()
    }
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (closed) reject(new Error(closedMessage))
        else if (waiting.length >= waitingMax) resolve({ kind: 'full' })
        else {
          waiting.push({ request, settle: resolve, giveUp: reject, triesLeft: tries })
          pump()
        }
      }),

    close: async () => {
      closed = true
      for (const job of [...(current ? [release()] : []), ...waiting.splice(0)]) job.giveUp(new Error(closedMessage))
      await dropWorker()
    },
  }
}
