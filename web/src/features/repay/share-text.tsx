import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { canShareText, share } from '../../lib/share.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { shareIcon } from '@hola/ui/layout/icons.ts'

/** Hands what is on the page to another app, a line for each thing. Where the device cannot, there is no button. */
export function ShareText({ label, lines }: { label: string; lines: readonly string[] }): ReactNode {
  const [canShare] = useState(canShareText)
  if (!canShare) return null
  return (
    <Button
      kind="secondary"
      full
      icon={shareIcon}
      aria-label={label}
      onClick={() => void share({ text: lines.join('\n') })}
    >
      {m.lib_share()}
    </Button>
  )
}
