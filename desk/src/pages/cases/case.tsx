import { CASE_OPEN_MINUTES } from '@hola/core/desk-contract/cases.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { backIcon, checkIcon, clockIcon, closeIcon, eyeIcon, rightIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { clockState, sayDuration } from '../../parts/clock.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Owner } from '../../parts/owner.tsx'
import { Failed, Waiting } from '../../parts/state-words.tsx'
import { useWhy } from '../../parts/why-field.tsx'
import { BureauPanel } from './bureau-panel.tsx'
import css from './case.module.css'
import { useCases } from './cases.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { FormPanel } from './form-panel.tsx'
import type { View } from './photo-pane.tsx'
import { PhotoPane, turned, wholeView, zoomed } from './photo-pane.tsx'
import { RulesPanel } from './rules-panel.tsx'
import type { Answer } from './same-panel.tsx'
import { SamePanel, usePhotos } from './same-panel.tsx'

type Shown = DeskRetOf<'cases/show'>

const photoPanes = [
  { kind: 'front', number: 2, title: m.desk_queue_case_front },
  { kind: 'back', number: 3, title: m.desk_queue_case_back },
  { kind: 'selfie', number: 4, title: m.desk_queue_case_selfie },
] as const

/** Opening is an act: it asks why, and she can see it. */
function OpenDialog({ caseId, onClose }: { caseId: string; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  return (
    <Dialog title={m.desk_queue_case_open_title()} onDismiss={onClose}>
      <p>{m.desk_queue_case_open_text({ minutes: CASE_OPEN_MINUTES })}</p>
      <ActForm
        says={m.desk_queue_case_open()}
        icon={eyeIcon}
        onCancel={onClose}
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call('cases/open', { case_id: caseId, why: reason })
          await queries.invalidateQueries({ queryKey: ['cases/show'] })
          onClose()
        }}
      >
        {why.field}
      </ActForm>
    </Dialog>
  )
}

const states = {
  waiting: { icon: clockIcon, words: m.desk_queue_cases_state_waiting },
  approved: { icon: checkIcon, words: m.desk_queue_cases_state_approved },
  refused: { icon: closeIcon, words: m.desk_queue_cases_state_refused },
  taken_back: { icon: undoIcon, words: m.desk_queue_cases_state_taken_back },
} as const

function StateBadge({ shown, now }: { shown: Shown; now: Date }): ReactNode {
  const { state, since_at, due_at, replays } = shown
  const { icon, words } = states[state]
  if (state === 'waiting' && due_at !== null) {
    const clock = clockState({ since: since_at, until: due_at }, now)
    return (
      <Badge tone={clock === 'past' ? 'failed' : clock === 'near' ? 'late' : 'neutral'} icon={icon}>
        {m.desk_queue_case_waits({ time: sayDuration(now.getTime() - Date.parse(since_at)) })}
      </Badge>
    )
  }
  const when = { state: words(), date: formatDate(since_at), time: formatTime(since_at) }
  const name = replays.at(-1)?.decided_by ?? null
  return (
    <Badge tone={state === 'approved' ? 'done' : 'neutral'} icon={icon}>
      {name === null ? m.desk_queue_case_decided(when) : m.desk_queue_case_decided_by({ ...when, name })}
    </Badge>
  )
}

/** The cases before and after this one, in the order in which they wait. */
const useNeighbours = (caseId: string) => {
  const { cases } = useCases('waiting')
  const navigate = useNavigate()
  const at = cases?.findIndex(({ case_id }) => case_id === caseId) ?? -1
  const go = (to: number): void => {
    const next = cases?.[to]
    if (next !== undefined) void navigate(`/cases/${next.case_id}`)
  }
  const [previous, next] = [(): void => go(at - 1), (): void => go(at + 1)]
  useShortcuts([
    { keys: '[', says: m.desk_queue_keys_previous(), inFoot: true, run: previous },
    { keys: ']', says: m.desk_queue_keys_next(), inFoot: true, run: next },
  ])
  return { at, count: cases?.length ?? 0, previous, next }
}

function Head({
  shown,
  now,
  caseId,
  onOpen,
}: {
  shown: Shown
  now: Date
  caseId: string
  onOpen: () => void
}): ReactNode {
  const { at, count, previous, next } = useNeighbours(caseId)
  const person = shown.opened?.person
  return (
    <header className={css.top}>
      <p className={css.who}>
        {person
          ? `${person.first_name} ${person.last_name}`
          : m.desk_queue_case_closed_person({ person: personCode(shown.user_id) })}
      </p>
      <StateBadge shown={shown} now={now} />
      {shown.state === 'waiting' && <Owner name={shown.owner?.name ?? null} />}
      <span className={css.noted}>
        {shown.opened_until === null ? (
          <button type="button" className={css.choice} onClick={onOpen}>
            <Icon shape={eyeIcon} size="small" />
            {m.desk_queue_case_open_title()}
          </button>
        ) : (
          <>
            <Icon shape={eyeIcon} size="small" />
            {m.desk_queue_case_noted({ time: formatTime(shown.opened_until) })}
          </>
        )}
      </span>
      {at >= 0 && (
        <span className={css.position}>
          <button type="button" className={css.tool} aria-label={m.desk_queue_case_previous()} onClick={previous}>
            <Icon shape={backIcon} size="small" />
          </button>
          {m.desk_queue_position({ number: at + 1, of: count })}
          <button type="button" className={css.tool} aria-label={m.desk_queue_case_next()} onClick={next}>
            <Icon shape={rightIcon} size="small" />
          </button>
        </span>
      )}
    </header>
  )
}

