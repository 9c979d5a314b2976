import { m } from '@hola/i18n/compiled/messages.js'
import { showToast } from '@hola/ui/overlay/feedback.ts'

// To whom something goes is chosen in the list of the phone, by her alone: this app sees neither the list nor the choice.
// A WebView shares nothing, so inside the wrapper there is nothing to press either; papers go to the downloads there.

/** Whether this device can hand words to another app. */
export const canShareText = (): boolean => typeof navigator.share === 'function'

/** Whether this device can hand a PDF to another app. */
export const canSharePdf = (): boolean => {
  const probe = new File([], 'a.pdf', { type: 'application/pdf' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

/** Opens the list of apps. Needs a press: the browser remembers one for a few seconds only, so a wait may take another. */
export const share = async (what: { text: string } | { files: File[] }): Promise<void> => {
  try {
    await navigator.share(what)
  } catch (problem) {
    const name = problem instanceof DOMException && problem.name
    if (name === 'NotAllowedError') showToast(m.lib_share_again())
    // She closed the list, or it is still open: nothing to say.
    else if (name !== 'AbortError' && name !== 'InvalidStateError') throw problem
  }
}
