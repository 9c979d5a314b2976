import { UPLOAD_ATTEMPTS_MAX } from '@hola/core/constants.ts'
import { ApiError } from '../../lib/api-client.ts'

// Data that nobody waits for on the screen. Runtime.md section 9, as a table in the test.

/**
 * An upload: it is read, tried up to three times without a pause, and told to nobody. Answers whether it arrived, and never
 * rejects. `permit` names whose data may be sent now, undefined when nobody's may: it is asked before every attempt, so
 * that a log-out or a consent taken back ends it. While one is under way, asking for another joins it.
 */
export const createUpload = <Data>({
  permit,
  read,
  send,
}: {
  permit: () => string | undefined
  /** Undefined when there is nothing to send. */
  read: () => Promise<Data | undefined>
  send: (data: Data) => Promise<unknown>
}): (() => Promise<boolean>) => {
  let running: Promise<boolean> | undefined

  const run = async (): Promise<boolean> => {
    const whose = permit()
    if (whose === undefined) return false
    const data = await read()
    if (data === undefined) return false
    for (let attempt = 1; attempt <= UPLOAD_ATTEMPTS_MAX && permit() === whose; attempt += 1) {
      try {
        await send(data)
        return true
      } catch (problem) {
        if (problem instanceof ApiError && problem.kind === 'logged_out') return false
      }
    }
    return false
  }

  return () => {
    running ??= run()
      // Not read, so there is nothing to send.
      .catch(() => false)
      .finally(() => (running = undefined))
    return running
  }
}

/** Kept small: `String.fromCharCode` takes its characters as arguments. */
const SLICE_BYTES = 0x8000

/** Base64 of the UTF-8 of the JSON: `btoa` alone throws at the first emoji. */
export const encodeEvents = (events: unknown): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(events))
  let text = ''
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    text += String.fromCharCode(...bytes.subarray(at, at + SLICE_BYTES))
  }
  return btoa(text)
}
