import { REVIEW_ABOUT_MS, SUBMITTED_REDIRECT_MS } from '@hola/core/constants.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { justSent } from '../../shared/home/just-sent.ts'
import { useStanding } from '../../shared/home/use-standing.ts'
import type { Standing } from '../../shared/home/standing.ts'
import { switchTab } from '../../router/navigation.ts'
import { usePageTitle } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import type { DrawingName } from '@hola/ui/drawings/shapes.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { LoadFailed } from './load-failed.tsx'
import css from './submitted-screen.module.css'

const TICK_MS = 200

const goHome = (): void => void switchTab('/')

/** An application that is sent and not decided. For everybody else the page says what is true instead. */
export function SubmittedScreen(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  const [isSentNow] = useState(justSent.isTrue)
  useEffect(() => () => justSent.forget(), [])
  const state = home.status === 'ready' ? home.data.state : undefined
  const standing = useStanding(home.status === 'ready' ? home.data : undefined)
  if (state === 'in_review' || (isSentNow && state !== 'approved')) return <Sent />
  return (
    <div className={css.page}>
      {standing ? (
        <NotSent standing={standing} drawing={state === 'approved' ? 'sunrise' : 'calendar'} />
      ) : home.status === 'failed' ? (
        <LoadFailed problem={home.problem} onRetry={() => void refresh()} />
      ) : (
        <section className={css.head} aria-busy="true" aria-label={m.photos_review_loading()}>
          <Skeleton shape="figure" width="80%" />
          <Skeleton width="100%" />
          <Skeleton width="70%" />
        </section>
      )}
    </div>
  )
}

function NotSent({
  standing: { title, text, action },
  drawing,
}: {
  standing: Standing
  drawing: DrawingName
}): ReactNode {
  const { name, ...link } = action
  return (
    <>
      <div className={css.head}>
        <Drawing of={drawing} />
        <h2 className={css.title}>{title}</h2>
        <p className={css.text}>{text}</p>
      </div>
      <Dock>
        <ButtonLink {...link}>{name}</ButtonLink>
      </Dock>
    </>
  )
}

/** The application is sent. Goes Home after five seconds, at once on demand, or not at all. */
function Sent(): ReactNode {
  usePageTitle(m.photos_sent_done())
  const [stays, setStays] = useState(false)
  const left = useCountdown(stays ? undefined : SUBMITTED_REDIRECT_MS, goHome)
  return (
    <div className={css.page}>
      <div className={css.head}>
        <Drawing of="calendar" />
        <h2 className={css.title}>{m.photos_sent_title()}</h2>
        <p className={css.text}>{m.photos_sent_text({ minutes: REVIEW_ABOUT_MS / 60_000 })}</p>
      </div>
      <Card title={m.photos_sent_next()}>
        <TimeLine
          items={[
            { state: 'done', title: m.photos_sent_done() },
            { state: 'now', title: m.photos_sent_identity() },
            { state: 'later', title: m.photos_sent_decision() },
            { state: 'later', title: m.photos_sent_choose() },
          ]}
        />
      </Card>
      <Dock
        // A timer is silent to a screen reader unless she goes there.
        note={!stays && <span role="timer">{m.photos_sent_countdown({ seconds: Math.ceil(left / 1000) })}</span>}
      >
        {!stays && (
          <Button kind="secondary" onClick={() => setStays(true)}>
            {m.photos_sent_stay()}
          </Button>
        )}
        <Button onClick={goHome}>{m.photos_sent_go()}</Button>
      </Dock>
    </div>
  )
}

/** Counts by the clock, since timers sleep in a pocket. Undefined stands still. */
const useCountdown = (durationMs: number | undefined, onEnd: () => void): number => {
  const [left, setLeft] = useState(durationMs ?? 0)
  useEffect(() => {
    if (durationMs === undefined) return undefined
    const endsAt = Date.now() + durationMs
    const timer = setInterval(() => {
      const now = Math.max(0, endsAt - Date.now())
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [durationMs, onEnd])
  return left
}
