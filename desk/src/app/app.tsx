import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { Spinner } from '@hola/ui/layout/spinner.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link, Navigate, Route, Routes, useParams } from 'react-router'
import { useReachable } from '../lib/connection.ts'
import { newQueryClient } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { leave, readSession, useSession } from '../lib/session.ts'
import { InvitationPage } from '../pages/invitation.tsx'
import { SignInPage, WaysIn } from '../pages/sign-in.tsx'
import { Dialog } from '../parts/dialog.tsx'
import css from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { Lazy, usePreloading } from './lazy-view.tsx'
import type { DeskPage } from './pages.tsx'
import { pagesOf } from './pages.tsx'
import { Shell } from './shell.tsx'

const RETRY_MS = 3_000

/** Keeps trying while the server does not answer, and asks everything again that is on the screen once it does. */
function useReconnecting(): void {
  const isReachable = useReachable()
  const queries = useQueryClient()
  useEffect(() => {
    if (isReachable) return
    const timer = setInterval(() => {
      void readSession()
    }, RETRY_MS)
    return () => {
      clearInterval(timer)
      void queries.refetchQueries({ type: 'active' })
    }
  }, [isReachable, queries])
}

/** Esc does not close it: behind it is a page that nobody may see without a session. */
function SessionEnded({ me }: { me: SignedIn }): ReactNode {
  return (
    <Dialog title={m.desk_ended_title()} onDismiss={() => {}}>
      <p>{m.desk_ended_text({ name: me.name })}</p>
      <WaysIn only={me} />
      <Button kind="quiet" onClick={() => void leave()}>
        {m.desk_ended_other()}
      </Button>
    </Dialog>
  )
}

/** A page that breaks does not take the rail with it, and is whole again when it is opened anew. */
function Kept({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary fallback={<EmptyState title={m.desk_page_failed()} text={m.desk_page_failed_text()} />}>
      {children}
    </ErrorBoundary>
  )
}

function RecordPage({ me, record }: { me: SignedIn; record: NonNullable<DeskPage['record']> }): ReactNode {
  const { id = '' } = useParams()
  return (
    <Kept key={id}>
      <Lazy of={record.view} props={{ me, id }} />
    </Kept>
  )
}

function Inside({ me }: { me: SignedIn }): ReactNode {
  const pages = useMemo(() => pagesOf(me.role), [me.role])
  const first = pages[0]?.path ?? '/session'
  usePreloading(pages)
  return (
    <Shell me={me} pages={pages}>
      <Routes>
        <Route path="/" element={<Navigate to={first} replace />} />
        {pages.flatMap(({ path, view, record }) => [
          <Route
            key={path}
            path={path}
            element={
              <Kept key={path}>
                <Lazy of={view} props={{ me }} />
              </Kept>
            }
          />,
          record && <Route key={`${path}/`} path={`${path}/:id`} element={<RecordPage me={me} record={record} />} />,
        ])}
        <Route
          path="*"
          element={
            <EmptyState
              title={m.desk_not_found()}
              text={m.desk_not_found_text()}
              action={<Link to={first}>{m.desk_go_first()}</Link>}
            />
          }
        />
      </Routes>
    </Shell>
  )
}

function Gate(): ReactNode {
  const session = useSession()
  useReconnecting()
  switch (session.status) {
    case 'asking':
      return (
        <main className={css.asking}>
          <Spinner />
          <VisuallyHidden>{m.desk_loading()}</VisuallyHidden>
        </main>
      )
    case 'out':
      return <SignInPage />
    default:
      return (
        <>
          {/* Another member has nothing of what this one had on her screen. */}
          <Inside key={session.me.member_id} me={session.me} />
          {session.status === 'ended' && <SessionEnded me={session.me} />}
        </>
      )
  }
}

/** What was read for one member is not there for the next. */
function Queries({ children }: { children: ReactNode }): ReactNode {
  const session = useSession()
  const of = 'me' in session ? session.me.member_id : ''
  const [kept, setKept] = useState(() => ({ of, client: newQueryClient() }))
  if (kept.of !== of) setKept({ of, client: newQueryClient() })
  return <QueryClientProvider client={kept.client}>{children}</QueryClientProvider>
}

export function App(): ReactNode {
  // The whole page speaks the language that was chosen.
  useLocale()
  useEffect(() => {
    void readSession()
  }, [])
  return (
    <Queries>
      <Routes>
        <Route path="/invitation/:token" element={<InvitationPage />} />
        <Route path="*" element={<Gate />} />
      </Routes>
      <FeedbackHost />
    </Queries>
  )
}
