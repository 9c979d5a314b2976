import { beforeEach } from 'vitest'
import { feedbackState, onFeedbackChange } from './feedback.ts'

/**
 * For tests, at the top of a file: answers what the newest toast of the test said, also when it is gone again. A busy
 * machine may come to look only then.
 */
export const watchToasts = (): (() => string | undefined) => {
  let said: string | undefined
  beforeEach(() => {
    said = undefined
    return onFeedbackChange(() => {
      const { slot } = feedbackState()
      if (slot?.kind === 'toast') said = slot.title
    })
  })
  return () => said
}
