import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { useSession } from '../../lib/session.ts'
import { usePage } from '../../router/page-context.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { chatIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import css from './consumer.module.css'
import { FollowRequest } from './follow-request.tsx'
import { keepNote, readNote } from './kept-note.ts'
import { OwnRequests } from './own-requests.tsx'
import { RequestForm } from './request-form.tsx'
import type { Kind, Sent, Typed } from './request.ts'
import { SentRequest } from './sent-request.tsx'
import { UserRequestForm } from './user-request-form.tsx'

const empty = (isLoggedByMail: boolean): Typed => ({
  channel: isLoggedByMail ? 'mail' : 'phone',
  phone: undefined,
  mail: '',
  loanNumber: '',
  note: '',
})

/** One of the two rights, or a complaint: what it is, the form, what became of it, and how to look at it later. */
export function ConsumerPage({ kind, lead, facts }: { kind: Kind; lead: string; facts: readonly string[] }): ReactNode {
  const { isLogged, phone, userId } = useSession()
  const number = usePage().query['number']
  // Held here, so that logging in on the way keeps what was typed.
  const [typed, setTyped] = useState(() => ({
    ...empty(isLogged && phone === undefined),
    note: readNote({ kind, userId }),
  }))
  const [sent, setSent] = useState<Sent>()

  // Whoever comes by the link of our message wants to see that first; somebody logged in has it in her list.
  const isByLink = number !== undefined && !isLogged
  const type = (next: Typed): void => {
    setTyped(next)
    keepNote({ kind, userId }, next.note)
  }
  const finish = (answered: Sent): void => {
    setSent(answered)
    keepNote({ kind, userId }, '')
  }
  const form = { kind, typed, onType: type, onSent: finish }
  const another = (): void => {
    setSent(undefined)
    setTyped({ ...typed, loanNumber: '', note: '' })
  }
  return (
    <div className={css.page}>
      {sent ? (
        <SentRequest sent={sent} onAnother={another} />
      ) : (
        <>
          {isByLink && <FollowRequest kind={kind} number={number} />}
          <section className={css.right}>
            <p>{lead}</p>
            <ul className={css.facts}>
              {facts.map((fact) => (
                <li key={fact} className={css.fact}>
                  <Icon shape={checkIcon} size="medium" />
                  <span>{fact}</span>
                </li>
              ))}
            </ul>
          </section>
          {isLogged && <OwnRequests kind={kind} />}
          {isLogged && kind === 'regret' ? <UserRequestForm {...form} /> : <RequestForm {...form} />}
        </>
      )}
      {!(isByLink && !sent) && <FollowRequest kind={kind} number={undefined} />}
      <Card>
        <RowList>
          <Row icon={chatIcon} title={m.consumer_person()} {...linkTo('/pages/custom-service/custom-service')} />
        </RowList>
      </Card>
    </div>
  )
}
