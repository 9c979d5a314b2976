import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { formatPesos } from '@hola/core/money.ts'
import { caseCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { checkIcon, closeIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { sayReason } from '../../case-words.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { readPages, usePages } from '../../lib/use-pages.ts'
import { Clock } from '../../parts/clock.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { WithCode } from '../../parts/data-table.tsx'
import { FilterChips, useChosenFilter } from '../../parts/filter-chips.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { Owner } from '../../parts/owner.tsx'
import { Empty } from '../../parts/state-words.tsx'
import css from '../list-page.module.css'

type Case = DeskRetOf<'cases/list'>['cases'][number]

const filters = ['waiting', 'mine', 'by_person', 'approved', 'refused'] as const

export const useCases = (show: (typeof filters)[number]) => {
  const { pages, ...rest } = usePages('cases/list', { show })
  const cases = useMemo(() => pages?.flatMap((page) => page.cases), [pages])
  return { cases, now: pages?.[0]?.now, ...rest }
}

function State({ of: { state } }: { of: Case }): ReactNode {
  if (state === 'approved')
    return (
      <Badge tone="done" icon={checkIcon}>
        {m.desk_queue_cases_state_approved()}
      </Badge>
    )
  if (state === 'refused') return <Badge icon={closeIcon}>{m.desk_queue_cases_state_refused()}</Badge>
  return <Badge icon={undoIcon}>{m.desk_queue_cases_state_taken_back()}</Badge>
}

const columnsOf = (now: Date): readonly Column<Case>[] => [
  {
    id: 'case',
    head: m.desk_queue_cases_column_case,
    width: '14%',
    cell: ({ case_id }) => <b>{caseCode(case_id)}</b>,
    csv: ({ case_id }) => caseCode(case_id),
  },
  {
    id: 'why',
    head: m.desk_queue_cases_column_why,
    width: '40%',
    cell: ({ reasons }) => (
      <WithCode word={sayReason(reasons.at(-1) ?? '')} code={reasons.slice(0, -1).map(sayReason).join(' · ')} />
    ),
    csv: ({ reasons }) => reasons.map(sayReason).join(', '),
  },
  {
    id: 'limit',
    head: m.desk_queue_cases_column_limit,
    width: '12%',
    isNumber: true,
    isExtra: true,
    cell: ({ limit_centavos }) => (limit_centavos === null ? '–' : formatPesos(limit_centavos, { centavos: false })),
    csv: ({ limit_centavos }) => (limit_centavos === null ? null : { centavos: limit_centavos }),
  },
  {
    id: 'when',
    head: m.desk_queue_cases_column_when,
    width: '20%',
    cell: (one) =>
      one.due_at === null ? (
        <>
          <State of={one} /> {formatDate(one.since_at)} {formatTime(one.since_at)}
        </>
      ) : (
        <Clock since={one.since_at} until={one.due_at} now={now} />
      ),
    csv: ({ since_at }) => since_at,
  },
  {
    id: 'who',
    head: m.desk_queue_cases_column_who,
    width: '14%',
    cell: ({ owner, decided_by, state }) =>
      state === 'waiting' ? (
        <Owner name={owner?.name ?? null} />
      ) : decided_by === null ? (
        m.desk_queue_cases_by_rules()
      ) : (
        <Owner name={decided_by} />
      ),
    csv: ({ owner, decided_by }) => owner?.name ?? decided_by,
  },
]

/** Cases that wait and cases that were decided. A decided one can be opened again, and its decision made again. */
export function CasesPage({ me }: { me: SignedIn }): ReactNode {
  const [show, choose] = useChosenFilter(filters)
  const { cases, now: answeredAt, error, refetch, more, isWhole } = useCases(show)
  const { data: counts } = useCall('queue/counts', {}, { isLive: true })
  const now = useTicking(answeredAt)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const idOf = ({ case_id, since_at }: Case): string => `${case_id} ${since_at}`
  const selected = cases?.find((one) => idOf(one) === chosen) ?? cases?.[0]
  const open = (one: Case | undefined): void => {
    if (one !== undefined) void navigate(`/cases/${one.case_id}`)
  }
  useShortcuts([{ keys: 'enter', says: m.desk_queue_open(), inFoot: true, run: () => open(selected) }])

  const list = (
    <ListBody
      rows={cases}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_queue_cases_empty()} text={m.desk_queue_cases_empty_text()} />}
      label={m.desk_queue_cases_label()}
      columns={columnsOf(now)}
      idOf={idOf}
      selectedId={selected && idOf(selected)}
      onSelect={(id) => {
        // A second press opens what the first one selected.
        if (id === chosen) open(cases?.find((one) => idOf(one) === id))
        setChosen(id)
      }}
      onEnd={more}
      isWhole={isWhole}
    />
  )

  return (
    <div className={css.page}>
      <div className={css.filters}>
        <FilterChips
          label={m.desk_queue_filter()}
          value={show}
          onChange={choose}
          chips={[
            { value: 'waiting', name: m.desk_queue_cases_waiting(), count: counts?.kinds.case ?? undefined },
            ...(may(me.role, 'decide_cases') ? [{ value: 'mine', name: m.desk_queue_cases_mine() } as const] : []),
            { value: 'by_person', name: m.desk_queue_cases_by_person(), startsGroup: true },
            { value: 'approved', name: m.desk_queue_cases_approved() },
            { value: 'refused', name: m.desk_queue_cases_refused() },
          ]}
        />
        <span className={css.file}>
          <ListFile
            name="casos"
            columns={columnsOf(now)}
            read={(told) => readPages('cases/list', { show }, (page) => page.cases, told)}
          />
        </span>
      </div>
      <div className={css.split}>{list}</div>
    </div>
  )
}
