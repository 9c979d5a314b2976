import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate } from '@hola/i18n/format-date.ts'
import { classes } from '@hola/ui/classes.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, minusIcon, peopleIcon, plusIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { Facts } from '../../parts/peek.tsx'
import css from './case.module.css'
import type { View } from './photo-pane.tsx'
import { Photo, turned, wholeView, zoomed } from './photo-pane.tsx'
import { sayDistance } from './rules-panel.tsx'

type Match = DeskRetOf<'cases/same'>['matches'][number]
export type Answer = 'yes' | 'no' | 'unknown'

/** Photos are asked for once while the case is open: each time is an act, and hers to see. */
const KEEP = Number.POSITIVE_INFINITY

export const usePhotos = (caseId: string, { isWanted, matchUserId }: { isWanted: boolean; matchUserId?: string }) =>
  useQuery({
    queryKey: ['cases/photos', caseId, matchUserId ?? ''],
    queryFn: () => call('cases/photos', { case_id: caseId, ...(matchUserId ? { match_user_id: matchUserId } : {}) }),
    enabled: isWanted,
    staleTime: KEEP,
    gcTime: 0,
  }).data?.photos

const states: Readonly<Record<string, () => string>> = {
  in_progress: m.desk_queue_case_other_state_in_progress,
  in_review: m.desk_queue_case_other_state_in_review,
  approved: m.desk_queue_case_other_state_approved,
  refused: m.desk_queue_case_other_state_refused,
}

const sayHistory = (match: Match): string => {
  if (match.is_overdue_now) return m.desk_queue_case_late_now()
  const count = match.cleared_on_time_count
  return count + match.cleared_late_count === 0 ? m.desk_queue_case_no_history() : m.desk_queue_case_paid({ count })
}

type Pair = { readonly this: string | undefined; readonly other: string | undefined }

/** Both at the same size and turned the same way. */
function SideBySide({ pair, onClose }: { pair: Pair; onClose: () => void }): ReactNode {
  const [view, setView] = useState<View>(wholeView)
  const tools = [
    { says: m.desk_queue_case_zoom_out(), icon: minusIcon, run: () => setView(zoomed(view, -1)) },
    { says: m.desk_queue_case_zoom_in(), icon: plusIcon, run: () => setView(zoomed(view, 1)) },
    { says: m.desk_queue_case_turn(), icon: refreshIcon, run: () => setView(turned(view)) },
  ]
  return (
    <Dialog title={m.desk_queue_case_side_by_side()} onDismiss={onClose}>
      <div className={css.tools}>
        {tools.map(({ says, icon, run }) => (
          <button key={says} type="button" className={css.tool} aria-label={says} title={says} onClick={run}>
            <Icon shape={icon} size="small" />
          </button>
        ))}
      </div>
      <div className={css.both}>
        <Photo jpeg={pair.this} alt={m.desk_queue_case_this()} view={view} />
        <Photo jpeg={pair.other} alt={m.desk_queue_case_same()} view={view} />
      </div>
    </Dialog>
  )
}

/**
 * Who else sent the same image or has the same face, under another DNI, with both sides of it. Whoever looks says whether
 * it is one person: nobody is approved before that.
 */
