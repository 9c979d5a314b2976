import { useSyncExternalStore } from 'react'

// Whether the desk's server answered the last time that it was asked.

let isReachable = true
const listeners = new Set<() => void>()

export const setReachable = (next: boolean): void => {
  if (next === isReachable) return
  isReachable = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable)
