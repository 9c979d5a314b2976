import {
  useEffect,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '../classes.ts'
import { Icon } from '../layout/icon.tsx'
import { refreshIcon } from '../layout/icons.ts'
import { discOffsetPx, discTurnDegrees, idlePull, stepPull, type PullEvent } from './pull-to-refresh-machine.ts'
import css from './pull-to-refresh.module.css'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

const START_DELAY_MS = 50
/** The transition's end is the usual way out of a movement; this is for the time when it never comes. */
const SETTLE_MS = 350

export type PullToRefreshHandle = { start: () => void; stop: () => void }

function createPull() {
  let state = idlePull
  let timer: ReturnType<typeof setTimeout> | undefined
  let refresh = (): Promise<unknown> => Promise.resolve()
  const listeners = new Set<() => void>()

  const stop = (): void => void send({ type: 'stop' })
  // A failed refresh stops the disc too; whoever made the call has told the user.
  const run = (): void => void refresh().then(stop, stop)

  /** Says whether the browser must keep from scrolling. */
  function send(event: PullEvent): boolean {
    const { state: next, effect } = stepPull(state, event)
    if (next !== state) {
      clearTimeout(timer)
      state = next
      if (next.phase === 'aborting' || next.phase === 'restoring')
        timer = setTimeout(send, SETTLE_MS, { type: 'settled' })
      for (const listener of listeners) listener()
    }
    if (effect === 'refresh') run()
    if (effect === 'refresh-soon') timer = setTimeout(run, START_DELAY_MS)
    return effect === 'hold'
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setRefresh(next: () => Promise<unknown>) {
      refresh = next
    },
    send,
    stop,
    start: () => void send({ type: 'start' }),
  }
}

/** A sheet that opens over the page is inside it for React and for events; its own drags are not a pull. */
const onPage = (event: TouchEvent): boolean => !(event.target instanceof Element && event.target.closest('dialog'))

function listenToTouches(area: HTMLElement, send: (event: PullEvent) => boolean): () => void {
  const leave = new AbortController()
  const { signal } = leave
  area.addEventListener(
    'touchstart',
    (event) => {
      if (!onPage(event)) return
      for (const { identifier: id, clientY: y } of event.changedTouches) send({ type: 'touchstart', id, y })
    },
    { signal, passive: true },
  )
  area.addEventListener(
    'touchmove',
    (event) => {
      for (const { identifier: id, clientY: y } of event.changedTouches) {
        const hold = send({ type: 'touchmove', id, y, scrollTop: Math.max(0, window.scrollY) })
        if (hold && event.cancelable) event.preventDefault()
      }
    },
    { signal, passive: false },
  )
  for (const type of ['touchend', 'touchcancel'] as const) {
    area.addEventListener(
      type,
      (event) => {
        for (const { identifier: id } of event.changedTouches) send({ type, id })
      },
      { signal, passive: true },
    )
  }
  return () => leave.abort()
}

/**
 * A pull at the top of `area` calls `onRefresh` once and spins until what it returns is over, well or badly. The page
 * itself does not move. It stands in the area and not around it, so that it may come later than what is pulled. `ref`
 * starts and stops it by code, for a refresh button that needs no finger.
 */
export function PullToRefresh({
  area,
  onRefresh,
  ref,
}: {
  area: RefObject<HTMLElement | null>
  onRefresh: () => Promise<unknown>
  ref?: Ref<PullToRefreshHandle>
}): ReactNode {
  const [pull] = useState(createPull)
  const state = useSyncExternalStore(pull.subscribe, pull.state)
  useEffect(() => pull.setRefresh(onRefresh), [pull, onRefresh])
  useEffect(() => (area.current ? listenToTouches(area.current, pull.send) : undefined), [pull, area])
  useImperativeHandle(ref, () => ({ start: pull.start, stop: pull.stop }), [pull])
  return (
    <>
      <div className={css.place}>
        <div
          className={classes(css.disc, css[state.phase])}
          style={{ translate: `0 ${discOffsetPx(state)}px` }}
          onTransitionEnd={() => void pull.send({ type: 'settled' })}
        >
          <span style={{ rotate: `${discTurnDegrees(state)}deg` }}>
            <Icon shape={refreshIcon} />
          </span>
        </div>
      </div>
      <output>{state.phase === 'refreshing' && <VisuallyHidden>{m.ui_refreshing()}</VisuallyHidden>}</output>
    </>
  )
}
