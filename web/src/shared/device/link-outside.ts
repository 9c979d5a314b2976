import type { MouseEvent } from 'react'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'

const openInAnotherApp = async (uri: string): Promise<void> => {
  const [{ intentUriOpen }, { sayDeviceProblem }] = await Promise.all([
    import('../../bridge/native.ts'),
    import('./problem-words.ts'),
  ])
  const opened = await intentUriOpen.start(uri)
  if ('refused' in opened) showToast({ title: sayDeviceProblem(opened.refused), icon: 'none' })
}

/** For an `<a>` that leads out of the app: a plain link that opens beside it; in the wrapper, the app that knows it. */
export const linkOutside = (uri: string) => ({
  href: uri,
  target: '_blank',
  rel: 'noopener noreferrer',
  onClick: (event: MouseEvent): void => {
    if (!isInWrapper()) return
    event.preventDefault()
    void openInAnotherApp(uri)
  },
})
