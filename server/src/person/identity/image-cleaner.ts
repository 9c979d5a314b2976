import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { DecodeLimits, DecodeMessage, DecodeRequest } from './image-process.ts'
import type { CleanImage, PhotoKind } from './images.ts'
import { openWorkerQueue } from '../../platform/worker-queue.ts'

export type ImageCleaner = {
  /**
   * `cleanImage` in a process of its own, so that no file can slow down or end the one that answers. A photo that costs
   * more than the limits is damaged; `unavailable` says nothing about it, it was not looked at. Throws only when it is
   * closed meanwhile.
   */
  readonly clean: (bytes: Uint8Array, kind: PhotoKind) => Promise<CleanImage | 'unavailable'>
  readonly close: () => Promise<void>
}

type Options = {
  readonly limits?: DecodeLimits
  readonly timeoutMs?: number
  readonly waitingMax?: number
  /** Told why the process died or could not be started. */
  readonly onError?: (error: unknown) => void
  readonly startProcess?: (limits: DecodeLimits) => ChildProcess
}

/** A photo of a phone takes half a second of it; the largest that is accepted, two seconds and two thirds of the memory. */
const defaultLimits: DecodeLimits = { cpuMs: 5_000, rssBytes: 768 * 1024 * 1024 }
/** By the clock, for a decoder that waits instead of working; generous, because a busy machine is not the photo's fault. */
const defaultTimeoutMs = 30_000
const startTimeoutMs = 30_000
/** Whoever is behind so many photos waits long enough; the next is asked to come again. */
const defaultWaitingMax = 16

/** A process that has grown beyond half its limit is replaced before the next photo, which is not to pay for the last. */
const hasGrown = (rssBytes: number, limits: DecodeLimits): boolean => rssBytes > limits.rssBytes / 2

const programFile = fileURLToPath(new URL('image-process.ts', import.meta.url))

/** It is given no secrets: its environment is empty but for what keeps its memory small. */
export const startDecoding = (limits: DecodeLimits): ChildProcess =>
  fork(programFile, [JSON.stringify(limits)], {
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/**
 * One process, started with the first photo and kept; photos wait their turn. As one account sends no more than two at a
 * time, nobody waits for more than two of anybody else's.
 */
export const openImageCleaner = ({
  limits = defaultLimits,
  timeoutMs = defaultTimeoutMs,
  waitingMax = defaultWaitingMax,
  onError = () => {},
  startProcess = startDecoding,
}: Options = {}): ImageCleaner => {
  const queue = openWorkerQueue<DecodeRequest, CleanImage>({
    start: ({ ready, answered, ended }) => {
      const child = startProcess(limits)
      const exited = new Promise<void>((resolve) => {
        child.once('exit', () => resolve()).once('error', () => resolve())
      })
      let isStopping = false
      child.on('message', (message: DecodeMessage) => {
        if (message.type === 'ready') ready()
        else answered(message.clean, hasGrown(message.rssBytes, limits))
      })
      child.on('error', (error) => {
        onError(error)
        ended()
      })
      child.on('exit', (code, signal) => {
        if (!isStopping) onError(new Error(`the process that decodes photos ended: ${signal ?? code}`))
        ended()
      })
      // Whoever is asked for a page goes first. What it starts later, the decoder's threads too, is as patient.
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      // A server that has nothing else to do may end: the process then ends with it.
      child.unref()
      child.channel?.unref()
      return {
        send: (request) => void child.send(request),
        stop: () => {
          isStopping = true
          child.kill('SIGKILL')
          return exited
        },
      }
    },
    startTimeoutMs,
    timeoutMs,
    tries: 1,
    waitingMax,
    onError,
    closedMessage: 'the decoder of photos is closed',
  })
  return {
    clean: async (bytes, kind) => {
      const outcome = await queue.ask({ kind, bytes })
      switch (outcome.kind) {
        case 'answered':
          // Over the channel a buffer arrives as plain bytes.
          return outcome.answer.ok ? { ...outcome.answer, jpeg: Buffer.from(outcome.answer.jpeg) } : outcome.answer
        case 'failed':
          return { ok: false, reason: 'damaged' }
        case 'not_started':
        case 'full':
          return 'unavailable'
      }
    },
    close: queue.close,
  }
}
