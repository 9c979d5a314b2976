import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'

const copy = async (value: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(value)
    showToast({ title: m.sandbox_value_copied({ value }) })
  } catch {
    showToast({ title: m.sandbox_value_copy_failed({ value }), icon: 'error' })
  }
}

/** A value that somebody is to type into the app. */
export const CopyButton = ({ value }: { value: string }): ReactNode => (
  <Button kind="quiet" onClick={() => void copy(value)}>
    {m.sandbox_copy_value({ value })}
  </Button>
)