/** Form and photos; a number makes one of them large, and + − 0 look at it. */
function Panes({ shown, photos }: { shown: Shown; photos: ReturnType<typeof usePhotos> }): ReactNode {
  const isClosed = shown.opened === null
  const [focused, setFocused] = useState<number>()
  const [views, setViews] = useState<Readonly<Record<number, View>>>({})
  const viewOf = (number: number): View => views[number] ?? wholeView
  const look = (change: (view: View) => View): void => {
    const number = focused ?? 2
    setViews((before) => ({ ...before, [number]: change(before[number] ?? wholeView) }))
  }
  const toggle = (number: number): void => setFocused((before) => (before === number ? undefined : number))
  useShortcuts([
    { keys: '1', says: m.desk_queue_case_form(), run: () => toggle(1) },
    ...photoPanes.map(({ number, title }) => ({ keys: String(number), says: title(), run: () => toggle(number) })),
    { keys: '+', says: m.desk_queue_keys_zoom(), run: () => look((view) => zoomed(view, 1)) },
    { keys: '-', says: m.desk_queue_keys_out(), run: () => look((view) => zoomed(view, -1)) },
    { keys: '0', says: m.desk_queue_keys_turn(), run: () => look(turned) },
    { keys: 'escape', says: m.desk_keys_back(), run: () => setFocused(undefined) },
  ])
  return (
    <div className={css.panes}>
      <FormPanel
        person={shown.opened?.person}
        isClosed={isClosed}
        isFocused={focused === 1}
        onFocus={() => toggle(1)}
      />
      {photoPanes.map(({ kind, number, title }) => (
        <PhotoPane
          key={kind}
          title={title()}
          number={number}
          jpeg={photos?.find((photo) => photo.kind === kind)?.jpeg}
          isClosed={isClosed}
          view={viewOf(number)}
          onView={(view) => setViews((before) => ({ ...before, [number]: view }))}
          isFocused={focused === number}
          onFocus={() => toggle(number)}
        />
      ))}
    </div>
  )
}

/** One case: what she said and showed, what the rules made of it, and what becomes of it. */
export function CasePage({ me, caseId }: { me: SignedIn; caseId: string }): ReactNode {
  const { data: shown, error, refetch } = useCall('cases/show', { case_id: caseId }, { isLive: true })
  const now = useTicking(shown?.now)
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(true)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const until = shown?.opened_until ?? null
  const isOpen = until !== null && new Date(until) > now
  const photos = usePhotos(caseId, { isWanted: isOpen })

  // What was opened is covered again when its minutes are over, whether or not anybody is at the desk.
  const isOver = until !== null && !isOpen
  useEffect(() => {
    if (!isOver) return
    queries.removeQueries({ queryKey: ['cases/photos'] })
    void queries.invalidateQueries({ queryKey: ['cases/show'] })
  }, [isOver, queries])

  if (shown === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const covered: Shown = isOpen ? shown : { ...shown, opened: null, opened_until: null }
  const canDecide = may(me.role, 'decide_cases') && shown.state === 'waiting'
  const refresh = (): void => {
    for (const queryKey of [['cases/show'], ['cases/list'], ['queue/list'], ['queue/counts']])
      void queries.invalidateQueries({ queryKey })
  }
  return (
    <div className={css.page}>
      <Head shown={covered} now={now} caseId={caseId} onOpen={() => setIsAsking(true)} />
      <div className={css.scroll}>
        <Panes shown={covered} photos={isOpen ? photos : undefined} />
        <div className={css.below}>
          <RulesPanel shown={covered} />
          <SamePanel
            caseId={caseId}
            isOpen={isOpen}
            isAsked={shown.needs_same_person}
            photos={photos}
            answer={answer}
            onAnswer={canDecide && isOpen ? setAnswer : undefined}
          />
          <BureauPanel opened={covered.opened} />
        </div>
      </div>
      {canDecide && isOpen && <DecisionBar shown={shown} answer={answer} onDone={refresh} />}
      {!isOpen && isAsking && <OpenDialog caseId={caseId} onClose={() => setIsAsking(false)} />}
    </div>
  )
}
