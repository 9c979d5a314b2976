import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { clockIcon } from '@hola/ui/layout/icons.ts'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import type { Column } from '../parts/data-table.tsx'
import { Initials } from '../parts/initials.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { Peek, usePeek } from '../parts/peek.tsx'
import { ProposalPanel } from '../parts/proposal-panel.tsx'
import { Empty } from '../parts/state-words.tsx'
import { sayProposalKind } from '../proposal-words.ts'
import css from './list-page.module.css'

type Proposal = DeskRetOf<'proposals/list'>['proposals'][number]

const columnsFor = (me: SignedIn): readonly Column<Proposal>[] => [
  { id: 'kind', head: m.desk_proposals_what, width: '22%', cell: ({ kind }) => sayProposalKind(kind) },
  { id: 'why', head: m.desk_column_why, width: '24%', cell: ({ why }) => why },
  {
    id: 'who',
    head: m.desk_proposals_who,
    width: '14%',
    cell: ({ proposer }) => (
      <span className={css.person}>
        <Initials name={proposer} />
        {proposer}
      </span>
    ),
    csv: ({ proposer }) => proposer,
  },
  {
    id: 'until',
    head: m.desk_proposals_until,
    width: '18%',
    isExtra: true,
    cell: ({ expires_at }) => `${formatDate(expires_at)} ${formatTime(expires_at)}`,
    csv: ({ expires_at }) => expires_at,
  },
  {
    id: 'state',
    head: m.desk_column_state,
    width: '22%',
    cell: ({ proposed_by }) => (
      <Badge tone="late" icon={clockIcon}>
        {proposed_by === me.member_id ? m.desk_proposals_mine() : m.desk_proposals_second()}
      </Badge>
    ),
    csv: ({ proposed_by }) => (proposed_by === me.member_id ? m.desk_proposals_mine() : m.desk_proposals_second()),
  },
]

/** What waits for a second person. The chosen one stands in the address: a link shows somebody else the same. */
export function ProposalsPage({ me }: { me: SignedIn }): ReactNode {
  const { data, error, refetch } = useCall('proposals/list', {}, { isLive: true })
  const [search, setSearch] = useSearchParams()
  const peek = usePeek()
  const proposals = data?.proposals
  // One that was decided leaves the list and stays beside it: whoever opened it reads how it ended.
  const [opened, setOpened] = useState<string>()
  const first = proposals?.[0]?.proposal_id
  if (opened === undefined && first !== undefined) setOpened(first)
  const chosen = search.get('id') ?? opened

  const list = (
    <ListBody
      rows={proposals}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_proposals_empty()} text={m.desk_proposals_empty_text()} />}
      label={m.desk_proposals_label()}
      columns={columnsFor(me)}
      idOf={({ proposal_id }) => proposal_id}
      selectedId={chosen}
      onSelect={(id) => setSearch({ id }, { replace: true })}
    />
  )

  const shown = proposals?.find(({ proposal_id }) => proposal_id === chosen)
  return (
    <div className={css.page}>
      <div className={css.filters}>
        <p className={css.filter}>{m.desk_proposals_empty_text()}</p>
        <span className={css.file}>
          <ListFile name="firmas" columns={columnsFor(me)} read={async () => proposals ?? []} />
        </span>
      </div>
      <div className={css.split}>
        {list}
        {chosen !== undefined && peek.isOpen && (
          <Peek
            title={shown === undefined ? m.desk_proposals_one() : sayProposalKind(shown.kind)}
            isOver={peek.isOver}
            onClose={peek.close}
          >
            <ProposalPanel key={chosen} me={me} proposalId={chosen} />
          </Peek>
        )}
      </div>
    </div>
  )
}
