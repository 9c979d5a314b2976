import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { personEventGroups, personFields } from '@hola/core/desk-contract/people.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { formatPesos, subtract } from '@hola/core/money.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import {
  alertIcon,
  chatIcon,
  clockIcon,
  eyeIcon,
  lockIcon,
  shieldIcon,
  starIcon,
  ticketIcon,
  userIcon,
} from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../lib/desk-client.ts'
import { useCall, useRefreshing } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { EventLine } from '../../parts/event-line.tsx'
import { FilterChips, useChosenFilter } from '../../parts/filter-chips.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { MaskedField } from '../../parts/masked-field.tsx'
import { OpenProposals } from '../../parts/open-proposals.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { Failed, Waiting } from '../../parts/state-words.tsx'
import { ContactBudget } from '../arrears/contact-budget.tsx'
import { ContactDialog } from '../arrears/dialogs.tsx'
import { StateBadge } from '../loans/state-badge.tsx'
import css from '../record.module.css'
import { CouponDialog } from './coupon-dialog.tsx'
import { Notes } from './notes.tsx'
import { lineEventOf, sayConsent } from './words.ts'

type Person = DeskRetOf<'people/show'>

const applications: Readonly<Record<NonNullable<Person['application']>['state'], () => string>> = {
  in_progress: m.desk_people_application_in_progress,
  in_review: m.desk_people_application_in_review,
  approved: m.desk_people_application_approved,
  refused: m.desk_people_application_refused,
}

/** V goes from one masked field to the next; Enter opens the one it stands at. */
const focusNextField = (): void => {
  const eyes = [...document.querySelectorAll<HTMLElement>('[data-opens-field]')]
  const at = eyes.findIndex((eye) => eye === document.activeElement)
  eyes[(at + 1) % eyes.length]?.focus()
}

function Identity({ person }: { person: Person }): ReactNode {
  const late = Math.max(0, ...person.loans.map(({ overdue_days }) => overdue_days))
  return (
    <Panel
      title={personCode(person.user_id)}
      note={m.desk_people_since({ date: formatDate(person.created_at) })}
      flush
      aside={<Icon shape={userIcon} />}
    >
      <div className={css.badges}>
        {person.blocked_at && (
          <Badge tone="failed" icon={lockIcon}>
            {m.desk_people_blocked({ date: formatDate(person.blocked_at) })}
          </Badge>
        )}
        {person.erased_at && (
          <Badge icon={alertIcon}>{m.desk_people_erased({ date: formatDate(person.erased_at) })}</Badge>
        )}
        {late > 0 && (
          <Badge tone="late" icon={clockIcon}>
            {m.desk_people_late_days({ count: late })}
          </Badge>
        )}
        {person.level && <Badge icon={starIcon}>{person.level}</Badge>}
        {person.application && <Badge>{applications[person.application.state]()}</Badge>}
      </div>
      <dl className={css.fields}>
        {personFields.map((field) => (
          <MaskedField key={field} userId={person.user_id} field={field} masked={person.fields[field]} />
        ))}
      </dl>
    </Panel>
  )
}

const groups: Readonly<Record<(typeof personEventGroups)[number], () => string>> = {
  all: m.desk_people_show_all,
  loans: m.desk_people_show_loans,
  messages: m.desk_people_show_messages,
  staff: m.desk_people_show_staff,
  openings: m.desk_people_show_openings,
}

