import type { BridgeMessage } from '@hola/core/bridge/protocol.ts'

declare global {
  interface Window {
    /** Put there by the wrapper; absent in a plain browser. */
    androidBridge?: {
      postMessage: (json: string) => void
      /** Beside the messages: what a browser does with a link to download. */
      saveFile?: (name: string, mimeType: string, base64: string) => void
    }
  }
}

/** All of the bridge that the first screen carries: a message that wants no answer, as logging out sends one. */
export const sendToNative = (message: BridgeMessage): void => {
  if (!window.androidBridge) throw new Error('androidBridge unsupport')
  window.androidBridge.postMessage(JSON.stringify(message))
}
