import { useState } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { wireLanguage } from '@hola/i18n/locale.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'

/** Does what a button asks of the server: one at a time, and in the server's own words when it refuses. */
export const useAsk = <Ret>(onAnswer: (ret: Ret) => void) => {
  const [busy, setBusy] = useState(false)
  const ask = async (work: (language: string) => Promise<Ret>, done?: string): Promise<void> => {
    setBusy(true)
    try {
      onAnswer(await work(wireLanguage()))
      if (done !== undefined) showToast({ title: done })
    } catch (problem) {
      const text = problem instanceof Error && problem.message ? problem.message : m.sandbox_unreachable()
      showToast({ title: text, icon: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, ask }
}
