import type { RetOf } from '@hola/core/contract/contract.ts'
import { CONTACT_HOURS } from '@hola/core/reminder.ts'
import { useId, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Switch } from '@hola/ui/controls/switch.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { Lines } from './activity-cards.tsx'
import css from './privacy.module.css'

type Choice = RetOf<'user/contact_choice'>

/** Whether we may write to her about what is late, and every text that we wrote about it, word for word. */
export function ContactCard(): ReactNode {
  const { load, retry } = useLoad('contact', (signal) => api.call('user/contact_choice', {}, { signal, quiet: true }))
  const hint = useId()
  return (
    <Card title={m.privacy_contact()}>
      <div className={css.stack}>
        <p className={css.soft} id={hint}>
          {m.privacy_contact_text(CONTACT_HOURS)}
        </p>
        {load.status === 'loading' && <Skeleton width="70%" />}
        {load.status === 'failed' && (
          <>
            <p className={css.soft}>{load.problem ?? m.privacy_contact_failed()}</p>
            <Button kind="secondary" onClick={retry}>
              {m.privacy_retry()}
            </Button>
          </>
        )}
        {load.status === 'ready' && <Contacts first={load.data} describedBy={hint} />}
      </div>
    </Card>
  )
}

function Contacts({ first, describedBy }: { first: Choice; describedBy: string }): ReactNode {
  const [choice, setChoice] = useState(first)
  const [isBusy, setIsBusy] = useState(false)
  const change = async (isOut: boolean): Promise<void> => {
    setIsBusy(true)
    try {
      setChoice(await api.call('user/contact_choice', { is_out: isOut }))
    } catch (problem) {
      // The call has said why; the switch stays as it was.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <RowList>
        <Row
          title={m.privacy_contact_switch()}
          trailing={
            <Switch
              label={m.privacy_contact_switch()}
              describedBy={describedBy}
              on={choice.is_out}
              busy={isBusy}
              onChange={(on) => void change(on)}
            />
          }
        />
      </RowList>
      <Lines
        empty={m.privacy_contact_none()}
        lines={choice.contacts.map(({ at, is_by_person: isByPerson, text }) => ({
          title: isByPerson ? m.privacy_contact_by_person() : m.privacy_contact_by_itself(),
          detail: text,
          at,
        }))}
      />
    </>
  )
}
