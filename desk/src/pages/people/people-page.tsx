import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../lib/queries.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { Column } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/state-words.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import css from '../list-page.module.css'

type Recent = { readonly user_id: string; readonly seen_at: string }

const columns: readonly Column<Recent>[] = [
  {
    id: 'person',
    head: m.desk_people_column_person,
    width: '30%',
    cell: ({ user_id }) => <Link to={`/people/${user_id}`}>{personCode(user_id)}</Link>,
    csv: ({ user_id }) => personCode(user_id),
  },
  {
    id: 'seen',
    head: m.desk_people_column_seen,
    width: '70%',
    cell: ({ seen_at }) => `${formatDate(seen_at)} ${formatTime(seen_at)}`,
    csv: ({ seen_at }) => seen_at,
  },
]

/** There is no list of people: somebody is found by what she is known by. Whom this member looked at last stands here. */
export function PeoplePage(): ReactNode {
  const { data, error, refetch } = useCall('people/recent', {}, { isLive: true })
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const people = data?.people
  const selected = people?.find(({ user_id }) => user_id === chosen) ?? people?.[0]
  useShortcuts([
    {
      keys: 'enter',
      says: m.desk_people_keys_open(),
      inFoot: true,
      run: () => selected && void navigate(`/people/${selected.user_id}`),
    },
  ])
  const list = (
    <ListBody
      rows={people}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_people_empty()} text={m.desk_people_search_how()} />}
      label={m.desk_people_recent()}
      columns={columns}
      idOf={({ user_id }) => user_id}
      selectedId={selected?.user_id}
      onSelect={setChosen}
    />
  )
  return (
    <div className={css.page}>
      {people !== undefined && people.length > 0 && (
        <p className={css.filter}>
          {m.desk_people_recent_text()} {m.desk_people_search_how()}
        </p>
      )}
      <div className={css.split}>{list}</div>
    </div>
  )
}
