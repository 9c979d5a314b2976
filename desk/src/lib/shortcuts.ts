import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Keys as they are pressed one after the other, in lower case: `j`, `g a`, `enter`, `space`, `escape`, `?`. */
export type Shortcut = {
  readonly keys: string
  readonly says: string
  readonly run: () => void
  /** Whether the foot bar shows it; the list of all keys always does. */
  readonly inFoot?: boolean
}

const SEQUENCE_MS = 1500
const storageKey = 'desk-single-keys'

const groups = new Set<{ readonly list: readonly Shortcut[] }>()
const listeners = new Set<() => void>()
let all: readonly Shortcut[] = []
const changed = (): void => {
  all = [...groups].flatMap(({ list }) => list)
  for (const listener of listeners) listener()
}

const readStored = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
let areOn = readStored()

/** Single keys get in the way of whoever dictates: they can be switched off (WCAG 2.1.4). */
export const switchSingleKeys = (on: boolean): void => {
  areOn = on
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // Storage can be blocked: then the choice lasts as long as the page.
  }
  changed()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShortcutList = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => all)
export const useAreSingleKeysOn = (): boolean => useSyncExternalStore(subscribe, () => areOn)

const nameOf = ({ key }: KeyboardEvent): string => (key === ' ' ? 'space' : key.toLowerCase())

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Enter and space belong to the button or link that has the focus. */
const isPressing = (target: EventTarget | null, name: string): boolean =>
  (name === 'enter' || name === 'space') &&
  target instanceof HTMLElement &&
  target.closest('button, a, summary') !== null

let first = ''
let forget: ReturnType<typeof setTimeout> | undefined

const onKey = (event: KeyboardEvent): void => {
  if (!areOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const name = nameOf(event)
  if (isTyping(event.target) || isPressing(event.target, name)) return
  // What is behind an open dialog is not at hand.
  if (document.querySelector('dialog[open]') !== null) return
  const pressed = first === '' ? name : `${first} ${name}`
  first = ''
  clearTimeout(forget)
  const found = all.findLast(({ keys }) => keys === pressed)
  if (found !== undefined) {
    event.preventDefault()
    found.run()
  } else if (all.some(({ keys }) => keys.startsWith(`${pressed} `))) {
    first = pressed
    forget = setTimeout(() => (first = ''), SEQUENCE_MS)
  }
}

/** The keys of a part while it is shown. Never while somebody types. */
export const useShortcuts = (list: readonly Shortcut[]): void => {
  const now = useRef(list)
  useEffect(() => {
    now.current = list
  })
  const signature = list.map(({ keys, says }) => `${keys}\n${says}`).join('\n\n')
  useEffect(() => {
    const group = {
      list: now.current.map((one, index) => ({ ...one, run: () => now.current[index]?.run() })),
    }
    if (groups.size === 0) addEventListener('keydown', onKey)
    groups.add(group)
    changed()
    return () => {
      groups.delete(group)
      if (groups.size === 0) removeEventListener('keydown', onKey)
      changed()
    }
  }, [signature])
}
