import { AGENCY_NOTICE_DAYS } from '@hola/core/contact.ts'
import { arrearsBucketNames } from '@hola/core/desk-contract/arrears.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { CONTACT_HOURS } from '@hola/core/reminder.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, chatIcon, checkIcon, clockIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { useMemo, useState, type ReactNode } from 'react'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { readPages, usePages } from '../../lib/use-pages.ts'
import { useSelected } from '../../lib/use-selected.ts'
import type { Column } from '../../parts/data-table.tsx'
import { FilterChips, useChosenFilter } from '../../parts/filter-chips.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { Facts, Peek, usePeek } from '../../parts/peek.tsx'
import { Empty } from '../../parts/state-words.tsx'
import { WaiverDialog } from '../../parts/waiver-dialog.tsx'
import listCss from '../list-page.module.css'
import css from './arrears.module.css'
import { ContactBudget } from './contact-budget.tsx'
import { AgencyDialog, ContactDialog, OptOutDialog, PlanDialog, PromiseDialog } from './dialogs.tsx'
import type { Late } from './words.ts'
import { sayBucket, sayContact, sayNext, sayStanding } from './words.ts'

const columns: readonly Column<Late>[] = [
  { id: 'loan', head: m.desk_care_column_loan, width: '17%', cell: ({ order_number }) => order_number },
  { id: 'person', head: m.desk_care_column_person, width: '12%', isExtra: true, cell: ({ person }) => person },
  {
    id: 'due',
    head: m.desk_care_column_due,
    width: '12%',
    cell: ({ due_day }) => formatDay(due_day),
    csv: ({ due_day }) => due_day,
  },
  {
    id: 'days',
    head: m.desk_care_column_days,
    width: '7%',
    isNumber: true,
    cell: ({ days_late }) => formatNumber(days_late),
    csv: ({ days_late }) => days_late,
  },
  {
    id: 'owed',
    head: m.desk_care_column_owed,
    width: '15%',
    isNumber: true,
    cell: ({ owed_centavos }) => formatPesos(centavos(owed_centavos)),
    csv: ({ owed_centavos }) => ({ centavos: owed_centavos }),
  },
  {
    id: 'standing',
    head: m.desk_care_column_standing,
    width: '16%',
    cell: ({ standing }) =>
      standing === 'late' ? (
        <Badge tone="late" icon={clockIcon}>
          {sayStanding(standing)}
        </Badge>
      ) : (
        <Badge tone={standing === 'plan' ? 'done' : 'neutral'} icon={standing === 'plan' ? checkIcon : undefined}>
          {sayStanding(standing)}
        </Badge>
      ),
    csv: ({ standing }) => sayStanding(standing),
  },
  { id: 'next', head: m.desk_care_column_next, width: '21%', cell: sayNext },
]

type Asked = 'contact' | 'promise' | 'opt_out' | 'plan' | 'waiver' | 'agency'

/** What was said and promised, and what may be done next about one late loan. */
function LatePanel({
  me,
  loan: row,
  now,
  asked,
  onAsk: setAsked,
}: {
  me: SignedIn
  loan: Late
  now: Date
  /** The dialog that is open. */
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
}): ReactNode {
  const { data } = useCall('arrears/show', { order_number: row.order_number }, { isLive: true })
  const loan = data?.loan ?? row
  const mayContact = may(me.role, 'contact_borrowers') && loan.standing === 'late'
  const close = (): void => setAsked(undefined)
  useShortcuts(
    mayContact
      ? [
          { keys: 'e', says: m.desk_care_keys_template(), inFoot: true, run: () => setAsked('contact') },
          { keys: 't', says: m.desk_care_keys_promise(), inFoot: true, run: () => setAsked('promise') },
        ]
      : [],
  )
  const opened = { loan, onClose: close }
  return (
    <>
      <Facts
        of={[
          [m.desk_care_column_owed(), formatPesos(centavos(loan.owed_centavos))],
          [m.desk_care_late_charges(), formatPesos(centavos(loan.late_charges_centavos))],
          [m.desk_care_column_due(), formatDay(loan.due_day)],
          [m.desk_care_column_days(), formatNumber(loan.days_late)],
          [m.desk_care_column_person(), loan.person],
        ]}
      />
      <ContactBudget of={loan} now={now} />
      {mayContact && (
        <div className={css.row}>
          <Button kind="primary" icon={chatIcon} onClick={() => setAsked('contact')}>
            {m.desk_care_contact()} <Kbd keys="e" />
          </Button>
          <Button kind="secondary" onClick={() => setAsked('promise')}>
            {m.desk_care_promise()} <Kbd keys="t" />
          </Button>
        </div>
      )}
      {loan.standing === 'late' && (mayPropose(me.role, 'plan') || mayPropose(me.role, 'agency')) && (
        <section className={css.section}>
          <h3>{m.desk_care_offers()}</h3>
          <div className={css.row}>
            {mayPropose(me.role, 'plan') && (
              <Button kind="secondary" onClick={() => setAsked('plan')}>
                {m.desk_care_offer_plan()}
              </Button>
            )}
            {mayPropose(me.role, 'waiver') && loan.late_charges_centavos > 0 && (
              <Button kind="secondary" onClick={() => setAsked('waiver')}>
                {m.desk_care_offer_waiver()}
              </Button>
            )}
            {mayPropose(me.role, 'agency') && data?.agency === null && (
              <Button kind="secondary" onClick={() => setAsked('agency')}>
                {m.desk_care_offer_agency()}
              </Button>
            )}
          </div>
          {data && <AgencyWords of={data} />}
        </section>
      )}
      {data === undefined ? <Skeleton width="70%" /> : <History of={data} />}
      {mayContact && loan.budget.obstacle !== 'opted_out' && (
        <Button kind="quiet" onClick={() => setAsked('opt_out')}>
          {m.desk_care_opt_out()}
        </Button>
      )}
      {asked === 'contact' && <ContactDialog {...opened} now={now} />}
      {asked === 'promise' && <PromiseDialog {...opened} now={now} />}
      {asked === 'opt_out' && <OptOutDialog {...opened} />}
      {asked === 'plan' && <PlanDialog {...opened} now={now} />}
      {asked === 'waiver' && (
        <WaiverDialog orderNumber={loan.order_number} most={centavos(loan.late_charges_centavos)} onClose={close} />
      )}
      {asked === 'agency' && <AgencyDialog {...opened} />}
    </>
  )
}

