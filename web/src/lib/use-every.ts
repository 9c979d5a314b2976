import { useEffect, useEffectEvent } from 'react'

const EVERY_MAX_MS = 60_000

/** Does something again and again while somebody looks at the page, and less and less often. Undefined does nothing. */
export const useEvery = (firstMs: number | undefined, work: () => void): void => {
  const tick = useEffectEvent(() => {
    if (!document.hidden) work()
  })
  useEffect(() => {
    if (firstMs === undefined) return undefined
    let everyMs = firstMs
    let timer = setTimeout(again, everyMs)
    function again(): void {
      tick()
      everyMs = Math.min(everyMs * 1.3, EVERY_MAX_MS)
      timer = setTimeout(again, everyMs)
    }
    return () => clearTimeout(timer)
  }, [firstMs])
}
