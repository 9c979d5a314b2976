import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useRemote } from '../../lib/use-remote.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import css from './consumer.module.css'
import { RequestState } from './request-state.tsx'
import type { Kind } from './request.ts'

const all = {}

/** What somebody logged in has asked for before; nothing as long as there is none. */
export function OwnRequests({ kind }: { kind: Kind }): ReactNode {
  const { remote } = useRemote('consumer/state', all)
  const requests = remote.status === 'ready' ? remote.data.requests.filter((request) => request.kind === kind) : []
  return (
    requests.length > 0 && (
      <Card title={kind === 'complaint' ? m.consumer_yours_complaints() : m.consumer_yours()}>
        <ul className={css.list}>
          {requests.map((request) => (
            <li key={request.tracking_number} className={css.item}>
              <RequestState request={request} />
            </li>
          ))}
        </ul>
      </Card>
    )
  )
}
