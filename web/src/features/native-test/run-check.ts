import { bridgeCalls, nativeUpload } from '@hola/core/bridge/protocol.ts'
import type { BridgeMessage } from '@hola/core/bridge/protocol.ts'
import type { Shape } from '@hola/core/bridge/shape.ts'
import { readAnswer, type BridgeProblem } from '../../bridge/ask.ts'
import { wrapperPort } from '../../bridge/wrapper-port.ts'
import { UNKNOWN_CHECK, type Check } from './checks.ts'

/** How it went: what was read from the answer, why there is none, or what sending it threw. */
export type Outcome = { readonly tookMs: number } & (
  | { readonly ended: 'answered'; readonly raw: string; readonly value: unknown }
  | { readonly ended: 'refused'; readonly raw: string | undefined; readonly problem: BridgeProblem }
  | { readonly ended: 'threw'; readonly message: string }
)

const shapeOf = (check: Check, mode: BridgeMessage['mode']): Shape => {
  if (check === UNKNOWN_CHECK) return {}
  return mode === 'native_upload' ? nativeUpload.uploaded : bridgeCalls[check].answer
}

const limitOf = (check: Check): { limitMs?: number } => {
  const seconds: number | null = check === UNKNOWN_CHECK ? 10 : bridgeCalls[check].answer_seconds_max
  return seconds === null ? {} : { limitMs: seconds * 1000 }
}

/** Longer than this nobody reads it, and a photo would fill the page. */
const SHOWN_CHARS_MAX = 100

const shorten = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > SHOWN_CHARS_MAX
    ? `${value.slice(0, SHOWN_CHARS_MAX)}… (${value.length})`
    : value

/** JSON as a person reads it. What is no JSON is shown as it came, and what is nested without end is not. */
export const showJson = (value: unknown): string => {
  try {
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, shorten, 2) ?? ''
  } catch {
    return typeof value === 'string' ? String(shorten('', value)) : '…'
  }
}

/** Sends one message as it is, and tells everything that came of it. */
export const runCheck = (check: Check, message: BridgeMessage): Promise<Outcome> =>
  new Promise((resolve) => {
    const startedMs = performance.now()
    const tookMs = (): number => Math.round(performance.now() - startedMs)
    try {
      wrapperPort.send(message, {
        onAnswer: (answer) => {
          const raw = showJson(answer)
          const read = readAnswer(shapeOf(check, message.mode), answer)
          const problem = 'refused' in read ? (read.refused as BridgeProblem) : undefined
          resolve(
            problem === undefined
              ? { ended: 'answered', raw, value: read, tookMs: tookMs() }
              : { ended: 'refused', raw, problem, tookMs: tookMs() },
          )
        },
        onGivenUp: (problem) => resolve({ ended: 'refused', raw: undefined, problem, tookMs: tookMs() }),
        ...limitOf(check),
      })
    } catch (problem) {
      resolve({
        ended: 'threw',
        message: problem instanceof Error ? problem.message : String(problem),
        tookMs: tookMs(),
      })
    }
  })
