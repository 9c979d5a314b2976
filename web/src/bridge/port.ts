/** A message to the Android wrapper. Events are the specification's (section 7). */
export type NativeMessage = {
  readonly event: 'localCache'
  readonly action: 'clear'
}

declare global {
  interface Window {
    /** Put there by the wrapper; absent in a plain browser. */
    androidBridge?: { postMessage: (json: string) => void }
  }
}

export const sendToNative = (message: NativeMessage): void => {
  if (!window.androidBridge) throw new Error('androidBridge unsupport')
  window.androidBridge.postMessage(JSON.stringify(message))
}
