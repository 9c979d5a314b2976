import type { ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { chatIcon, docIcon, phoneIcon } from '@hola/ui/layout/icons.ts'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './messages-card.module.css'
import { Older } from './older.tsx'
import type { SentMessage } from './sandbox-api.ts'

/** Everything the product has "sent", newest first, with the codes one tap away. */
export function MessagesCard({ messages }: { messages: readonly SentMessage[] | undefined }): ReactNode {
  return (
    <Card title={m.sandbox_messages()} aside={m.sandbox_messages_live()}>
      {/* A screen reader hears what is added, not the whole list again. */}
      <div role="log" aria-label={m.sandbox_messages()} aria-busy={!messages}>
        {!messages && <MessagesSkeleton />}
        {messages?.length === 0 && (
          <EmptyState title={m.sandbox_messages_none()} text={m.sandbox_messages_none_text()} />
        )}
        {messages && messages.length > 0 && (
          <Older items={messages}>{(message) => <Message key={message.id} message={message} />}</Older>
        )}
      </div>
    </Card>
  )
}

function Message({ message }: { message: SentMessage }): ReactNode {
  const { channel, recipient, sent_at: sentAt, text, code } = message
  const [icon, name] = {
    sms: [phoneIcon, m.sandbox_channel_sms()] as const,
    email: [docIcon, m.sandbox_channel_email()] as const,
    whatsapp: [chatIcon, m.sandbox_channel_whatsapp()] as const,
  }[channel]
  return (
    <li className={css.message}>
      <p className={css.head}>
        <Badge icon={icon}>{name}</Badge>
        <span className={css.recipient}>{m.sandbox_to({ recipient })}</span>
        <time className={css.when} dateTime={sentAt}>
          {formatDate(sentAt)} {formatTime(sentAt, { seconds: true })}
        </time>
      </p>
      <p className={css.text}>{text}</p>
      {code !== null && (
        <Button kind="secondary" onClick={() => void copy(code)}>
          {m.sandbox_copy({ code })}
        </Button>
      )}
    </li>
  )
}

const copy = async (code: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(code)
    showToast({ title: m.sandbox_copied({ code }) })
  } catch {
    showToast({ title: m.sandbox_copy_failed({ code }), icon: 'error' })
  }
}

function MessagesSkeleton(): ReactNode {
  return (
    <div>
      <Skeleton width="60%" />
      <Skeleton width="100%" />
      <Skeleton width="80%" />
    </div>
  )
}
