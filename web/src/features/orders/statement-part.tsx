import { brand } from '@hola/core/brand.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { api } from '../../lib/api.ts'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { PrintedHead } from '../../shared/documents/printed-head.tsx'
import { pdfFile, pdfOf, saveFile, sha256Of } from '../../shared/documents/pdf.ts'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { usePageTitle } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkCircleIcon, docIcon, downloadIcon, refreshIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { AmountList, Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { PdfRows } from './pdf-rows.tsx'
import { statementRows, type HandedPart, type ShownAccount, type StatementRow } from './statement-rows.ts'
import css from './statement-part.module.css'
import { verifyStatement, type Statement, type StatementCheck, type StatementProblem } from './verify-statement.ts'

/** The books of a loan: to read, to take home, and to verify without asking us. */
export function StatementPart({ orderId }: { orderId: string }): ReactNode {
  const { remote, refresh } = useRemote(
    'loan/statement',
    useMemo(() => ({ order_id: orderId }), [orderId]),
  )
  usePageTitle(m.orders_statement())
  if (remote.status === 'loading')
    return (
      <section className={css.part} aria-busy="true" aria-label={m.orders_statement_loading()}>
        <Card>
          <div className={css.part}>
            <Skeleton width="60%" />
            <Skeleton width="90%" />
            <Skeleton width="80%" />
          </div>
        </Card>
      </section>
    )
  if (remote.status === 'failed')
    return (
      <Card>
        <EmptyState
          drawing="night"
          title={m.orders_statement_failed()}
          text={remote.problem ?? m.orders_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={() => void refresh()}>
              {m.orders_again()}
            </Button>
          }
        />
      </Card>
    )
  return (
    <>
      <OutdatedNote remote={remote} />
      <Books key={remote.data.entries.length} statement={remote.data} />
    </>
  )
}

function Books({ statement }: { statement: Statement }): ReactNode {
  const { order_id: orderId, order_number: number, borrower, entries } = statement
  const [check, setCheck] = useState<StatementCheck | 'unable'>()
  const [isVerifying, setIsVerifying] = useState(false)

  const verify = async (): Promise<void> => {
    setIsVerifying(true)
    setCheck((await verifyStatement(statement, sha256Of)) ?? 'unable')
    setIsVerifying(false)
  }
  const fetchPdf = async (): Promise<File> => {
    const { pdf_base64: base64 } = await api.call('loan/statement', { order_id: orderId, with_pdf: true })
    if (base64 === null) throw new Error('a statement with its PDF was asked for, and came without')
    return pdfFile(pdfOf(base64), 'estado-de-cuenta', number)
  }
  const takeJson = (): void => {
    // What is verified is the entries; who she is need not travel with them.
    const { pdf_base64: _, borrower: __, ...books } = statement
    saveFile(
      new File([JSON.stringify(books, undefined, 2)], `estado-de-cuenta-${number}.json`, { type: 'application/json' }),
    )
    showToast({ title: m.orders_downloaded() })
  }

  if (entries.length === 0)
    return (
      <Card>
        <EmptyState
          title={m.orders_statement_empty()}
          text={m.orders_statement_empty_text()}
          action={
            <ButtonLink {...linkTo(`/pages/order-detail/order-detail?order_id=${orderId}`)}>
              {m.orders_see()}
            </ButtonLink>
          }
        />
      </Card>
    )
  return (
    <>
      <PrintedHead />
      <p className={css.lead}>{m.orders_statement_lead()}</p>
      {/* Always there, so that what comes up in it is read out. */}
      <output>{check && <Verdict check={check} />}</output>
      <Card title={m.orders_number({ number })}>
        <div className={css.parties}>
          <AmountList
            rows={[
              {
                name: m.orders_statement_borrower(),
                text: m.orders_statement_borrower_text({ name: borrower.full_name, dni: formatDni(borrower.dni) }),
                isWords: true,
              },
              {
                name: m.orders_statement_lender(),
                text: m.lib_lender({ lender: brand.legalEntity, cuit: brand.cuit }),
                isWords: true,
              },
            ]}
          />
        </div>
        <ol className={css.rows}>
          {statementRows(entries).map((row, index) => (
            <BookRow key={`${index} ${row.fromDay}`} row={row} />
          ))}
        </ol>
      </Card>
      <Card className={css.files}>
        <RowList>
          <PdfRows
            icon={docIcon}
            title={m.orders_statement_pdf()}
            detail={m.orders_statement_pdf_text()}
            shareTitle={m.orders_statement_share()}
            fetchPdf={fetchPdf}
          />
          <Row
            icon={shieldIcon}
            title={m.orders_statement_json()}
            detail={m.orders_statement_json_text()}
            trailing={<Icon shape={downloadIcon} />}
            onClick={takeJson}
          />
        </RowList>
      </Card>
      <Dock>
        <Button icon={shieldIcon} busy={isVerifying} busyText={m.orders_verifying()} onClick={() => void verify()}>
          {m.orders_verify()}
        </Button>
      </Dock>
    </>
  )
}

const problems: Readonly<Record<StatementProblem, () => string>> = {
  hash: m.orders_verify_hash,
  chain: m.orders_verify_chain,
  shown: m.orders_verify_shown,
  sum: m.orders_verify_sum,
  balances: m.orders_verify_balances,
}

function Verdict({ check }: { check: StatementCheck | 'unable' }): ReactNode {
  if (check === 'unable') return <Note icon={alertIcon}>{m.orders_verify_unable()}</Note>
  if (check.fits)
    return (
      <Note tone="good" icon={checkCircleIcon}>
        {check.entryCount === 1
          ? m.orders_verify_fits_one({ count: check.entryCount })
          : m.orders_verify_fits({ count: check.entryCount })}
      </Note>
    )
  return (
    <Note tone="bad" icon={alertIcon}>
      <p>{m.orders_verify_fails({ number: check.entryNumber })}</p>
      <p>{problems[check.problem]()}</p>
      <p>{m.orders_verify_tell()}</p>
    </Note>
  )
}

const causes: Readonly<Record<StatementRow['cause'], () => string>> = {
  payout: m.orders_cause_payout,
  accrual: m.orders_cause_accrual,
  payment: m.orders_cause_payment,
  reversal: m.orders_cause_reversal,
  withdrawal: m.orders_cause_withdrawal,
  extension: m.orders_cause_extension,
  refund: m.orders_cause_refund,
  correction: m.orders_cause_correction,
  receipt_reversal: m.orders_cause_receipt_reversal,
  waiver: m.orders_cause_waiver,
  waiver_reversal: m.orders_cause_waiver_reversal,
  write_off: m.orders_cause_write_off,
  write_off_reversal: m.orders_cause_write_off_reversal,
  plan: m.orders_cause_plan,
  plan_broken: m.orders_cause_plan_broken,
  plan_reversal: m.orders_cause_plan_reversal,
  refund_reversal: m.orders_cause_refund_reversal,
}

const accounts: Readonly<Record<ShownAccount, () => string>> = {
  principal: m.orders_account_principal,
  interest: m.orders_account_interest,
  interest_vat: m.orders_account_vat,
  late_one_time: m.orders_late_one_time,
  late_daily: m.orders_late_daily,
  written_off: m.orders_account_written_off,
  borrower_credit: m.orders_account_credit,
}

const handedNames: Readonly<Record<HandedPart, () => string>> = {
  paid_out: m.orders_received,
  fee: m.orders_account_fee,
}

const signed = (amount: StatementRow['owed']): string =>
  amount < 0 ? exactPesos(amount).replace('-', '−\u00A0') : `+\u00A0${exactPesos(amount)}`

function BookRow({ row: { cause, fromDay, toDay, handed, changes, owed } }: { row: StatementRow }): ReactNode {
  // What was withdrawn from and not given back in time is owed as it was agreed.
  const isLapse = cause === 'withdrawal' && changes.some(({ account, amount }) => account === 'principal' && amount > 0)
  return (
    <li className={css.row}>
      <p className={css.cause}>{isLapse ? m.orders_cause_withdrawal_lapsed() : causes[cause]()}</p>
      <p className={css.day}>
        {fromDay === toDay ? formatDay(fromDay) : m.orders_from_to({ from: formatDay(fromDay), to: formatDay(toDay) })}
      </p>
      <AmountList
        rows={[
          ...handed.map(({ part, amount }) => ({ name: handedNames[part](), text: exactPesos(amount) })),
          ...changes.map(({ account, amount }) => ({ name: accounts[account](), text: signed(amount) })),
          { name: m.orders_owed_after(), text: exactPesos(owed), weight: 'strong' as const },
        ]}
      />
    </li>
  )
}
