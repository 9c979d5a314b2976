import { useEffect, useState, type ReactNode } from 'react'
import { m } from '../i18n/compiled/messages.js'
import { Button } from '../ui/button.tsx'
import { secondsToResend, writeSeconds } from './resend.ts'

/** Counts down to a deadline, so that a reload or a sleeping phone changes nothing, then becomes a button. */
export function ResendButton({
  resendAt,
  onResend,
  className,
}: {
  resendAt: number
  onResend: () => Promise<void>
  /** Of the words while it counts. */
  className: string | undefined
}): ReactNode {
  const [now, setNow] = useState(Date.now)
  const [busy, setBusy] = useState(false)
  const seconds = secondsToResend({ resendAt }, now)
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isWaiting])
  if (isWaiting)
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
