import { m } from '@hola/i18n/compiled/messages.js'
import type { ReactNode } from 'react'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { sayProposalKind } from '../proposal-words.ts'
import { Panel } from './panel.tsx'
import { ProposalPanel } from './proposal-panel.tsx'

/** What waits for a second person about a person, or about one loan: each with what it does and who is missing. */
export function OpenProposals({ me, userId, orderId }: { me: SignedIn; userId: string; orderId?: string }): ReactNode {
  const { data } = useCall(
    'proposals/list',
    { user_id: userId, ...(orderId === undefined ? {} : { order_id: orderId }) },
    { isLive: true },
  )
  return data?.proposals.map(({ proposal_id, kind }) => (
    <Panel key={proposal_id} title={sayProposalKind(kind)} note={m.desk_people_open_proposal()}>
      <ProposalPanel me={me} proposalId={proposal_id} />
    </Panel>
  ))
}