type Shown = NonNullable<ReturnType<typeof useCall<'arrears/show'>>['data']>

function AgencyWords({ of }: { of: Shown }): ReactNode {
  const { agency, has_open_complaint, agency_from_day } = of
  if (agency !== null)
    return <p>{m.desk_care_agency_handed({ name: agency.name, day: formatDay(agency.handed_day) })}</p>
  if (has_open_complaint)
    return (
      <Note tone="warn" icon={alertIcon}>
        {m.desk_care_agency_complaint()}
      </Note>
    )
  return (
    <p className={css.quiet}>
      {agency_from_day === null
        ? m.desk_care_agency_no_notice({ days: AGENCY_NOTICE_DAYS })
        : m.desk_care_agency_from({ day: formatDay(agency_from_day) })}
    </p>
  )
}

function History({ of: { contacts, promises } }: { of: Shown }): ReactNode {
  const kept = (is: boolean | null): string =>
    is === null ? m.desk_care_promise_waiting() : is ? m.desk_care_promise_kept() : m.desk_care_promise_broken()
  return (
    <>
      {promises.length > 0 && (
        <section className={css.section}>
          <h3>{m.desk_care_promises()}</h3>
          <Facts
            of={promises.map(({ promise_day, amount_centavos, is_kept }) => [
              formatDay(promise_day),
              `${formatPesos(centavos(amount_centavos))}, ${kept(is_kept)}`,
            ])}
          />
        </section>
      )}
      <section className={css.section}>
        <h3>{m.desk_care_contacts()}</h3>
        {contacts.length === 0 ? (
          <p className={css.quiet}>{m.desk_care_contacts_none()}</p>
        ) : (
          <ul className={css.list}>
            {contacts.map(({ at, template, member }) => (
              <li key={at}>
                <span>{sayContact(template)}</span>
                <span className={css.quiet}>
                  {formatDate(at)} {formatTime(at)} · {member ?? m.desk_care_by_itself()}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** Who is late, by days and without names, and what the law allows to be done about it. */
export function ArrearsPage({ me }: { me: SignedIn }): ReactNode {
  const [bucket, choose] = useChosenFilter(arrearsBucketNames, 'days')
  const { pages, error, refetch, more, isWhole } = usePages('arrears/list', { bucket })
  const peek = usePeek()
  const [asked, setAsked] = useState<Asked>()
  const now = useTicking(pages?.[0]?.now)
  const rows = useMemo(() => pages?.flatMap(({ loans }) => loans), [pages])
  const counts = pages?.[0]?.counts
  const [selected, setChosen] = useSelected(rows, ({ order_number }) => order_number, { isHeld: asked !== undefined })

  const table = (
    <ListBody
      rows={rows}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_care_arrears_empty()} text={m.desk_care_arrears_empty_text()} />}
      label={m.desk_care_arrears_label()}
      columns={columns}
      idOf={({ order_number }) => order_number}
      selectedId={selected?.order_number}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
    />
  )

  return (
    <div className={listCss.page}>
      <div className={listCss.filters}>
        <FilterChips
          label={m.desk_care_bucket_label()}
          chips={arrearsBucketNames.map((value) => ({ value, name: sayBucket(value), count: counts?.[value] }))}
          value={bucket}
          onChange={choose}
        />
        <span className={listCss.file}>
          <ListFile
            name="mora"
            columns={columns}
            read={(told) => readPages('arrears/list', { bucket }, ({ loans }) => loans, told)}
          />
        </span>
      </div>
      <p className={css.quiet}>{m.desk_care_arrears_note(CONTACT_HOURS)}</p>
      <div className={listCss.split}>
        {table}
        {selected && peek.isOpen && (
          <Peek title={selected.order_number} isOver={peek.isOver} onClose={peek.close}>
            <LatePanel key={selected.order_number} me={me} loan={selected} now={now} asked={asked} onAsk={setAsked} />
          </Peek>
        )}
      </div>
    </div>
  )
}
