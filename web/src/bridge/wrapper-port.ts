import { createPort } from './port.ts'
import { sendToNative } from './send.ts'

declare global {
  interface Window {
    /** The wrapper hands its answers to these two, as JSON text. */
    onNativeMessage?: (json: string) => void
    onNativeChunk?: (json: string) => void
  }
}

/** The page's one port to the wrapper around it. */
export const wrapperPort = createPort({
  send: sendToNative,
  now: Date.now,
  // oxlint-disable-next-line no-console -- the one trace of a wrapper and a page that do not understand each other
  log: (why, id = '') => console.debug('native answer left unread:', why, id),
})

window.onNativeMessage = wrapperPort.receiveAnswer
window.onNativeChunk = wrapperPort.receiveChunk
