import { REACH_BOTTOM_REARM_MS } from '@hola/core/constants.ts'
import { useEffect, useEffectEvent } from 'react'

export const REACH_BOTTOM_DISTANCE_PX = 50
const RETEST_MS = 300

export type ScrollMetrics = { scrollY: number; innerHeight: number; scrollHeight: number }

export type ReachState = { inZone: boolean; firedHeight: number; quietUntilMs: number }

export const reachStart: ReachState = { inZone: false, firedHeight: 0, quietUntilMs: 0 }

/**
 * Fires on entering the zone above the bottom, and again inside it when the page grew or shrank by more than the
 * distance since; after firing it does not look for 350 ms. A page that does not scroll never fires.
 */
export function decideReachBottom(
  state: ReachState,
  { scrollY, innerHeight, scrollHeight }: ScrollMetrics,
  nowMs: number,
  distancePx = REACH_BOTTOM_DISTANCE_PX,
): { fire: boolean; state: ReachState } {
  if (nowMs < state.quietUntilMs) return { fire: false, state }
  const inZone = scrollY > 0 && scrollHeight > innerHeight && scrollY + innerHeight + distancePx >= scrollHeight
  const fire = inZone && (!state.inZone || Math.abs(scrollHeight - state.firedHeight) > distancePx)
  return {
    fire,
    state: fire
      ? { inZone, firedHeight: scrollHeight, quietUntilMs: nowMs + REACH_BOTTOM_REARM_MS }
      : { ...state, inZone },
  }
}

/** Calls `onReach` near the bottom of the document; `active` is false while the page is hidden. */
export function useReachBottom(onReach: () => void, { active = true }: { active?: boolean } = {}): void {
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    if (!active) return
    let state = reachStart
    let frame = 0
    let retest: ReturnType<typeof setTimeout> | undefined
    const look = (): boolean => {
      const { innerHeight, scrollY } = window
      const metrics = { scrollY, innerHeight, scrollHeight: document.documentElement.scrollHeight }
      const decision = decideReachBottom(state, metrics, performance.now())
      state = decision.state
      if (decision.fire) reach()
      return decision.fire
    }
    const onScroll = (): void => {
      clearTimeout(retest)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!look()) retest = setTimeout(look, RETEST_MS)
      })
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      clearTimeout(retest)
      cancelAnimationFrame(frame)
    }
  }, [active])
}
