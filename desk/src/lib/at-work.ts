import { useSyncExternalStore } from 'react'

/** Longer than a thought, much shorter than the time after which an idle session ends. */
const QUIET_MS = 120_000

let isAtWork = true
let quiet: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const set = (next: boolean): void => {
  if (next === isAtWork) return
  isAtWork = next
  for (const listener of listeners) listener()
}

const noteInput = (): void => {
  clearTimeout(quiet)
  quiet = setTimeout(() => set(false), QUIET_MS)
  set(true)
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) for (const name of inputs) addEventListener(name, noteInput, { passive: true })
  listeners.add(listener)
  noteInput()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const name of inputs) removeEventListener(name, noteInput)
    clearTimeout(quiet)
  }
}

/** Whether somebody has touched mouse or keyboard of this page lately. */
export const useIsAtWork = (): boolean => useSyncExternalStore(subscribe, () => isAtWork)
