import { LONG_PRESS_MS, LONG_PRESS_TOLERANCE_PX } from '@hola/core/constants.ts'
import { useEffect, useState, type PointerEvent } from 'react'

/** The finger that may become a long press, or nothing. */
export type Press = { id: number; x: number; y: number } | null

export type PressEvent =
  | { type: 'down'; id: number; x: number; y: number; primary: boolean }
  | { type: 'move'; id: number; x: number; y: number }
  | { type: 'up' | 'cancel' }

/** One finger that stays within the tolerance; exactly 10 px is still within. A second finger ends it. */
export function stepPress(press: Press, event: PressEvent): Press {
  switch (event.type) {
    case 'down':
      return event.primary ? { id: event.id, x: event.x, y: event.y } : null
    case 'move': {
      if (press?.id !== event.id) return press
      const far = Math.max(Math.abs(event.x - press.x), Math.abs(event.y - press.y)) > LONG_PRESS_TOLERANCE_PX
      return far ? null : press
    }
    default:
      return null
  }
}

export function createLongPress() {
  let press: Press = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let onLongPress = (): void => {}
  return {
    setHandler(handler: () => void) {
      onLongPress = handler
    },
    send(event: PressEvent) {
      const next = stepPress(press, event)
      if (next === press) return
      press = next
      clearTimeout(timer)
      if (next) timer = setTimeout(() => onLongPress(), LONG_PRESS_MS)
    },
  }
}

/**
 * Handlers to spread on an element. The click that follows is not suppressed, and a long press must never be the only
 * way to do something: keyboards have none.
 */
export function useLongPress(onLongPress: () => void) {
  const [longPress] = useState(createLongPress)
  useEffect(() => longPress.setHandler(onLongPress), [longPress, onLongPress])
  useEffect(() => () => longPress.send({ type: 'cancel' }), [longPress])
  const end = (): void => longPress.send({ type: 'cancel' })
  return {
    onPointerDown({ pointerId: id, clientX: x, clientY: y, isPrimary, button }: PointerEvent) {
      longPress.send({ type: 'down', id, x, y, primary: isPrimary && button === 0 })
    },
    onPointerMove({ pointerId: id, clientX: x, clientY: y }: PointerEvent) {
      longPress.send({ type: 'move', id, x, y })
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  }
}
