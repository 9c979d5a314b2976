import { requestKinds } from '@hola/core/consumer.ts'
import { requestLists } from '@hola/core/desk-contract/requests.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useHref, useNavigate } from 'react-router'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { readPages, usePages } from '../../lib/use-pages.ts'
import { Clock } from '../../parts/clock.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { FilterChips, useChosenFilter } from '../../parts/filter-chips.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { Peek, usePeek } from '../../parts/peek.tsx'
import { Empty } from '../../parts/state-words.tsx'
import listCss from '../list-page.module.css'
import { RequestFacts } from './request-facts.tsx'
import css from './requests.module.css'
import type { Request } from './words.ts'
import { clockOf, kindWords, saySituation } from './words.ts'

const lists = {
  staff: m.desk_care_list_staff,
  hers: m.desk_care_list_hers,
  ended: m.desk_care_list_ended,
}

/** Whether the law’s time was kept; while it runs, how much of it is left. */
function Deadline({ of, now }: { of: Request; now: Date }): ReactNode {
  if (of.answered_at === null) return <Clock {...clockOf(of)} now={now} />
  return of.is_late ? (
    <Badge tone="failed" icon={alertIcon}>
      {m.desk_care_late()}
    </Badge>
  ) : (
    <Badge tone="done" icon={checkIcon}>
      {m.desk_care_in_time()}
    </Badge>
  )
}

const columnsAt = (now: Date): readonly Column<Request>[] => [
  {
    id: 'what',
    head: m.desk_care_column_what,
    width: '21%',
    cell: ({ kind }) => (
      <span className={css.what}>
        <Icon shape={kindWords(kind).icon} size="small" />
        {kindWords(kind).name()}
      </span>
    ),
    csv: ({ kind }) => kindWords(kind).name(),
  },
  { id: 'number', head: m.desk_care_column_number, width: '18%', cell: ({ tracking_number }) => tracking_number },
  { id: 'stands', head: m.desk_care_column_stands, width: '23%', cell: ({ situation }) => saySituation(situation) },
  {
    id: 'loan',
    head: m.desk_care_column_loan,
    width: '14%',
    isExtra: true,
    cell: ({ order_number }) => order_number ?? '–',
  },
  {
    id: 'clock',
    head: m.desk_care_column_clock,
    width: '24%',
    cell: (one) => <Deadline of={one} now={now} />,
    csv: ({ answer_until_at }) => answer_until_at,
  },
]

/** What consumers have asked for, by the law’s clock. Nothing in the list says who asked. */
export function RequestsPage(): ReactNode {
  const [list, chooseList] = useChosenFilter(requestLists)
  const [kind, chooseKind] = useChosenFilter(['all', ...requestKinds], 'kind')
  const body = { list, ...(kind === 'all' ? {} : { kind }) }
  const { pages, error, refetch, more, isWhole } = usePages('requests/list', body)
  const peek = usePeek()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const now = useTicking(pages?.[0]?.now)
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = useMemo(() => pages?.flatMap(({ requests }) => requests), [pages])
  const counts = pages?.[0]?.counts
  const selected = rows?.find(({ tracking_number }) => tracking_number === chosen) ?? rows?.[0]
  const open = (): void => void (selected && navigate(`/requests/${selected.tracking_number}`))
  useShortcuts([{ keys: 'enter', says: m.desk_care_keys_open(), inFoot: true, run: open }])
  const href = useHref(`/requests/${selected?.tracking_number ?? ''}`)

  const table = (
    <ListBody
      rows={rows}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_care_requests_empty()} text={m.desk_care_requests_empty_text()} />}
      label={m.desk_care_requests_label()}
      columns={columns}
      idOf={({ tracking_number }) => tracking_number}
      selectedId={selected?.tracking_number}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
    />
  )

  return (
    <div className={listCss.page}>
      <div className={listCss.filters}>
        <FilterChips
          label={m.desk_care_list_label()}
          chips={requestLists.map((value) => ({ value, name: lists[value]() }))}
          value={list}
          onChange={chooseList}
        />
        <FilterChips
          label={m.desk_care_kind_label()}
          chips={[
            { value: 'all', name: m.desk_care_kind_all() },
            ...requestKinds.map((value) => ({
              value,
              name: kindWords(value).name(),
              icon: kindWords(value).icon,
              count: list === 'staff' ? counts?.[value] : undefined,
            })),
          ]}
          value={kind}
          onChange={chooseKind}
        />
        <span className={listCss.file}>
          <ListFile
            name="pedidos"
            columns={columns}
            read={(told) => readPages('requests/list', body, ({ requests }) => requests, told)}
          />
        </span>
      </div>
      <div className={listCss.split}>
        {table}
        {selected && peek.isOpen && (
          <Peek title={kindWords(selected.kind).name()} isOver={peek.isOver} onClose={peek.close}>
            <RequestFacts of={selected} now={now} />
            <div className={listCss.buttons}>
              <ButtonLink href={href}>{m.desk_care_open_page()}</ButtonLink>
            </div>
          </Peek>
        )}
      </div>
    </div>
  )
}
