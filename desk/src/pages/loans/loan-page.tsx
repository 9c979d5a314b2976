import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { LoanDocument } from '@hola/core/desk-contract/loans.ts'
import { loanDocuments } from '@hola/core/desk-contract/loans.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { addDays, civilDay, isCivilDay } from '@hola/core/calendar.ts'
import { add, formatPesos } from '@hola/core/money.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatRate } from '@hola/i18n/format.ts'
import { formatDate, formatDay, formatTime, formatWeekday } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, clockIcon, docIcon, eyeIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { MaskedField, ReasonDialog } from '../../parts/masked-field.tsx'
import { OpenProposals } from '../../parts/open-proposals.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/peek.tsx'
import { Failed, Waiting } from '../../parts/state-words.tsx'
import css from '../record.module.css'
import { Books } from './books.tsx'
import { OwedChart } from './owed-chart.tsx'
import { Offers } from './propose.tsx'
import { saySplit } from './split.ts'
import { StateBadge } from './state-badge.tsx'
import { WhatIf } from './what-if.tsx'

type Loan = DeskRetOf<'loans/show'>

function Owed({ loan }: { loan: Loan }): ReactNode {
  const { owed } = loan
  return (
    <InkSurface shape="card" className={css.ink}>
      <p className={css.inkHead}>
        <span className={css.inkQuiet}>{m.desk_people_owes_today({ day: formatDay(loan.today) })}</span>
        <StateBadge state={loan.state} overdueDays={owed?.overdue_days ?? 0} />
      </p>
      <p>
        <Money text={formatPesos(owed?.payoff_centavos ?? add())} />
      </p>
      {owed && (
        <dl className={css.inkRows}>
          {(
            [
              [m.desk_people_line_principal(), owed.principal_centavos],
              [m.desk_people_line_interest(), owed.interest_centavos],
              [m.desk_people_line_vat(), owed.vat_centavos],
              [m.desk_people_line_late_one_time(), owed.late_one_time_centavos],
              [m.desk_people_line_late_daily(), owed.late_daily_centavos],
              ...(owed.credit_centavos === 0 ? [] : [[m.desk_people_line_credit(), owed.credit_centavos] as const]),
            ] as const
          ).map(([name, amount]) => (
            <div key={name} className={css.inkRow}>
              <dt className={css.inkQuiet}>{name}</dt>
              <dd>{formatPesos(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </InkSurface>
  )
}

function Terms({ me, loan }: { me: SignedIn; loan: Loan }): ReactNode {
  return (
    <Panel title={m.desk_people_terms()} flush>
      <div className={css.item}>
        <span className={css.quiet}>{m.desk_people_column_person()}</span>
        {may(me.role, 'see_people') ? (
          <Link to={`/people/${loan.user_id}`}>{personCode(loan.user_id)}</Link>
        ) : (
          <b>{personCode(loan.user_id)}</b>
        )}
      </div>
      <div className={css.facts}>
        <Facts
          of={[
            [m.desk_people_column_amount(), formatPesos(loan.amount_centavos)],
            [
              loan.payout_day === null
                ? m.desk_people_not_sent()
                : m.desk_people_sent({ day: formatDay(loan.payout_day) }),
              formatPesos(loan.arrival_centavos),
            ],
            [m.desk_people_term(), m.desk_people_days({ count: loan.term_days })],
            [
              m.desk_people_column_due(),
              loan.due_day === null ? '–' : `${formatWeekday(loan.due_day)} ${formatDay(loan.due_day)}`,
            ],
            [m.desk_people_cftea(), formatRate(loan.cftea_basis_points)],
            [m.desk_people_product(), m.desk_people_product_version({ version: loan.product_version })],
          ]}
        />
      </div>
      {loan.written_off_day && (
        <p className={css.item}>
          <Badge icon={docIcon}>{m.desk_people_written_off_on({ day: formatDay(loan.written_off_day) })}</Badge>
        </p>
      )}
      <dl className={css.fields}>
        <MaskedField userId={loan.user_id} field="account" masked={loan.account_masked} orderId={loan.order_id} />
      </dl>
    </Panel>
  )
}

const refundStates = {
  booked: m.desk_people_refund_booked,
  sending: m.desk_people_refund_sending,
  sent: m.desk_people_refund_sent,
  failed: m.desk_people_refund_failed,
}

function Payments({ loan }: { loan: Loan }): ReactNode {
  return (
    <Panel title={m.desk_people_payments()} note={loan.payments.length} flush>
      {loan.payments.length === 0 && <p className={css.item}>{m.desk_people_payments_empty()}</p>}
      {loan.payments.map((payment) => (
        <div key={`${payment.provider} ${payment.provider_payment_id}`} className={css.item}>
          <div className={css.grow}>
            <b>{formatPesos(payment.amount_centavos)}</b>
            <p className={css.quiet}>
              {formatDay(payment.paid_day)}, {payment.provider}
            </p>
          </div>
          {payment.state === 'credited' ? (
            <Badge tone="done" icon={checkIcon}>
              {m.desk_people_credited()}
            </Badge>
          ) : (
            <Badge>{m.desk_people_taken_back()}</Badge>
          )}
          {payment.split && <p className={css.whole}>{saySplit(payment.split)}</p>}
        </div>
      ))}
      {loan.refunds.map((refund) => (
        <div key={refund.refund_id} className={css.item}>
          <div className={css.grow}>
            <b>{m.desk_people_refund({ amount: formatPesos(refund.amount_centavos) })}</b>
            <p className={css.quiet}>
              {formatDate(refund.asked_at)},{' '}
              {refund.way === 'provider' ? m.desk_people_refund_provider() : m.desk_people_refund_by_hand()}
            </p>
          </div>
          <Badge tone={refund.state === 'sent' ? 'done' : refund.state === 'failed' ? 'failed' : 'neutral'}>
            {refundStates[refund.state]()}
          </Badge>
        </div>
      ))}
      {loan.waivers.map((waiver) => (
        <div key={waiver.waiver_id} className={css.item}>
          <b>{m.desk_people_waiver({ amount: formatPesos(waiver.amount_centavos) })}</b>
          <span className={css.quiet}>{formatDay(waiver.day)}</span>
        </div>
      ))}
    </Panel>
  )
}

const planStates = {
  running: { says: m.desk_people_plan_running, tone: 'done', icon: clockIcon },
  complete: { says: m.desk_people_plan_complete, tone: 'done', icon: checkIcon },
  broken: { says: m.desk_people_plan_broken, tone: 'late', icon: alertIcon },
} as const

function Plan({ plan }: { plan: NonNullable<Loan['plan']> }): ReactNode {
  const { says, tone, icon } = planStates[plan.state]
  return (
    <Panel
      title={m.desk_people_plan()}
      note={m.desk_people_plan_made({ day: formatDay(plan.made_on_day) })}
      aside={
        <Badge tone={tone} icon={icon}>
          {says()}
        </Badge>
      }
      flush
    >
      {plan.parts.map((part) => (
        <p key={part.due_day} className={css.item}>
          <span>{formatDay(part.due_day)}</span>
          <span>
            <b>{formatPesos(part.amount_centavos)}</b>{' '}
            <span className={css.quiet}>{part.is_paid ? m.desk_people_part_paid() : m.desk_people_part_open()}</span>
          </span>
        </p>
      ))}
    </Panel>
  )
}

const documents: Readonly<Record<LoanDocument, { readonly name: () => string; readonly later: () => string }>> = {
  agreement: { name: m.desk_people_document_agreement, later: m.desk_people_document_later },
  statement: { name: m.desk_people_document_statement, later: m.desk_people_document_later },
  clearance: { name: m.desk_people_document_clearance, later: m.desk_people_document_clearance_later },
}

const save = (fileName: string, base64: string): void => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

function Documents({ loan }: { loan: Loan }): ReactNode {
  const [asked, setAsked] = useState<LoanDocument>()
  return (
    <Panel title={m.desk_people_documents()} flush>
      {loanDocuments.map((document) => (
        <p key={document} className={css.item}>
          <span>{documents[document].name()}</span>
          {loan.documents.includes(document) ? (
            <Button kind="quiet" icon={docIcon} onClick={() => setAsked(document)}>
              {m.desk_people_document_open()}
            </Button>
          ) : (
            <span className={css.quiet}>{documents[document].later()}</span>
          )}
        </p>
      ))}
      {asked && (
        <ReasonDialog
          title={m.desk_people_open_title({ field: documents[asked].name() })}
          text={m.desk_people_document_text()}
          onClose={() => setAsked(undefined)}
          onWhy={async (why) => {
            const body = { order_number: loan.order_number, document: asked, why }
            const { file_name, pdf_base64 } = await call('loans/document', body)
            save(file_name, pdf_base64)
          }}
        />
      )}
    </Panel>
  )
}

const sayRowDay = (loan: Loan, day: string): string => {
  if (day === loan.today) return m.desk_people_day_today()
  if (day === loan.due_day) return loan.due_day < loan.today ? m.desk_people_day_was_due() : m.desk_people_day_due()
  return day === addDays(civilDay(loan.today), 1) ? m.desk_people_day_tomorrow() : ''
}

function ByDay({
  loan,
  day,
  dayField,
  onDay,
}: {
  loan: Loan
  day: string
  dayField: RefObject<HTMLInputElement | null>
  onDay: (day: string) => void
}): ReactNode {
  return (
    <Panel
      title={m.desk_people_by_day()}
      flush
      aside={
        <label className={css.day}>
          {m.desk_people_other_day()}
          <input
            ref={dayField}
            type="date"
            value={day}
            min={loan.payout_day ?? undefined}
            onChange={({ target }) => onDay(target.value)}
          />
        </label>
      }
    >
      <OwedChart line={loan.line} today={loan.today} dueDay={loan.due_day} />
      {loan.days.length === 0 ? (
        <p className={css.item}>{m.desk_people_no_debt_yet()}</p>
      ) : (
        <table className={css.table} aria-label={m.desk_people_by_day()}>
          <thead>
            <tr>
              <th scope="col">{m.desk_people_column_day()}</th>
              <th scope="col">{m.desk_people_line_principal()}</th>
              <th scope="col">{m.desk_people_line_interest_vat()}</th>
              <th scope="col">{m.desk_people_line_late()}</th>
              <th scope="col">{m.desk_people_line_total()}</th>
            </tr>
          </thead>
          <tbody>
            {loan.days.map((row) => (
              <tr key={row.day} data-current={row.day === (day === '' ? loan.today : day) || undefined}>
                <th scope="row">
                  {formatDay(row.day)} <span className={css.quiet}>{sayRowDay(loan, row.day)}</span>
                </th>
                <td>{formatPesos(row.principal_centavos)}</td>
                <td>{formatPesos(add(row.interest_centavos, row.vat_centavos))}</td>
                <td>{formatPesos(add(row.late_one_time_centavos, row.late_daily_centavos))}</td>
                <td className={css.total}>{formatPesos(row.payoff_centavos)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** A loan: what it owes today and on any day, its books, what was paid, and what can be proposed about it. */
export function LoanPage({ me, orderNumber }: { me: SignedIn; orderNumber: string }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('day') ?? ''
  const day = isCivilDay(asked) ? asked : ''
  const dayField = useRef<HTMLInputElement>(null)
  const {
    data: loan,
    error,
    refetch,
  } = useCall('loans/show', { order_number: orderNumber, ...(isCivilDay(day) ? { day } : {}) }, { isLive: true })
  useShortcuts([{ keys: 'd', says: m.desk_people_keys_day(), inFoot: true, run: () => dayField.current?.focus() }])
  if (loan === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const right = may(me.role, 'see_proposals')
  return (
    <>
      <p className={css.seen}>
        <Icon shape={eyeIcon} size="small" />
        {m.desk_people_seen({ time: formatTime(loan.seen_at) })}
      </p>
      <div className={css.page}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <section className={css.column} tabIndex={0} aria-label={m.desk_people_side_debt()}>
          <Owed loan={loan} />
          {loan.plan && <Plan plan={loan.plan} />}
          <Terms me={me} loan={loan} />
          <Payments loan={loan} />
          <Documents loan={loan} />
        </section>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <section className={css.column} data-middle="" tabIndex={0} aria-label={m.desk_people_side_days()}>
          <ByDay
            loan={loan}
            day={day}
            dayField={dayField}
            onDay={(chosen) => setSearch(chosen === '' ? {} : { day: chosen }, { replace: true })}
          />
          <Books orderNumber={orderNumber} />
        </section>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <section className={css.column} data-right="" tabIndex={0} aria-label={m.desk_people_side_acts()}>
          {right && <OpenProposals me={me} userId={loan.user_id} orderId={loan.order_id} />}
          {may(me.role, 'make_proposals') && <Offers loan={loan} />}
          <WhatIf loan={loan} />
        </section>
      </div>
    </>
  )
}
