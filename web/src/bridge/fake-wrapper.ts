import { bridgeExamples } from '@hola/core/bridge/examples.ts'
import type { BridgeMessage } from '@hola/core/bridge/protocol.ts'

/** Stands in for the wrapper: answers every call with its example, or with what a test says. */
export const fakeWrapper = (answers: Readonly<Record<string, unknown>> = {}) => {
  const asked: BridgeMessage[] = []
  const known: Readonly<Record<string, { answer: unknown }>> = bridgeExamples
  window.androidBridge = {
    postMessage: (json) => {
      const message = JSON.parse(json) as BridgeMessage
      asked.push(message)
      const { event, action, mode, callbackId } = message
      const call = action === undefined ? event : `${event}.${action}`
      const example = mode === 'native_upload' ? { stored_count: 1 } : known[call]?.answer
      const data = call in answers ? answers[call] : (example ?? { error: 'unknown_event' })
      queueMicrotask(() => window.onNativeMessage?.(JSON.stringify({ callbackId, data })))
    },
  }
  return { asked }
}
