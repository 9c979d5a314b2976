import type { RetOf } from '@hola/core/contract/contract.ts'
import type { MessageTopic } from '@hola/core/news.ts'
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
import css from './settings-screen.module.css'

type Topics = RetOf<'user/message_choice'>['topics']

const names: Readonly<Record<MessageTopic, () => string>> = {
  decision: m.news_topic_decision,
  money: m.news_topic_money,
  payment: m.news_topic_payment,
  due: m.news_topic_due,
  level: m.news_topic_level,
}

/** What we write to her about, each with a switch; what the law has us tell has none. */
export function MessagesCard(): ReactNode {
  const { load, retry } = useLoad('choice', (signal) => api.call('user/message_choice', {}, { signal, quiet: true }))
  const hint = useId()
  return (
    <Card title={m.news_setting_title()}>
      <p className={css.lead} id={hint}>
        {m.news_setting_text()}
      </p>
      {load.status === 'loading' && <Skeleton width="70%" />}
      {load.status === 'failed' && (
        <>
          <p className={css.hint}>{load.problem ?? m.news_setting_failed()}</p>
          <Button kind="secondary" onClick={retry}>
            {m.news_setting_again()}
          </Button>
        </>
      )}
      {load.status === 'ready' && <Switches first={load.data.topics} describedBy={hint} />}
    </Card>
  )
}

function Switches({ first, describedBy }: { first: Topics; describedBy: string }): ReactNode {
  const [topics, setTopics] = useState(first)
  const [busy, setBusy] = useState<MessageTopic>()
  const change = async (changed: MessageTopic, isOn: boolean): Promise<void> => {
    setBusy(changed)
    const off = topics.filter(({ topic, is_on: was }) => (topic === changed ? !isOn : !was)).map(({ topic }) => topic)
    try {
      setTopics((await api.call('user/message_choice', { off })).topics)
    } catch (problem) {
      // The call has said why; the switch stays as it was.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <RowList>
      {topics.map(({ topic, is_on: isOn }) => (
        <Row
          key={topic}
          title={names[topic]()}
          trailing={
            <Switch
              label={names[topic]()}
              describedBy={describedBy}
              on={isOn}
              busy={busy !== undefined}
              onChange={(on) => void change(topic, on)}
            />
          }
        />
      ))}
    </RowList>
  )
}
