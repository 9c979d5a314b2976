import type { DeskBodyOf, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, clockIcon, closeIcon } from '@hola/ui/layout/icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { call, wordsOf } from '../lib/desk-client.ts'
import { useCall, useRefreshing } from '../lib/queries.ts'
import { FILE_ROWS_MAX } from '../lib/use-pages.ts'
import type { Column } from '../parts/data-table.tsx'
import { WithCode } from '../parts/data-table.tsx'
import { Initials } from '../parts/initials.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { Facts, Peek, usePeek } from '../parts/peek.tsx'
import { Empty } from '../parts/state-words.tsx'
import { sayAct } from '../words.ts'
import css from './list-page.module.css'

type Act = DeskRetOf<'acts/list'>['acts'][number]

const columns: readonly Column<Act>[] = [
  {
    id: 'number',
    head: m.desk_column_number,
    width: '9%',
    isNumber: true,
    cell: (act) => formatNumber(act.entry_count),
    csv: (act) => act.entry_count,
  },
  {
    id: 'when',
    head: m.desk_column_when,
    width: '17%',
    cell: ({ acted_at }) => `${formatDate(acted_at)} ${formatTime(acted_at)}`,
    csv: ({ acted_at }) => acted_at,
  },
  {
    id: 'who',
    head: m.desk_column_who,
    width: '15%',
    cell: ({ actor }) => (
      <span className={css.person}>
        <Initials name={actor} />
        {actor}
      </span>
    ),
    csv: ({ actor }) => actor,
  },
  {
    id: 'what',
    head: m.desk_column_what,
    width: '30%',
    cell: ({ act }) => <WithCode word={sayAct(act)} code={act} />,
    csv: ({ act }) => act,
  },
  {
    id: 'about',
    head: m.desk_column_about,
    width: '12%',
    isExtra: true,
    cell: ({ user_id }) => (user_id === null ? '–' : personCode(user_id)),
    csv: ({ user_id }) => user_id,
  },
  { id: 'why', head: m.desk_column_why, width: '21%', cell: ({ why }) => why },
]

const day = /^\d{4}-\d\d-\d\d$/
const uuid = /^[\da-f-]{36}$/i

/** The filters stand in the address: a link shows somebody else the same list. What is malformed there is left out. */
const useFilters = () => {
  const [search, setSearch] = useSearchParams()
  const of = (name: string, shape: RegExp): string => {
    const text = search.get(name) ?? ''
    return shape.test(text) ? text : ''
  }
  const filters = { since: of('since', day), member: of('member', uuid), user: of('user', uuid) }
  const change = (name: keyof typeof filters, value: string): void =>
    setSearch(
      Object.entries({ ...filters, [name]: value }).filter(([, text]) => text !== ''),
      { replace: true },
    )
  const clear = (): void => setSearch([], { replace: true })
  return { filters, change, clear, isAny: Object.values(filters).some((text) => text !== '') }
}

/** A day begins at midnight in Argentina, wherever this computer stands. */
const bodyOf = ({ since, member, user }: ReturnType<typeof useFilters>['filters']): DeskBodyOf<'acts/list'> => ({
  ...(since === '' ? {} : { since_at: new Date(`${since}T00:00:00-03:00`).toISOString() }),
  ...(member === '' ? {} : { member_id: member }),
  ...(user === '' ? {} : { user_id: user }),
})

/** A page of the list is this long until it is the last. */
const PAGE = 200

