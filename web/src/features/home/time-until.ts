import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { spanOf } from '../../lib/span.ts'
import type { ReadyHome } from './home-data.ts'

type Answer = Pick<ReadyHome, 'readAt'> & { readonly data: Pick<ReadyHome['data'], 'now_at'> }

/** Minutes are the smallest thing it shows, and nobody needs them to the second. */
const TICK_MS = 10_000

const subscribe = (onTick: () => void): (() => void) => {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}

const lastTickMs = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS

/**
 * How long until an instant of the server, looked at again every few seconds while the page is shown. It counts by what
 * the server's clock said and how long ago: the phone's clock may be wrong by years. From then on `onReached` is called
 * at each look: it asks the server, which knows what comes next.
 */
export const useTimeUntil = (instant: string, { data, readAt }: Answer, onReached: () => void): number => {
  const sinceReadMs = Math.max(0, useSyncExternalStore(subscribe, lastTickMs) - readAt.getTime())
  const leftMs = Date.parse(instant) - Date.parse(data.now_at) - sinceReadMs
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    if (leftMs <= 0) reached()
  }, [leftMs])
  return Math.max(0, leftMs)
}

/** The two largest units of what is left; no seconds, since nobody is to be hurried. */
export const leftInWords = (leftMs: number): string => {
  const { days, hours, minutes } = spanOf(leftMs)
  if (days > 1) return m.home_left_days({ days, hours })
  if (days === 1) return m.home_left_day({ days, hours })
  if (hours > 0) return m.home_left_hours({ hours, minutes })
  return minutes > 1 ? m.home_left_minutes({ minutes }) : m.home_left_moments()
}
