import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDay } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon, docIcon, helpIcon, plusIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { readPages, usePages } from '../../lib/use-pages.ts'
import { useSelected } from '../../lib/use-selected.ts'
import { sayAge } from '../../parts/clock.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Drop } from '../../parts/drop.tsx'
import { FilterChips, useChosenFilter } from '../../parts/filter-chips.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { Peek, usePeek } from '../../parts/peek.tsx'
import { Empty } from '../../parts/state-words.tsx'
import { sayProposalKind } from '../../proposal-words.ts'
import list from '../list-page.module.css'
import { EnterTransferDialog } from './enter-transfer-dialog.tsx'
import { idOf, type Receipt } from './receipt.ts'
import { ReceiptPanel } from './receipt-panel.tsx'
import { KeptStatement, NewStatement } from './statement-view.tsx'
import css from './receipts.module.css'

function Match({ of }: { of: Receipt }): ReactNode {
  const { state, is_clear, candidate_count, order_number, reversal_cause } = of
  if (state === 'credited')
    return (
      <Badge tone="done" icon={checkIcon}>
        {order_number ?? ''}
      </Badge>
    )
  if (state === 'reversed' && reversal_cause === 'chargeback')
    return (
      <Badge tone="late" icon={alertIcon}>
        {m.desk_money_receipt_chargeback({ order: order_number ?? '' })}
      </Badge>
    )
  if (state === 'reversed') return <Badge icon={undoIcon}>{m.desk_money_receipt_reversed()}</Badge>
  if (is_clear)
    return (
      <Badge tone="done" icon={checkIcon}>
        {m.desk_money_match_clear()}
      </Badge>
    )
  return candidate_count === 0 ? (
    <Badge tone="late" icon={alertIcon}>
      {m.desk_money_match_none()}
    </Badge>
  ) : (
    <Badge icon={helpIcon}>{m.desk_money_match_possible({ count: candidate_count })}</Badge>
  )
}

/** The same in a file. */
const sayMatch = ({ state, is_clear, candidate_count, order_number }: Receipt): string => {
  if (state === 'credited') return order_number ?? ''
  if (state === 'reversed') return m.desk_money_receipt_reversed()
  if (is_clear) return m.desk_money_match_clear()
  return candidate_count === 0 ? m.desk_money_match_none() : m.desk_money_match_possible({ count: candidate_count })
}

const columnsAt = (now: Date): readonly Column<Receipt>[] => [
  {
    id: 'amount',
    head: m.desk_money_amount,
    width: '18%',
    isNumber: true,
    cell: (one) => <b>{formatPesos(one.amount_centavos)}</b>,
    csv: ({ amount_centavos }) => ({ centavos: amount_centavos }),
  },
  {
    id: 'day',
    head: m.desk_money_paid_day,
    width: '14%',
    cell: ({ paid_day }) => formatDay(paid_day),
    csv: ({ paid_day }) => paid_day,
  },
  { id: 'how', head: m.desk_money_provider, width: '18%', cell: ({ provider }) => provider },
  {
    id: 'id',
    head: m.desk_money_provider_id,
    width: '20%',
    isExtra: true,
    cell: ({ provider_payment_id }) => provider_payment_id,
  },
  {
    id: 'age',
    head: m.desk_money_age,
    width: '10%',
    cell: ({ heard_at }) => sayAge(heard_at, now),
    csv: ({ heard_at }) => heard_at,
  },
  { id: 'match', head: m.desk_money_match, width: '20%', cell: (one) => <Match of={one} />, csv: sayMatch },
]

/** What two people do about money that came. */
const moneyKinds = [
  'place',
  'unplacing',
  'transfer',
  'transfer_reversal',
  'transfer_return',
  'transfer_restoration',
  'statement',
]

