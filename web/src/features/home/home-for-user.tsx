import { useRef, type ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { PhotosNote } from '../../shared/photo-queue/photos-note.tsx'
import { startStanding } from '../../shared/home/start-standing.ts'
import type { Remote } from '../../lib/remote.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ApplicationState, InReviewState } from './application-state.tsx'
import { ApplyAgainState } from './apply-again-state.tsx'
import { ApprovedState } from './approved-state.tsx'
import { ConnectionFailed } from './connection-failed.tsx'
import type { Home } from './home-data.ts'
import { HomeLoading } from './home-loading.tsx'
import { HomeRefresh } from './home-refresh.tsx'
import { InitState } from './init-state.tsx'
import { OrderState } from './order-state.tsx'
import { RefusedState } from './refused-state.tsx'

/** A user's Home: how her application or loan stands, with the one way on. */
export function HomeForUser(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  const area = useRef<HTMLDivElement>(null)
  return (
    <div ref={area}>
      <HomeRefresh area={area} onRefresh={refresh} />
      <StateOf home={home} onRetry={() => void refresh()} />
    </div>
  )
}

function StateOf({ home, onRetry }: { home: Remote<Home>; onRetry: () => void }): ReactNode {
  if (home.status === 'loading') return <HomeLoading />
  if (home.status === 'failed') return <ConnectionFailed note={<PhotosNote />} onRetry={onRetry} />
  const { next_action: next, active_order: order, state } = home.data
  // Also when a step has to be completed first: there she sees which.
  if (state === 'expired') return <ApplyAgainState home={home} />
  // Also when she may borrow again: first she sees that it is done with.
  if (state === 'cleared' && order) return <OrderState home={home} order={order} />
  switch (next.kind) {
    case 'continue_application':
    case 'retake_photos':
      return <ApplicationState home={home} retake={next.kind === 'retake_photos'} />
    case 'check_review':
      return <InReviewState home={home} />
    case 'choose_loan':
      return <ApprovedState home={home} />
    case 'apply_again':
      return <ApplyAgainState home={home} />
    default:
      if (order) return <OrderState home={home} order={order} />
      if (state === 'refused') return <RefusedState home={home} />
      if (state === 'approved') return <ApprovedState home={home} />
      return <InitState onHome home={home} standing={startStanding()} onRetry={onRetry} />
  }
}
