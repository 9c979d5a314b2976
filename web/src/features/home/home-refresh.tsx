import { useRef, type ReactNode, type RefObject } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { PullToRefresh, type PullToRefreshHandle } from '@hola/ui/gestures/pull-to-refresh.tsx'
import css from './home-refresh.module.css'

/** Home asks the server again: a finger pulls, a mouse, a keyboard or a screen reader presses the button. */
export function HomeRefresh({
  area,
  onRefresh,
}: {
  area: RefObject<HTMLElement | null>
  onRefresh: () => Promise<unknown>
}): ReactNode {
  const pull = useRef<PullToRefreshHandle>(null)
  return (
    <>
      <button type="button" className={css.button} aria-label={m.home_refresh()} onClick={() => pull.current?.start()}>
        <span className={css.disc}>
          <Icon shape={refreshIcon} />
        </span>
      </button>
      <PullToRefresh area={area} onRefresh={onRefresh} ref={pull} />
    </>
  )
}
