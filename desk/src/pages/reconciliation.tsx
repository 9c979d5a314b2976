import { civilDay, weekdayOf } from '@hola/core/calendar.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { DayState } from '@hola/core/desk-contract/reconciliation.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate, formatDay, formatTime, formatWeekday } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import {
  alertIcon,
  backIcon,
  checkIcon,
  clockIcon,
  editIcon,
  infoIcon,
  minusIcon,
  refreshIcon,
  rightIcon,
} from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../lib/desk-client.ts'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { ActForm } from '../parts/act-form.tsx'
import type { Column } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { Facts } from '../parts/peek.tsx'
import { Failed, Waiting } from '../parts/state-words.tsx'
import { useWhy } from '../parts/why-field.tsx'
import css from './reconciliation.module.css'

type Day = DeskRetOf<'reconciliation/month'>['days'][number]
type DayDetails = DeskRetOf<'reconciliation/day'>
type Finding = DayDetails['findings'][number]
type Difference = Finding['differences'][number]

const dayStates: Readonly<Record<DayState, { readonly name: () => string; readonly icon: IconShape }>> = {
  not_yet: { name: m.desk_money_day_not_yet, icon: clockIcon },
  no_statement: { name: m.desk_money_day_no_statement, icon: minusIcon },
  in_order: { name: m.desk_money_day_in_order, icon: checkIcon },
  explained: { name: m.desk_money_day_explained, icon: infoIcon },
  difference: { name: m.desk_money_day_difference, icon: alertIcon },
}

/** Why the books and a provider differ, and what to do about it. */
const causes: Readonly<Record<string, { readonly is: () => string; readonly todo: () => string }>> = {
  in_suspense: { is: m.desk_money_cause_in_suspense, todo: m.desk_money_todo_in_suspense },
  refunded_by_hand: { is: m.desk_money_cause_refunded_by_hand, todo: m.desk_money_todo_nothing },
  refunded_by_provider: { is: m.desk_money_cause_refunded_by_provider, todo: m.desk_money_todo_nothing },
  refund_returned: { is: m.desk_money_cause_refund_returned, todo: m.desk_money_todo_refund_returned },
  day_differs: { is: m.desk_money_cause_day_differs, todo: m.desk_money_todo_nothing },
  not_heard: { is: m.desk_money_cause_not_heard, todo: m.desk_money_todo_asked },
  reversed: { is: m.desk_money_cause_reversed, todo: m.desk_money_todo_asked },
  missing_in_books: { is: m.desk_money_cause_missing_in_books, todo: m.desk_money_todo_missing_in_books },
  missing_at_provider: { is: m.desk_money_cause_missing_at_provider, todo: m.desk_money_todo_missing_at_provider },
  amount_differs: { is: m.desk_money_cause_amount_differs, todo: m.desk_money_todo_ask_provider },
  twice_at_provider: { is: m.desk_money_cause_twice_at_provider, todo: m.desk_money_todo_twice },
  not_reversed: { is: m.desk_money_cause_not_reversed, todo: m.desk_money_todo_asked },
  failed_in_books: { is: m.desk_money_cause_failed_in_books, todo: m.desk_money_todo_asked },
  failed_at_provider: { is: m.desk_money_cause_failed_at_provider, todo: m.desk_money_todo_ask_provider },
  not_booked: { is: m.desk_money_cause_not_booked, todo: m.desk_money_todo_not_booked },
  not_readable: { is: m.desk_money_cause_not_readable, todo: m.desk_money_todo_not_readable },
  not_answered: { is: m.desk_money_cause_not_answered, todo: m.desk_money_todo_again },
}

const shiftMonth = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const date = new Date(Date.UTC(year, number - 1 + by, 1))
  return date.toISOString().slice(0, 7)
}

const monthName = (month: string): string => {
  const [year, number] = month.split('-')
  return `${number}/${year}`
}

/** Monday first. */
const columnOf = (day: string): number => ((weekdayOf(civilDay(day)) + 6) % 7) + 1

