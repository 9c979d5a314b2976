import type { CsvCell } from '@hola/core/csv.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { formatNumber } from '@hola/i18n/format.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon, downloadIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Fragment, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../lib/desk-client.ts'
import { saveCsv } from '../lib/download.ts'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { Download } from '../parts/download.tsx'
import { ProposeDialog } from '../parts/propose-dialog.tsx'
import { Empty, Failed, Waiting } from '../parts/state-words.tsx'
import { sayLedgerAccount } from '../proposal-words.ts'
import css from './exports.module.css'

type Line = DeskRetOf<'exports/journal'>['lines'][number]

const dayShape = /^\d{4}-\d\d-\d\d$/
const DAY_MS = 86_400_000
/** So long after the second signature it can be written out. */
const DEBTORS_HOURS = 24

/** A day of the Argentine calendar, so many before another. */
const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const pesosOf = (amount: number): string => formatPesos(centavos(amount))
const money = (amount: number): CsvCell => ({ centavos: amount })

const journalHead = (): string[] => [
  m.desk_book_column_day(),
  m.desk_book_column_account(),
  m.desk_book_column_debit(),
  m.desk_book_column_credit(),
]

/** The days of a journal, the newest first, each with its lines and whether its debits are its credits. */
const byDay = (lines: readonly Line[]) =>
  [...Map.groupBy(lines, ({ day }) => day)]
    .map(([day, ofDay]) => {
      const [debit, credit] = [
        sum(ofDay.map((one) => one.debit_centavos)),
        sum(ofDay.map((one) => one.credit_centavos)),
      ]
      return { day, lines: ofDay, debit, credit, isBalanced: debit === credit }
    })
    .toReversed()

