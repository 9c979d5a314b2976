import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import type { CSSProperties, ReactNode } from 'react'
import css from './clock.module.css'

const MINUTE_MS = 60_000
/** From here on it is time to hurry. */
const NEAR = 0.7

/** "4 h 38 min", "9 min", "2 d 3 h": as much as helps to decide what to do first. */
export const sayDuration = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days >= 2) return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`
  if (hours >= 10 || (hours > 0 && minutes % 60 === 0)) return `${hours} h`
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

/** As long as a column has room for: "52 min", "3 h 40", "19 h", "13 d". */
const sayShort = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} d`
  if (hours >= 10 || (hours > 0 && minutes % 60 === 0)) return `${hours} h`
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')}`
}

/** Since when something waits. */
export const sayAge = (since: string, now: Date): string => sayShort(now.getTime() - Date.parse(since))

export type ClockOf = {
  /** When it began to run. */
  readonly since: string
  readonly until: string
  /** What the limit is called, for when it has passed: "los 15 min", "10 días hábiles". */
  readonly limit?: string | undefined
  /** What happens at the end when nobody is late: a proposal lapses by itself. */
  readonly ends?: 'due' | 'lapses' | undefined
  /** Of a clock that counts business days: today's number of how many. */
  readonly businessDay?: { readonly number: number; readonly of: number } | undefined
}

export type ClockState = 'calm' | 'near' | 'past'

export const clockState = ({ since, until }: Pick<ClockOf, 'since' | 'until'>, now: Date): ClockState => {
  const share = shareOf({ since, until }, now)
  return share >= 1 ? 'past' : share >= NEAR ? 'near' : 'calm'
}

const shareOf = ({ since, until }: Pick<ClockOf, 'since' | 'until'>, now: Date): number => {
  const whole = Date.parse(until) - Date.parse(since)
  return whole <= 0 ? 1 : Math.max(0, (now.getTime() - Date.parse(since)) / whole)
}

/** What a clock says, in words. */
export const sayClock = ({ since, until, limit, ends = 'due', businessDay }: ClockOf, now: Date): string => {
  const left = Date.parse(until) - now.getTime()
  if (left <= 0)
    return limit === undefined
      ? m.desk_queue_clock_past_by({ time: sayShort(-left) })
      : m.desk_queue_clock_past({ limit })
  if (clockState({ since, until }, now) !== 'past' && businessDay !== undefined && left > 24 * 60 * MINUTE_MS)
    return m.desk_queue_clock_business({ number: businessDay.number, of: businessDay.of })
  const time = sayDuration(left)
  return ends === 'lapses' ? m.desk_queue_clock_lapses({ time }) : m.desk_queue_clock_left({ time })
}

/** How much of a limit has gone: a bar and words; warns from 70 %, red only once our own time has passed. */
export function Clock({ now, ...of }: ClockOf & { now: Date }): ReactNode {
  const state = clockState(of, now)
  return (
    <span className={css.clock} data-state={state} title={`${formatDate(of.until)} ${formatTime(of.until)}`}>
      <ClockBar {...of} now={now} />
      {state === 'past' && <Icon shape={alertIcon} size="small" />}
      <span>{sayClock(of, now)}</span>
    </span>
  )
}

/** The bar alone, for where the words stand elsewhere; `wide` takes the room there is. */
export function ClockBar({
  now,
  wide,
  ...of
}: Pick<ClockOf, 'since' | 'until'> & { now: Date; wide?: boolean }): ReactNode {
  return (
    <span
      className={css.bar}
      data-state={clockState(of, now)}
      data-wide={wide || undefined}
      aria-hidden="true"
      style={{ '--gone': `${Math.min(1, shareOf(of, now)) * 100}%` } as CSSProperties}
    />
  )
}