export function SamePanel({
  caseId,
  isOpen,
  isAsked,
  photos,
  answer,
  onAnswer,
}: {
  caseId: string
  isOpen: boolean
  /** Whether the case needs an answer. */
  isAsked: boolean
  photos: ReturnType<typeof usePhotos>
  answer: Answer | null
  /** Undefined where nothing is decided: a case that was decided, or a role that only reads. */
  onAnswer: ((answer: Answer) => void) | undefined
}): ReactNode {
  const { data } = useCall('cases/same', { case_id: caseId }, { isWanted: isOpen })
  const [at, setAt] = useState(0)
  const [isBeside, setIsBeside] = useState(false)
  const matches = data?.matches ?? []
  const match = matches[at] ?? matches[0]
  const others = usePhotos(caseId, {
    isWanted: isOpen && match !== undefined,
    ...(match ? { matchUserId: match.user_id } : {}),
  })
  const pair: Pair = {
    this: photos?.find(({ kind }) => kind === match?.photo)?.jpeg,
    other: others?.find(({ kind }) => kind === match?.other_photo)?.jpeg,
  }
  const title = match?.by === 'image' ? m.desk_queue_case_same_image() : m.desk_queue_case_same()
  const answers = [
    { value: 'yes', name: m.desk_queue_case_yes(), keys: 'y' },
    { value: 'no', name: m.desk_queue_case_no(), keys: 'n' },
    { value: 'unknown', name: m.desk_queue_case_unknown(), keys: 'u' },
  ] as const
  useShortcuts([
    ...(match
      ? [{ keys: 'l', says: m.desk_queue_case_side_by_side(), inFoot: true, run: () => setIsBeside(true) }]
      : []),
    ...(onAnswer && isAsked
      ? answers.map(({ value, name, keys }) => ({
          keys,
          says: `${m.desk_queue_case_is_same()} ${name}`,
          run: () => onAnswer(value),
        }))
      : []),
  ])
  return (
    <section className={classes(css.panel, isAsked && css.warned)} aria-label={title}>
      <header className={css.head}>
        <Icon shape={peopleIcon} size="small" />
        <h2 className={css.title}>
          {title}{' '}
          {matches.length > 0 && (
            <span className={css.quiet}>{m.desk_queue_case_same_count({ count: matches.length })}</span>
          )}
        </h2>
        {match && (
          <Badge tone="late" icon={alertIcon}>
            {match.distance === null
              ? m.desk_queue_case_same_very()
              : m.desk_queue_case_same_distance({ distance: sayDistance(match.distance) })}
          </Badge>
        )}
      </header>
      <div className={css.body}>
        {!isOpen && <p className={css.quiet}>{m.desk_queue_case_same_closed()}</p>}
        {isOpen && data && match === undefined && <p className={css.quiet}>{m.desk_queue_case_same_none()}</p>}
        {isOpen && match && (
          <>
            <div className={css.match2}>
              <figure className={css.small}>
                <Photo jpeg={pair.this} alt={m.desk_queue_case_this()} view={wholeView} />
                <figcaption>{m.desk_queue_case_this()}</figcaption>
              </figure>
              <figure className={css.small}>
                <Photo jpeg={pair.other} alt={title} view={wholeView} />
                <figcaption>{m.desk_queue_case_other({ date: formatDate(match.sent_at) })}</figcaption>
              </figure>
              <Facts
                of={[
                  [m.desk_queue_case_account(), personCode(match.user_id)],
                  [m.desk_queue_case_name(), match.masked_name],
                  [m.desk_queue_field_national_id_number(), match.masked_dni],
                  [m.desk_queue_case_birth(), match.birth_year ?? '–'],
                  [m.desk_queue_case_application(), states[match.application_state]?.() ?? match.application_state],
                  [m.desk_queue_case_history(), sayHistory(match)],
                ]}
              />
            </div>
            <div className={css.line}>
              {matches.length > 1 && (
                <button type="button" className={css.choice} onClick={() => setAt((at + 1) % matches.length)}>
                  {m.desk_queue_position({ number: at + 1, of: matches.length })}
                </button>
              )}
              <button type="button" className={css.choice} onClick={() => setIsBeside(true)}>
                {m.desk_queue_case_side_by_side()} <Kbd keys="l" />
              </button>
            </div>
          </>
        )}
        {isAsked && onAnswer && (
          <fieldset className={css.question}>
            <legend>{m.desk_queue_case_is_same()}</legend>
            <span className={css.choices}>
              {answers.map(({ value, name, keys }) => (
                <button
                  key={value}
                  type="button"
                  className={css.choice}
                  aria-pressed={answer === value}
                  onClick={() => onAnswer(value)}
                >
                  {answer === value && <Icon shape={checkIcon} size="small" />}
                  {name} <Kbd keys={keys} />
                </button>
              ))}
            </span>
          </fieldset>
        )}
      </div>
      {isBeside && match && <SideBySide pair={pair} onClose={() => setIsBeside(false)} />}
    </section>
  )
}
