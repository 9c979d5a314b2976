import { ANSWER_CHARS_MAX } from '@hola/core/bridge/protocol.ts'
import type { BridgeMessage } from '@hola/core/bridge/protocol.ts'

type Waiting = {
  /** Gets the data of an answer, or the joined text of one that came in chunks. Called once. */
  readonly onAnswer: (answer: unknown) => void
  /** Called instead when nothing came in time, or more than anybody should hold. */
  readonly onGivenUp?: (why: 'no_answer' | 'too_large') => void
  /** Without a limit it waits as long as the person takes. */
  readonly limitMs?: number
}

type Deps = {
  readonly send: (message: BridgeMessage) => void
  readonly now: () => number
  /** Says what was left unread and why, never what stood in it. */
  readonly log: (why: string, id?: string) => void
}

type Open = Waiting & { readonly chunks: string[]; chars: number; timer?: ReturnType<typeof setTimeout> }

export type Port = {
  /** Throws where there is no wrapper, and whatever the wrapper's handler throws. */
  readonly send: (message: Omit<BridgeMessage, 'callbackId'>, waiting?: Waiting) => void
  readonly receiveAnswer: (json: unknown) => void
  readonly receiveChunk: (json: unknown) => void
}

/** Messages to the wrapper, and the callbacks that wait for its answers. */
export const createPort = ({ send, now, log }: Deps): Port => {
  const open = new Map<string, Open>()
  let counter = 0

  /** Whatever happens next, this callback is not called again. */
  const close = (id: string): void => {
    clearTimeout(open.get(id)?.timer)
    open.delete(id)
  }

  const finish = (id: string, tell: () => void): void => {
    close(id)
    try {
      tell()
    } catch (problem) {
      log(`callback failed: ${problem instanceof Error ? problem.name : typeof problem}`, id)
    }
  }

  /** The wrapper calls these functions: nothing that it says may throw back into it. */
  const read = (json: unknown, take: (waiting: Open, id: string, data: unknown) => void): void => {
    let answer: unknown
    try {
      answer = typeof json === 'string' ? JSON.parse(json) : undefined
    } catch {
      return log('not JSON')
    }
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return log('not a record')
    const { callbackId, data }: { callbackId?: unknown; data?: unknown } = answer
    const id = typeof callbackId === 'number' ? String(callbackId) : callbackId
    const waiting = typeof id === 'string' ? open.get(id) : undefined
    if (typeof id !== 'string' || !waiting) return log('nobody waits for it')
    take(waiting, id, data)
  }

  return {
    send(message, waiting) {
      if (!waiting) return send(message)
      counter += 1
      // Text, one after the other: as a sum two ids could meet when the clock is set back.
      const id = `${now()}${counter}`
      const entry: Open = { ...waiting, chunks: [], chars: 0 }
      open.set(id, entry)
      try {
        send({ ...message, callbackId: id })
      } catch (problem) {
        close(id)
        throw problem
      }
      // A wrapper may answer before its handler returns.
      if (waiting.limitMs === undefined || !open.has(id)) return
      entry.timer = setTimeout(() => finish(id, () => waiting.onGivenUp?.('no_answer')), waiting.limitMs)
    },

    receiveAnswer(json) {
      read(json, ({ onAnswer, onGivenUp }, id, data) => {
        const isTooLarge = (json as string).length > ANSWER_CHARS_MAX
        finish(id, () => (isTooLarge ? onGivenUp?.('too_large') : onAnswer(data)))
      })
    },

    receiveChunk(json) {
      read(json, (waiting, id, data) => {
        if (data === undefined || data === null || data === '') {
          return finish(id, () => waiting.onAnswer(waiting.chunks.join('')))
        }
        if (typeof data !== 'string') return log('a chunk that is no text', id)
        waiting.chars += data.length
        if (waiting.chars > ANSWER_CHARS_MAX) return finish(id, () => waiting.onGivenUp?.('too_large'))
        waiting.chunks.push(data)
      })
    },
  }
}