function Journal({ lines }: { lines: readonly Line[] }): ReactNode {
  const days = byDay(lines)
  const broken = days.filter(({ isBalanced }) => !isBalanced)
  return (
    <>
      {broken.length > 0 ? (
        <Note tone="bad" icon={alertIcon} live>
          {m.desk_book_journal_broken({ days: broken.map(({ day }) => formatDay(day)).join(', ') })}
        </Note>
      ) : (
        <p>
          <Badge tone="done" icon={checkIcon}>
            {m.desk_book_journal_balanced({ count: days.length, shown: formatNumber(days.length) })}
          </Badge>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to take the focus */}
      <section className={css.scroll} aria-label={m.desk_book_table_of({ title: m.desk_book_journal() })} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              {journalHead().map((head, at) => (
                <th key={head} scope="col" data-number={at > 1}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, lines: ofDay, debit, credit, isBalanced }) => (
              <Fragment key={day}>
                <tr className={css.day} data-broken={!isBalanced}>
                  <th scope="row">{formatDay(day)}</th>
                  <td>
                    {isBalanced ? (
                      m.desk_book_journal_total()
                    ) : (
                      <Badge tone="failed" icon={alertIcon}>
                        {m.desk_book_journal_difference({ amount: pesosOf(debit - credit) })}
                      </Badge>
                    )}
                  </td>
                  <td data-number="true">{pesosOf(debit)}</td>
                  <td data-number="true">{pesosOf(credit)}</td>
                </tr>
                {ofDay.map(({ account, debit_centavos, credit_centavos }) => (
                  <tr key={account}>
                    <td colSpan={2} className={css.account}>
                      {sayLedgerAccount(account)}
                    </td>
                    <td data-number="true">{debit_centavos === 0 ? '' : pesosOf(debit_centavos)}</td>
                    <td data-number="true">{credit_centavos === 0 ? '' : pesosOf(credit_centavos)}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

const saveBalances =
  (day: string) =>
  async (told: (count: number) => void): Promise<void> => {
    const parts: CsvCell[][][] = [
      [
        [
          m.desk_book_column_loan(),
          m.desk_book_column_person(),
          m.desk_book_column_paid_out_day(),
          m.desk_book_column_due_day(),
          m.desk_book_column_days_late(),
          m.desk_book_column_principal(),
          m.desk_book_column_interest(),
          m.desk_book_column_late_charges(),
        ],
      ],
    ]
    let after: { user_id: string; order_id: string } | undefined
    let count = 0
    do {
      const { balances } = await call('portfolio/balances', { day, ...(after && { after }) } as never)
      parts.push(
        balances.map((one) => [
          one.order_number,
          personCode(one.user_id),
          one.payout_day,
          one.due_day,
          one.late_days,
          money(one.principal_centavos),
          money(one.interest_centavos),
          money(one.late_centavos),
        ]),
      )
      count += balances.length
      told(count)
      const last = balances.at(-1)
      after = balances.length < 1000 || !last ? undefined : { user_id: last.user_id, order_id: last.order_id }
    } while (after !== undefined)
    saveCsv(`saldos-${day}.csv`, parts)
  }

const saveDebtors =
  (proposalId: string, day: string) =>
  async (told: (count: number) => void): Promise<void> => {
    const parts: CsvCell[][][] = [
      [
        [
          'CUIL',
          m.desk_book_column_name(),
          m.desk_book_column_situation(),
          m.desk_book_column_days_late(),
          m.desk_book_column_thousands(),
        ],
      ],
    ]
    let after: string | null = null
    let count = 0
    do {
      const { debtors, next_user_id }: DeskRetOf<'exports/debtors'> = await call('exports/debtors', {
        proposal_id: proposalId,
        ...(after === null ? {} : { after_user_id: after }),
      })
      parts.push(debtors.map((one) => [one.cuil, one.name, one.situation_count, one.late_days, one.thousands_count]))
      count += debtors.length
      told(count)
      after = next_user_id
    } while (after !== null)
    saveCsv(`deudores-${day}.csv`, parts)
  }

function Debtors({ me, lastDay }: { me: SignedIn; lastDay: string }): ReactNode {
  const { data } = useCall('exports/debtors_allowed', {}, { isLive: true })
  const [isProposing, setProposing] = useState(false)
  const monthEnd = dayBefore(`${lastDay.slice(0, 8)}01`, 1)
  const [day, setDay] = useState(monthEnd)
  return (
    <section className={css.panel} aria-label={m.desk_book_debtors()}>
      <h2>{m.desk_book_debtors()}</h2>
      <p className={css.note}>{m.desk_book_debtors_text({ hours: DEBTORS_HOURS })}</p>
      {data?.reports.map(({ proposal_id, day: ofDay, until_at }) => (
        <Download
          key={proposal_id}
          name={m.desk_book_debtors_of({ day: formatDay(ofDay) })}
          text={m.desk_book_debtors_until({ time: `${formatDate(until_at)} ${formatTime(until_at)}` })}
          read={saveDebtors(proposal_id, ofDay)}
        />
      ))}
      {mayPropose(me.role, 'debtors_report') && (
        <p>
          <Button kind="secondary" onClick={() => setProposing(true)}>
            {m.desk_book_debtors_propose()}
          </Button>
        </p>
      )}
      {isProposing && (
        <ProposeDialog
          kind="debtors_report"
          title={m.desk_book_debtors_propose()}
          details={() => (dayShape.test(day) ? ({ day } as never) : undefined)}
          onClose={() => setProposing(false)}
        >
          <TextField
            type="date"
            label={m.desk_book_debtors_day()}
            value={day}
            max={lastDay}
            onChange={({ target }) => setDay(target.value)}
          />
        </ProposeDialog>
      )}
    </section>
  )
}

export function ExportsPage({ me }: { me: SignedIn }): ReactNode {
  const [search, setSearch] = useSearchParams()
  // The last day that was counted is the last one that there is something to take out of.
  const portfolio = useCall('portfolio/show', { days_count: 7 })
  const lastDay = portfolio.data?.portfolio?.day
  const typed = (name: string): string | undefined => {
    const value = search.get(name) ?? ''
    return dayShape.test(value) ? value : undefined
  }
  const to = typed('to') ?? lastDay
  const from = typed('from') ?? (to && dayBefore(to, 29))
  const journal = useCall('exports/journal', { from_day: from ?? '', to_day: to ?? '' } as never, {
    isWanted: from !== undefined && to !== undefined,
  })
  const choose = (name: 'from' | 'to', value: string): void =>
    setSearch({ ...(from && { from }), ...(to && { to }), [name]: value }, { replace: true })

  if (portfolio.data === undefined)
    return portfolio.error ? <Failed problem={portfolio.error} onAgain={() => void portfolio.refetch()} /> : <Waiting />
  if (lastDay === undefined)
    return <Empty title={m.desk_book_exports_empty()} text={m.desk_book_exports_empty_text()} />
  return (
    <div className={css.page}>
      <section className={css.panel} aria-label={m.desk_book_journal()}>
        <header className={css.head}>
          <h2>{m.desk_book_journal()}</h2>
          <label className={css.filter}>
            {m.desk_book_from()}
            <input type="date" value={from} max={to} onChange={({ target }) => choose('from', target.value)} />
          </label>
          <label className={css.filter}>
            {m.desk_book_to()}
            <input type="date" value={to} min={from} onChange={({ target }) => choose('to', target.value)} />
          </label>
          {journal.data && (
            <Button
              kind="secondary"
              icon={downloadIcon}
              onClick={() =>
                saveCsv(`libro-diario-${from}-${to}.csv`, [
                  [journalHead()],
                  journal.data.lines.map((one) => [
                    one.day,
                    sayLedgerAccount(one.account),
                    money(one.debit_centavos),
                    money(one.credit_centavos),
                  ]),
                ])
              }
            >
              {m.desk_book_csv()}
            </Button>
          )}
        </header>
        {journal.data ? (
          <Journal lines={journal.data.lines} />
        ) : journal.error ? (
          <Failed problem={journal.error} onAgain={() => void journal.refetch()} />
        ) : (
          <Waiting />
        )}
      </section>
      <div className={css.side}>
        <section className={css.panel} aria-label={m.desk_book_files()}>
          <h2>{m.desk_book_files()}</h2>
          <Download
            name={m.desk_book_balances({ day: formatDay(lastDay) })}
            text={m.desk_book_balances_text()}
            read={saveBalances(lastDay)}
          />
        </section>
        {may(me.role, 'export_debtors') && <Debtors me={me} lastDay={lastDay} />}
      </div>
    </div>
  )
}
