import type { ReactNode } from 'react'
import { CONSUMER_ANSWER_HOURS } from '@hola/core/consumer.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { ConsumerPage } from './consumer-page.tsx'

/** Ending the service: by law open to everybody, with or without a log-in. */
export function UnsubscribeScreen(): ReactNode {
  useLocale()
  return (
    <ConsumerPage
      kind="unsubscribe"
      lead={m.consumer_unsubscribe_lead()}
      facts={[
        m.consumer_unsubscribe_before(),
        m.consumer_unsubscribe_after(),
        m.consumer_answer_time({ hours: CONSUMER_ANSWER_HOURS }),
      ]}
    />
  )
}
