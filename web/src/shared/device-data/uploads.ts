import { UPLOAD_ATTEMPTS_MAX } from '@hola/core/constants.ts'
import { ApiError } from '../../lib/api-client.ts'

// Data that nobody waits for on the screen. Runtime.md section 9, as a table in the test.

/**
 * An upload: it is read, tried up to three times without a pause, and told to nobody. Answers whether it arrived, and never
 * rejects. `permit` names the consent under which data may be sent now, undefined when there is none: it is asked before
 * every attempt, so that a log-out or a consent taken back ends it. While one is under way, asking for another joins it.
 *
 * Three failures under one consent end it for this visit, whatever asks again: a server that keeps saying no is not
 * asked without end. Something that arrives, another consent or the next visit begins a new count.
 */
export const createUpload = <Data>({
  permit,
  read,
  send,
  attemptsMax = UPLOAD_ATTEMPTS_MAX,
}: {
  permit: () => string | undefined
  /** Undefined when there is nothing to send. */
  read: () => Promise<Data | undefined>
  send: (data: Data) => Promise<unknown>
  /** Fewer where whoever sends tries it several times already. */
  attemptsMax?: number
}): (() => Promise<boolean>) => {
  let running: Promise<boolean> | undefined
  let failed: { readonly under: string; readonly times: number } | undefined

  const failuresUnder = (consent: string): number => (failed?.under === consent ? failed.times : 0)

  const run = async (): Promise<boolean> => {
    const consent = permit()
    if (consent === undefined || failuresUnder(consent) >= attemptsMax) return false
    const data = await read()
    if (data === undefined) return false
    while (permit() === consent && failuresUnder(consent) < attemptsMax) {
      try {
        await send(data)
        failed = undefined
        return true
      } catch (problem) {
        failed = { under: consent, times: failuresUnder(consent) + 1 }
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
