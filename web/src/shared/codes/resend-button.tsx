import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { writeSeconds } from './resend.ts'
import { useSecondsToResend } from './use-seconds-to-resend.ts'

/** The seconds until the next code may be asked for, then a button that does so. */
export function ResendButton({
  resendAt,
  waitMs,
  onResend,
  className,
}: {
  resendAt: number
  /** How long the wait was when it began, where it is not the usual one. */
  waitMs?: number | undefined
  onResend: () => Promise<void>
  /** Of the words while it counts. */
  className: string | undefined
}): ReactNode {
  const seconds = useSecondsToResend(resendAt, waitMs)
  const [busy, setBusy] = useState(false)
  if (seconds > 0)
    return (
      <p className={className} role="timer">
        {m.account_resend_in({ time: writeSeconds(seconds) })}
      </p>
    )
  return (
    <Button
      kind="secondary"
      busy={busy}
      busyText={m.account_asking_code()}
      onClick={() => {
        setBusy(true)
        void onResend().finally(() => setBusy(false))
      }}
    >
      {m.account_resend()}
    </Button>
  )
}
