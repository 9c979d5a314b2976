import type { ReactNode } from 'react'
import { CONSUMER_ANSWER_HOURS } from '@hola/core/consumer.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { ConsumerPage } from './consumer-page.tsx'

/** Withdrawing from a loan: by law open to everybody, with or without a log-in. */
export function RegretScreen(): ReactNode {
  useLocale()
  return (
    <ConsumerPage
      kind="regret"
      lead={m.consumer_regret_lead({ days: WITHDRAWAL_BUSINESS_DAYS })}
      facts={[
        m.consumer_regret_before(),
        m.consumer_regret_under_way({ days: WITHDRAWAL_BUSINESS_DAYS }),
        m.consumer_regret_after(),
        m.consumer_regret_otherwise(),
        m.consumer_answer_time({ hours: CONSUMER_ANSWER_HOURS }),
      ]}
    />
  )
}
