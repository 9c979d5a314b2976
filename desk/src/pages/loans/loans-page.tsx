import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { loanGroups } from '@hola/core/desk-contract/loans.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { calendarIcon, docIcon } from '@hola/ui/layout/icons.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { readPages, usePages } from '../../lib/use-pages.ts'
import type { Column } from '../../parts/data-table.tsx'
import { FilterChips, useChosenFilter } from '../../parts/filter-chips.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { Empty } from '../../parts/state-words.tsx'
import css from '../list-page.module.css'
import { sayState, StateBadge } from './state-badge.tsx'

type Loan = DeskRetOf<'loans/list'>['loans'][number]

const pathOf = (orderNumber: string): string => `/loans/${encodeURIComponent(orderNumber)}`

const columns: readonly Column<Loan>[] = [
  {
    id: 'number',
    head: m.desk_people_column_loan,
    width: '18%',
    cell: ({ order_number }) => <Link to={pathOf(order_number)}>{order_number}</Link>,
    csv: ({ order_number }) => order_number,
  },
  {
    id: 'person',
    head: m.desk_people_column_person,
    width: '13%',
    isExtra: true,
    cell: ({ person_code }) => person_code,
  },
  {
    id: 'state',
    head: m.desk_column_state,
    width: '29%',
    cell: ({ state, overdue_days, has_plan, is_written_off }) => (
      <span className={css.person}>
        <StateBadge state={state} overdueDays={overdue_days} />
        {has_plan && <Badge icon={calendarIcon}>{m.desk_people_has_plan()}</Badge>}
        {is_written_off && <Badge icon={docIcon}>{m.desk_people_is_written_off()}</Badge>}
      </span>
    ),
    csv: ({ state, overdue_days }) => sayState(state, overdue_days),
  },
  {
    id: 'amount',
    head: m.desk_people_column_amount,
    width: '16%',
    isNumber: true,
    cell: ({ amount_centavos }) => formatPesos(amount_centavos),
    csv: ({ amount_centavos }) => ({ centavos: amount_centavos }),
  },
  {
    id: 'due',
    head: m.desk_people_column_due,
    width: '12%',
    cell: ({ due_day }) => (due_day === null ? '–' : formatDay(due_day)),
    csv: ({ due_day }) => due_day,
  },
  {
    id: 'signed',
    head: m.desk_people_column_signed,
    width: '12%',
    isExtra: true,
    cell: ({ signed_at }) => formatDate(signed_at),
    csv: ({ signed_at }) => signed_at,
  },
]

const groups: Readonly<Record<(typeof loanGroups)[number], () => string>> = {
  all: m.desk_people_group_all,
  on_time: m.desk_people_group_on_time,
  late: m.desk_people_group_late,
  late_1_30: () => m.desk_people_group_late_span({ from: 1, to: 30 }),
  late_31_60: () => m.desk_people_group_late_span({ from: 31, to: 60 }),
  late_61_90: () => m.desk_people_group_late_span({ from: 61, to: 90 }),
  late_91: () => m.desk_people_group_late_over({ days: 90 }),
  waiting: m.desk_people_group_waiting,
  cleared: m.desk_people_group_cleared,
  cancelled: m.desk_people_group_cancelled,
}

const STARTS_GROUP = new Set(['late', 'waiting'])

/** Loans by where they stand, the longest late first; nothing in the list says whose they are. */
export function LoansPage(): ReactNode {
  const [show, choose] = useChosenFilter(loanGroups)
  const { pages, error, refetch, more, isWhole } = usePages('loans/list', { show })
  const loans = useMemo(() => pages?.flatMap((page) => page.loans), [pages])
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const selected = loans?.find(({ order_number }) => order_number === chosen) ?? loans?.[0]
  useShortcuts([
    {
      keys: 'enter',
      says: m.desk_people_keys_open(),
      inFoot: true,
      run: () => selected && void navigate(pathOf(selected.order_number)),
    },
  ])
  const list = (
    <ListBody
      rows={loans}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_people_no_loans()} text={m.desk_people_no_loans_text()} />}
      label={m.desk_people_loans_label()}
      columns={columns}
      idOf={({ order_number }) => order_number}
      selectedId={selected?.order_number}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
    />
  )
  return (
    <div className={css.page}>
      <div className={css.filters}>
        <FilterChips
          label={m.desk_people_loans_filter()}
          chips={loanGroups.map((value) => ({
            value,
            name: groups[value](),
            startsGroup: STARTS_GROUP.has(value),
          }))}
          value={show}
          onChange={choose}
        />
        <span className={css.file}>
          <ListFile
            name="prestamos"
            columns={columns}
            read={(told) => readPages('loans/list', { show }, (page) => page.loans, told)}
          />
        </span>
      </div>
      <div className={css.split}>{list}</div>
    </div>
  )
}