function Events({ userId, now }: { userId: string; now: string | undefined }): ReactNode {
  const [show, choose] = useChosenFilter(personEventGroups)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['people/events', useLocale(), userId, show],
    queryFn: ({ pageParam, signal }) =>
      call('people/events', { user_id: userId, show, ...(pageParam === '' ? {} : { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    ...useRefreshing(),
  })
  const events = data?.pages.flatMap((page) => page.events).map(lineEventOf)
  const [chosen, setChosen] = useState<string>()
  const move = (by: number): void => {
    if (events === undefined || events.length === 0) return
    const at = events.findIndex(({ id }) => id === chosen)
    const next = events[Math.min(events.length - 1, Math.max(0, at + by))]
    if (next === undefined) return
    setChosen(next.id)
    document.getElementById(`event-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { keys: 'j', says: m.desk_keys_down(), inFoot: true, run: () => move(1) },
    { keys: 'k', says: m.desk_keys_up(), inFoot: true, run: () => move(-1) },
  ])
  const line = ((): ReactNode => {
    if (events === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
    if (events.length === 0)
      return <EmptyState title={m.desk_people_events_empty()} text={m.desk_people_events_empty_text()} />
    return <EventLine label={m.desk_people_events_list()} events={events} now={now} selectedId={chosen} />
  })()
  return (
    <div className={css.fill}>
      <div className={css.fillHead}>
        <h2>{m.desk_people_events()}</h2>
        <FilterChips
          label={m.desk_people_events_filter()}
          chips={personEventGroups.map((value) => ({ value, name: groups[value]() }))}
          value={show}
          onChange={choose}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
      <section className={css.scroll} tabIndex={0} aria-label={m.desk_people_events()}>
        {line}
        {hasNextPage && (
          <p className={css.more}>
            <Button kind="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {m.desk_people_events_more()}
            </Button>
          </p>
        )}
      </section>
    </div>
  )
}

function Loans({ me, person }: { me: SignedIn; person: Person }): ReactNode {
  const maySee = may(me.role, 'see_loans')
  return (
    <Panel title={m.desk_people_loans()} note={person.loans.length} flush>
      {person.loans.length === 0 && <p className={css.item}>{m.desk_people_loans_empty()}</p>}
      {person.loans.map((loan) => (
        <div key={loan.order_id} className={css.item}>
          <div>
            {maySee ? (
              <Link to={`/loans/${encodeURIComponent(loan.order_number)}`}>{loan.order_number}</Link>
            ) : (
              <b>{loan.order_number}</b>
            )}
            <p className={css.quiet}>
              {formatPesos(loan.amount_centavos)}
              {loan.due_day && `, ${m.desk_people_due({ day: formatDay(loan.due_day) })}`}
            </p>
          </div>
          <div className={css.end}>
            <StateBadge state={loan.state} overdueDays={loan.overdue_days} />
            {formatPesos(loan.payoff_centavos)}
          </div>
        </div>
      ))}
    </Panel>
  )
}

/** Whether she may be written to about what is late, and the way to do it: the limits are those of her loans together. */
function Contact({ me, orderNumber }: { me: SignedIn; orderNumber: string }): ReactNode {
  const { data } = useCall('arrears/show', { order_number: orderNumber }, { isLive: true })
  const now = useTicking(data?.now)
  const [isWriting, setIsWriting] = useState(false)
  const mayWrite = may(me.role, 'contact_borrowers') && data?.loan.standing === 'late'
  useShortcuts(
    mayWrite ? [{ keys: 'e', says: m.desk_care_keys_template(), inFoot: true, run: () => setIsWriting(true) }] : [],
  )
  if (data === undefined) return null
  return (
    <Panel title={m.desk_care_contacts()} note={orderNumber}>
      <ContactBudget of={data.loan} now={now} />
      {mayWrite && (
        <Button kind="secondary" icon={chatIcon} onClick={() => setIsWriting(true)}>
          {m.desk_care_contact()} <Kbd keys="e" />
        </Button>
      )}
      {isWriting && <ContactDialog loan={data.loan} now={now} onClose={() => setIsWriting(false)} />}
    </Panel>
  )
}

function Coupons({ me, person }: { me: SignedIn; person: Person }): ReactNode {
  const [isGiving, setIsGiving] = useState(false)
  const open = person.coupons.filter(({ used_at }) => used_at === null)
  return (
    <>
      <Panel
        title={m.desk_people_coupons()}
        note={open.length > 0 && open.length}
        flush
        aside={
          may(me.role, 'give_coupons') && (
            <Button kind="quiet" icon={ticketIcon} onClick={() => setIsGiving(true)}>
              {m.desk_people_coupon_give()}
            </Button>
          )
        }
      >
        {open.length === 0 && <p className={css.item}>{m.desk_people_coupons_empty()}</p>}
        {open.map(({ coupon_id, fee_reduction_centavos: fee, extension_days: days, expires_at }) => (
          <p key={coupon_id} className={css.item}>
            <b>{fee === null ? m.desk_people_days({ count: days ?? 0 }) : formatPesos(fee)}</b>
            <span className={css.quiet}>{m.desk_people_coupon_until({ date: formatDate(expires_at) })}</span>
          </p>
        ))}
      </Panel>
      {isGiving && <CouponDialog userId={person.user_id} onClose={() => setIsGiving(false)} />}
    </>
  )
}

function Block({ me, person }: { me: SignedIn; person: Person }): ReactNode {
  const [isAsking, setIsAsking] = useState(false)
  const kind = person.blocked_at === null ? 'block' : 'unblock'
  if (!mayPropose(me.role, kind)) return null
  const title = kind === 'block' ? m.desk_people_block() : m.desk_people_unblock()
  return (
    <div className={css.buttons}>
      <Button kind={kind === 'block' ? 'danger' : 'secondary'} icon={lockIcon} onClick={() => setIsAsking(true)}>
        {title}
      </Button>
      <span className={css.seen}>{m.desk_people_two()}</span>
      {isAsking && (
        <ProposeDialog
          kind={kind}
          title={title}
          details={() => ({ user_id: person.user_id })}
          onClose={() => setIsAsking(false)}
        >
          <p>{kind === 'block' ? m.desk_people_block_text() : m.desk_people_unblock_text()}</p>
        </ProposeDialog>
      )}
    </div>
  )
}

function Consents({ person }: { person: Person }): ReactNode {
  const given = person.consents.filter(({ withdrawn_at }) => withdrawn_at === null)
  return (
    <Panel title={m.desk_people_consents()} aside={<Icon shape={shieldIcon} size="small" />}>
      {given.length === 0 && <p>{m.desk_people_consents_none()}</p>}
      {given.map(({ kind, given_at }) => (
        <p key={kind}>
          {sayConsent(kind)} <span className={css.quiet}>{formatDate(given_at)}</span>
        </p>
      ))}
      <p className={css.quiet}>{m.desk_people_consents_text()}</p>
    </Panel>
  )
}

/** A person: what she told us masked, what happened, what she owes, what the staff noted. */
export function PersonPage({ me, userId }: { me: SignedIn; userId: string }): ReactNode {
  const { data: person, error, refetch } = useCall('people/show', { user_id: userId }, { isLive: true })
  const navigate = useNavigate()
  const loans = may(me.role, 'see_loans') ? (person?.loans.slice(0, 3) ?? []) : []
  useShortcuts([
    { keys: 'v', says: m.desk_people_keys_field(), inFoot: true, run: focusNextField },
    ...loans.map(({ order_number }, index) => ({
      keys: String(index + 1),
      says: m.desk_people_keys_loan({ number: order_number }),
      run: () => void navigate(`/loans/${encodeURIComponent(order_number)}`),
    })),
  ])
  if (person === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const open = person.loans.filter(({ payoff_centavos }) => payoff_centavos > 0).length
  const late = person.loans
    .toSorted((one, other) => other.overdue_days - one.overdue_days)
    .find((one) => one.overdue_days > 0)
  const more = subtract(person.owed_tomorrow_centavos, person.owed_centavos)
  return (
    <>
      <p className={css.seen}>
        <Icon shape={eyeIcon} size="small" />
        {m.desk_people_seen({ time: formatTime(person.seen_at) })}
      </p>
      <div className={css.page}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <section className={css.column} tabIndex={0} aria-label={m.desk_people_data()}>
          <Identity person={person} />
          <Panel title={m.desk_people_references()}>
            <p>{m.desk_people_references_text()}</p>
          </Panel>
          <Consents person={person} />
        </section>
        <div className={css.column} data-middle="">
          <Events userId={userId} now={person.now_at} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <section className={css.column} data-right="" tabIndex={0} aria-label={m.desk_people_money()}>
          <InkSurface shape="card" className={css.ink}>
            <p className={css.inkQuiet}>{m.desk_people_owes({ count: open })}</p>
            <p>
              <Money text={formatPesos(person.owed_centavos)} />
            </p>
            {more > 0 && (
              <p className={css.inkQuiet}>
                {m.desk_people_owes_tomorrow({
                  amount: formatPesos(person.owed_tomorrow_centavos),
                  more: formatPesos(more),
                })}
              </p>
            )}
          </InkSurface>
          <OpenProposals me={me} userId={userId} />
          <Loans me={me} person={person} />
          {late && may(me.role, 'see_loans') && <Contact me={me} orderNumber={late.order_number} />}
          <Notes me={me} userId={userId} />
          <Coupons me={me} person={person} />
          <Block me={me} person={person} />
        </section>
      </div>
    </>
  )
}
