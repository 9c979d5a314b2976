import { useEffect, useState } from 'react'
import { secondsToResend } from './resend.ts'

/** Counts down to a deadline, so that a reload or a sleeping phone changes nothing. */
export const useSecondsToResend = (resendAt: number, waitMs?: number): number => {
  const [now, setNow] = useState(Date.now)
  const seconds = secondsToResend({ resendAt, ...(waitMs !== undefined && { waitMs }) }, now)
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isWaiting])
  return seconds
}