const useActs = (body: DeskBodyOf<'acts/list'>) => {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['acts/list', useLocale(), body],
    queryFn: ({ pageParam, signal }) =>
      call('acts/list', { ...body, ...(pageParam === 0 ? {} : { before_count: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ acts }) => (acts.length < PAGE ? undefined : acts.at(-1)?.entry_count),
    ...useRefreshing(),
  })
  const acts = useMemo(() => data?.pages.flatMap((page) => page.acts), [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { acts, error, refetch, more, isWhole: !hasNextPage }
}

/** The whole list, for a file: its pages go on by number. */
const readActs =
  (body: DeskBodyOf<'acts/list'>) =>
  async (told: (count: number) => void): Promise<readonly Act[]> => {
    const read: Act[] = []
    for (;;) {
      const before = read.at(-1)?.entry_count
      const { acts } = await call('acts/list', { ...body, ...(before === undefined ? {} : { before_count: before }) })
      read.push(...acts)
      told(read.length)
      if (acts.length < PAGE || read.length >= FILE_ROWS_MAX) return read
    }
  }

const problems = {
  act_missing: m.desk_acts_broken_missing,
  act_changed: m.desk_acts_broken_changed,
  chain_broken: m.desk_acts_broken_chain,
}

/** Whether nobody has changed what was written down. Pressed, it is checked again. */
function ChainState(): ReactNode {
  const { data, error, isFetching, refetch } = useCall('acts/verify', {})
  const state = ((): ReactNode => {
    if (isFetching) return <Badge icon={clockIcon}>{m.desk_acts_checking()}</Badge>
    if (error) return <Badge icon={alertIcon}>{wordsOf(error)}</Badge>
    if (data === undefined) return null
    const { is_intact, act_count, problem } = data
    if (is_intact)
      return (
        <Badge tone="done" icon={checkIcon}>
          {m.desk_acts_intact({ count: act_count, shown: formatNumber(act_count) })}
        </Badge>
      )
    return (
      <Badge tone="failed" icon={alertIcon}>
        {m.desk_acts_broken({ number: formatNumber(act_count) })} {problem && problems[problem]()}
      </Badge>
    )
  })()
  return (
    <button type="button" className={css.state} title={m.desk_acts_verify()} onClick={() => void refetch()}>
      {state}
    </button>
  )
}

export function ActsPage(): ReactNode {
  const { filters, change, clear, isAny } = useFilters()
  const staff = useCall('staff/list', {})
  const { acts, error, refetch, more, isWhole } = useActs(bodyOf(filters))
  const peek = usePeek()
  const [chosen, setChosen] = useState<string>()
  const selected = acts?.find(({ act_id }) => act_id === chosen) ?? acts?.[0]

  const list = (
    <ListBody
      rows={acts}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_acts_empty()} text={m.desk_acts_empty_text()} />}
      label={m.desk_acts_label()}
      columns={columns}
      idOf={({ act_id }) => act_id}
      selectedId={selected?.act_id}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
    />
  )

  return (
    <div className={css.page}>
      <div className={css.filters}>
        <label className={css.filter}>
          {m.desk_acts_who()}
          <select value={filters.member} onChange={({ target }) => change('member', target.value)}>
            <option value="">{m.desk_acts_everybody()}</option>
            {/* Whose acts these are is chosen already; the name comes with the team. */}
            {staff.data === undefined && filters.member !== '' && <option value={filters.member}>…</option>}
            {staff.data?.members.map(({ member_id, name }) => (
              <option key={member_id} value={member_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={css.filter}>
          {m.desk_acts_since()}
          <input type="date" value={filters.since} onChange={({ target }) => change('since', target.value)} />
        </label>
        {filters.user !== '' && (
          <button type="button" className={css.chip} onClick={() => change('user', '')}>
            {m.desk_acts_about({ person: personCode(filters.user) })}
            <Icon shape={closeIcon} size="small" />
          </button>
        )}
        {isAny && (
          <Button kind="quiet" onClick={clear}>
            {m.desk_acts_clear()}
          </Button>
        )}
        <ChainState />
        <ListFile name="actos" columns={columns} read={readActs(bodyOf(filters))} />
      </div>
      <div className={css.split}>
        {list}
        {selected && peek.isOpen && (
          <Peek title={sayAct(selected.act)} isOver={peek.isOver} onClose={peek.close}>
            <p className={css.why}>{selected.why}</p>
            <Facts
              of={[
                [m.desk_column_number(), formatNumber(selected.entry_count)],
                [
                  m.desk_column_when(),
                  `${formatDate(selected.acted_at)} ${formatTime(selected.acted_at, { seconds: true })}`,
                ],
                [m.desk_column_who(), selected.actor],
                [m.desk_acts_code(), selected.act],
                [m.desk_column_about(), selected.user_id ?? m.desk_acts_nobody()],
              ]}
            />
            {Object.keys(selected.details).length > 0 && (
              <section className={css.section}>
                <h3>{m.desk_acts_details()}</h3>
                <Facts of={Object.entries(selected.details).map(([name, value]) => [name, value ?? '–'])} />
              </section>
            )}
            <div className={css.buttons}>
              {selected.user_id !== null && filters.user === '' && (
                <Button kind="secondary" onClick={() => change('user', selected.user_id ?? '')}>
                  {m.desk_acts_only_person()}
                </Button>
              )}
              {selected.member_id !== null && filters.member === '' && (
                <Button kind="secondary" onClick={() => change('member', selected.member_id ?? '')}>
                  {m.desk_acts_only_member({ name: selected.actor })}
                </Button>
              )}
            </div>
          </Peek>
        )}
      </div>
    </div>
  )
}