function WaitingForSecond(): ReactNode {
  const { data } = useCall('proposals/list', {}, { isLive: true })
  const waiting = data?.proposals.filter(({ kind }) => moneyKinds.includes(kind)) ?? []
  if (waiting.length === 0) return null
  return (
    <section className={css.panel} aria-label={m.desk_money_waiting()}>
      <h2 className={css.head}>{m.desk_money_waiting()}</h2>
      <ul className={css.waiting}>
        {waiting.slice(0, 5).map(({ proposal_id, kind, proposer, why }) => (
          <li key={proposal_id}>
            <Link to={`/proposals?id=${proposal_id}`}>{sayProposalKind(kind)}</Link>
            <span>{proposer}</span>
            <span className={css.quiet}>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Imports({ onOpen }: { onOpen: (importId: string) => void }): ReactNode {
  const { data } = useCall('statements/list', {}, { isLive: true })
  const last = data?.imports[0]
  if (last === undefined) return <p className={css.quiet}>{m.desk_money_statement_none()}</p>
  return (
    <p className={css.last}>
      <button type="button" className={css.link} onClick={() => onOpen(last.import_id)}>
        {last.file_name}
      </button>
      <span className={css.quiet}>
        {m.desk_money_statement_last({ count: last.line_count, name: last.kept_by, bad: last.malformed_count })}
      </span>
    </p>
  )
}

export function ReceiptsPage({ me, chosen: first }: { me: SignedIn; chosen?: string }): ReactNode {
  const [state, choose] = useChosenFilter(['suspense', 'credited', 'reversed'])
  const { pages, error, refetch, more, isWhole } = usePages('receipts/list', { state })
  const page = pages?.[0]
  const rows = useMemo(() => pages?.flatMap(({ receipts }) => receipts), [pages])
  const now = useTicking(page?.now_at)
  const peek = usePeek()
  const [search, setSearch] = useSearchParams()
  const [isHeld, setIsHeld] = useState(false)
  const [file, setFile] = useState<File>()
  const [isEntering, setIsEntering] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const [selected, setChosen] = useSelected(rows, idOf, { first, isHeld })
  const mayImport = may(me.role, 'reconcile')
  const mayEnter = mayPropose(me.role, 'transfer')
  const importId = search.get('statement')
  const isReading = file !== undefined || importId !== null
  const back = (): void => {
    setFile(undefined)
    setSearch([], { replace: true })
  }
  useShortcuts(
    mayImport && !isReading
      ? [{ keys: 'i', says: m.desk_money_keys_import(), inFoot: true, run: () => field.current?.click() }]
      : [],
  )

  if (file !== undefined)
    return (
      <NewStatement
        file={file}
        onBack={back}
        onKept={(id) => {
          setFile(undefined)
          setSearch({ statement: id }, { replace: true })
        }}
      />
    )
  if (importId !== null) return <KeptStatement me={me} importId={importId} onBack={back} />

  const table = (
    <ListBody
      rows={rows}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_money_receipts_empty()} text={m.desk_money_receipts_empty_text()} />}
      label={m.desk_money_receipts_label()}
      columns={columnsAt(now)}
      idOf={idOf}
      selectedId={selected && idOf(selected)}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
    />
  )

  return (
    <div className={list.page}>
      {mayImport && (
        <div className={css.top}>
          <Drop accept=".csv,.txt,text/csv,text/plain" icon={docIcon} field={field} onFile={setFile}>
            <b>{m.desk_money_drop()}</b> {m.desk_money_drop_or()} <Kbd keys="i" /> {m.desk_money_drop_text()}
          </Drop>
          <Imports onOpen={(id) => setSearch({ statement: id })} />
        </div>
      )}
      <div className={list.filters}>
        <FilterChips
          label={m.desk_money_receipts_show()}
          value={state}
          onChange={choose}
          chips={[
            { value: 'suspense', name: m.desk_money_receipts_suspense(), count: page?.suspense_count },
            { value: 'credited', name: m.desk_money_receipts_credited() },
            { value: 'reversed', name: m.desk_money_receipts_reversed() },
          ]}
        />
        {page && state === 'suspense' && (
          <span className={css.quiet}>{m.desk_money_suspense_sum({ sum: formatPesos(page.suspense_centavos) })}</span>
        )}
        <span className={css.right}>
          {mayEnter && (
            <Button kind="quiet" icon={plusIcon} onClick={() => setIsEntering(true)}>
              {m.desk_money_enter()}
            </Button>
          )}
          <ListFile
            name="cobros"
            columns={columnsAt(now)}
            read={(told) => readPages('receipts/list', { state }, ({ receipts }) => receipts, told)}
          />
        </span>
      </div>
      <div className={css.split}>
        <div className={css.left}>
          {table}
          <WaitingForSecond />
        </div>
        {selected && peek.isOpen && (
          <Peek
            title={selected.state === 'suspense' ? m.desk_money_place_title() : m.desk_money_receipt_title()}
            isOver={peek.isOver}
            onClose={peek.close}
          >
            <ReceiptPanel key={idOf(selected)} me={me} receipt={selected} onHold={setIsHeld} />
          </Peek>
        )}
      </div>
      {isEntering && <EnterTransferDialog onClose={() => setIsEntering(false)} />}
    </div>
  )
}
