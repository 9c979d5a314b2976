import { useEffect, useState } from 'react'

const TICK_MS = 15_000

/**
 * What the server's clock says now, from what it said in its last answer. The clock of this computer may be wrong, and
 * that of the sandbox can be moved. The first draw after an answer takes its time as it is.
 */
export const useTicking = (answeredAt: string | undefined): Date => {
  const [ticked, setTicked] = useState({ answeredAt, passedMs: 0 })
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setTicked({ answeredAt, passedMs: performance.now() - start }), TICK_MS)
    return () => clearInterval(timer)
  }, [answeredAt])
  const passedMs = ticked.answeredAt === answeredAt ? ticked.passedMs : 0
  return new Date((answeredAt === undefined ? 0 : Date.parse(answeredAt)) + passedMs)
}