function Calendar({
  days,
  chosen,
  onChoose,
}: {
  days: readonly Day[]
  chosen: string | undefined
  onChoose: (day: string) => void
}): ReactNode {
  return (
    <div className={css.calendar}>
      {days.slice(0, 7).length > 0 &&
        Array.from({ length: 7 }, (_, index) => days.find(({ day }) => columnOf(day) === index + 1)).map(
          (one) =>
            one && (
              <span key={columnOf(one.day)} className={css.weekday} style={{ gridColumn: columnOf(one.day) }}>
                {formatWeekday(one.day).slice(0, 3)}
              </span>
            ),
        )}
      {days.map(({ day, state, is_past, unexplained_count, difference_count, note_count }) => (
        <button
          key={day}
          type="button"
          className={css.day}
          data-state={is_past ? state : 'ahead'}
          aria-pressed={day === chosen}
          disabled={!is_past}
          style={{ gridColumn: columnOf(day) }}
          onClick={() => onChoose(day)}
        >
          <span className={css.number}>{Number(day.slice(8))}</span>
          {is_past && (
            <span className={css.dayState}>
              {/* Explained needs no mark beside its words, which take the room. */}
              {state !== 'explained' && <Icon shape={dayStates[state].icon} size="small" />}
              <span>
                {state === 'difference'
                  ? m.desk_money_day_count({ count: unexplained_count })
                  : state === 'explained'
                    ? m.desk_money_day_explained_count({ count: difference_count })
                    : dayStates[state].name()}
              </span>
            </span>
          )}
          {note_count > 0 && (
            <span className={css.noted}>
              <Icon shape={editIcon} size="small" />
              <VisuallyHidden>{m.desk_money_day_noted()}</VisuallyHidden>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

type Noting = { readonly finding: Finding; readonly difference: Difference | null }

function NoteDialog({ day, of, onClose }: { day: string; of: Noting; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  return (
    <Dialog title={m.desk_money_note_title()} onDismiss={onClose}>
      <p>
        {of.difference === null ? m.desk_money_note_day() : (causes[of.difference.cause]?.is() ?? of.difference.cause)}
      </p>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call('reconciliation/note', {
            day: civilDay(day),
            provider: of.finding.provider,
            kind: of.finding.kind,
            difference_id: of.difference?.id ?? null,
            why: reason,
          })
          showToast(m.desk_money_noted())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_money_note_save()}
        icon={editIcon}
        onCancel={onClose}
      >
        {why.field}
      </ActForm>
    </Dialog>
  )
}

function RunDialog({ day, onClose }: { day: string; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  return (
    <Dialog title={m.desk_money_run_title({ day: formatDay(day) })} onDismiss={onClose}>
      <p>{m.desk_money_run_text()}</p>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call('reconciliation/run', { day: civilDay(day), why: reason })
          showToast(m.desk_money_run_done())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_money_run()}
        icon={refreshIcon}
        onCancel={onClose}
      >
        {why.field}
      </ActForm>
    </Dialog>
  )
}

function DifferenceCard({
  of,
  notes,
  onNote,
}: {
  of: Difference
  notes: DayDetails['notes']
  onNote: (() => void) | undefined
}): ReactNode {
  const cause = causes[of.cause]
  return (
    <li className={css.difference} data-open={!of.is_explained || undefined}>
      <p className={css.cause}>
        <Badge tone={of.is_explained ? 'neutral' : 'failed'} icon={of.is_explained ? infoIcon : alertIcon}>
          {of.is_explained ? m.desk_money_explained() : m.desk_money_unexplained()}
        </Badge>
        {cause?.is() ?? of.cause}
      </p>
      <Facts
        of={[
          [m.desk_money_ours(), `${formatPesos(of.ours_centavos)}${of.our_day ? ` · ${formatDay(of.our_day)}` : ''}`],
          [
            m.desk_money_theirs(),
            `${formatPesos(of.theirs_centavos)}${of.their_day ? ` · ${formatDay(of.their_day)}` : ''}`,
          ],
          of.cause === 'not_readable'
            ? [m.desk_money_unread_row(), of.id.replace('row ', '')]
            : [m.desk_money_provider_id(), of.provider_id ?? of.id],
          ...(of.order_number === null
            ? []
            : [
                [
                  m.desk_money_loan(),
                  <Link key="loan" to={`/loans/${of.order_number}`}>
                    {of.order_number}
                  </Link>,
                ] as const,
              ]),
        ]}
      />
      <p>
        <b>{m.desk_money_todo()}</b> {cause?.todo() ?? m.desk_money_todo_ask_provider()}
        {of.cause === 'in_suspense' && (
          <>
            {' '}
            <Link to="/receipts">{m.desk_money_page_receipts()}</Link>
          </>
        )}
      </p>
      {notes.map((note) => (
        <p key={note.noted_at} className={css.note}>
          {note.words}
          <span className={css.quiet}>
            {' '}
            {note.noted_by}, {formatDate(note.noted_at)} {formatTime(note.noted_at)}
          </span>
        </p>
      ))}
      {onNote && (
        <Button kind="quiet" icon={editIcon} onClick={onNote}>
          {m.desk_money_note()}
        </Button>
      )}
    </li>
  )
}

const kindWords = { payout: m.desk_money_kind_payout, collection: m.desk_money_kind_collection }

function FindingCard({
  of,
  notes,
  onNote,
}: {
  of: Finding
  notes: DayDetails['notes']
  onNote: ((difference: Difference | null) => void) | undefined
}): ReactNode {
  const own = notes.filter(({ provider, kind }) => provider === of.provider && kind === of.kind)
  return (
    <section className={css.finding}>
      <h3>
        {of.provider}, {kindWords[of.kind]()}
      </h3>
      <Facts
        of={[
          [m.desk_money_matched(), String(of.matched_count)],
          [m.desk_money_ours(), formatPesos(of.ours_centavos)],
          [m.desk_money_theirs(), of.theirs_centavos === null ? '–' : formatPesos(of.theirs_centavos)],
          [m.desk_money_found_at(), `${formatDate(of.found_at)} ${formatTime(of.found_at)}`],
        ]}
      />
      {of.outcome === 'outage' && (
        <Note tone="warn" icon={alertIcon}>
          {m.desk_money_outage()}
          {of.problem !== null && ` (${of.problem})`}
        </Note>
      )}
      {of.outcome === 'no_statement' && <Note>{m.desk_money_no_statement()}</Note>}
      <ul className={css.differences}>
        {of.differences.map((difference, index) => (
          <DifferenceCard
            key={`${difference.id} ${index}`}
            of={difference}
            notes={own.filter(({ difference_id }) => difference_id === difference.id)}
            onNote={onNote && (() => onNote(difference))}
          />
        ))}
      </ul>
      {own
        .filter(({ difference_id }) => difference_id === null)
        .map((note) => (
          <p key={note.noted_at} className={css.note}>
            {note.words}
            <span className={css.quiet}>
              {' '}
              {note.noted_by}, {formatDate(note.noted_at)}
            </span>
          </p>
        ))}
      {onNote && of.differences.length === 0 && of.outcome !== 'compared' && (
        <Button kind="quiet" icon={editIcon} onClick={() => onNote(null)}>
          {m.desk_money_note()}
        </Button>
      )}
    </section>
  )
}

function DayPanel({ me, day }: { me: SignedIn; day: string }): ReactNode {
  const { data, error, refetch } = useCall('reconciliation/day', { day: civilDay(day) }, { isLive: true })
  const [isRunning, setIsRunning] = useState(false)
  const [noting, setNoting] = useState<Noting>()
  const mayAct = may(me.role, 'reconcile')
  useShortcuts(mayAct ? [{ keys: 'v', says: m.desk_money_run(), inFoot: true, run: () => setIsRunning(true) }] : [])
  return (
    <section className={css.panel} aria-label={formatDay(day)}>
      <header className={css.head}>
        <h2>{formatDay(day)}</h2>
        {mayAct && (
          <Button kind="secondary" icon={refreshIcon} onClick={() => setIsRunning(true)}>
            {m.desk_money_run()}
          </Button>
        )}
      </header>
      <div className={css.body}>
        {data === undefined ? (
          error ? (
            <Failed problem={error} onAgain={() => void refetch()} />
          ) : (
            <Waiting />
          )
        ) : (
          <>
            {data.findings.length === 0 && <p className={css.quiet}>{m.desk_money_day_not_yet_text()}</p>}
            {data.findings.map((finding) => (
              <FindingCard
                key={`${finding.kind} ${finding.provider}`}
                of={finding}
                notes={data.notes}
                onNote={mayAct ? (difference) => setNoting({ finding, difference }) : undefined}
              />
            ))}
          </>
        )}
      </div>
      {isRunning && <RunDialog day={day} onClose={() => setIsRunning(false)} />}
      {noting && <NoteDialog day={day} of={noting} onClose={() => setNoting(undefined)} />}
    </section>
  )
}

const isMonth = (text: string | null): text is string => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

/** A month as a file, a line for each day that is over. */
const fileColumns: readonly Column<Day>[] = [
  { id: 'day', head: m.desk_money_column_day, width: '20%', cell: ({ day }) => day },
  { id: 'state', head: m.desk_column_state, width: '20%', cell: ({ state }) => dayStates[state].name() },
  {
    id: 'differences',
    head: m.desk_money_file_differences,
    width: '20%',
    cell: ({ difference_count }) => formatNumber(difference_count),
    csv: ({ difference_count }) => difference_count,
  },
  {
    id: 'unexplained',
    head: m.desk_money_unexplained,
    width: '20%',
    cell: ({ unexplained_count }) => formatNumber(unexplained_count),
    csv: ({ unexplained_count }) => unexplained_count,
  },
]

/** The books against the providers' statements, day by day. Month and day stand in the address. */
export function ReconciliationPage({ me, chosen: first }: { me: SignedIn; chosen?: string }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const askedDay = search.get('day') ?? first
  const chosenDay = isDay(askedDay) ? askedDay : undefined
  const asked = search.get('month') ?? chosenDay?.slice(0, 7) ?? null
  const { data, error, refetch } = useCall('reconciliation/month', isMonth(asked) ? { month: asked } : {}, {
    isLive: true,
  })
  const month = data?.month ?? ''
  const past = data?.days.filter(({ is_past }) => is_past) ?? []
  const worst = past.findLast(({ state }) => state === 'difference') ?? past.at(-1)
  // A day that was shown stays, also when another one turns out worse meanwhile: somebody may be typing about it.
  const [kept, setKept] = useState<string>()
  const day = [chosenDay, kept].find((one) => one?.startsWith(month)) ?? worst?.day
  if (day !== kept) setKept(day)
  const go = (by: number): void => setSearch({ month: shiftMonth(month, by) }, { replace: true })
  const step = (by: number): void => {
    const at = past.findIndex((one) => one.day === day)
    const next = past[Math.min(past.length - 1, Math.max(0, at + by))]
    if (next) setSearch({ month, day: next.day }, { replace: true })
  }
  useShortcuts([
    { keys: 'j', says: m.desk_money_keys_next_day(), inFoot: true, run: () => step(1) },
    { keys: 'k', says: m.desk_money_keys_day_before(), inFoot: true, run: () => step(-1) },
    { keys: '[', says: m.desk_money_month_before(), inFoot: true, run: () => go(-1) },
    { keys: ']', says: m.desk_money_month_next(), inFoot: true, run: () => go(1) },
  ])
  if (data === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  return (
    <div className={css.page}>
      <section className={css.panel} aria-label={m.desk_money_calendar()}>
        <header className={css.head}>
          <Button kind="quiet" icon={backIcon} onClick={() => go(-1)}>
            {m.desk_money_month_before()}
          </Button>
          <h2>{monthName(month)}</h2>
          <ListFile name={`conciliacion-${month}`} columns={fileColumns} read={async () => past} />
          <Button kind="quiet" icon={rightIcon} onClick={() => go(1)}>
            {m.desk_money_month_next()}
          </Button>
        </header>
        <div className={css.body}>
          <Calendar
            days={data.days}
            chosen={day}
            onChoose={(one) => setSearch({ month, day: one }, { replace: true })}
          />
        </div>
      </section>
      {day === undefined ? null : <DayPanel key={day} me={me} day={day} />}
    </div>
  )
}
