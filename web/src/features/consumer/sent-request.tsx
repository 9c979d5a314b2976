import { useEffect, useRef, type ReactNode } from 'react'
import { isWritten } from '@hola/core/consumer.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import css from './consumer.module.css'
import { pageUrls, type Request, type Sent } from './request.ts'

const titleOf = ({ kind, state }: Request): string => {
  if (kind === 'complaint') return m.consumer_complaint_sent()
  if (state === 'done') return m.consumer_done_title()
  if (state === 'not_possible') return m.consumer_not_possible_title()
  return m.consumer_sent_title()
}

/** What became of a request: its number, what was done or comes next. */
export function SentRequest({
  sent: { request, address, loan, byUser },
  onAnother,
}: {
  sent: Sent
  onAnother: () => void
}): ReactNode {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form is gone: reading goes on here.
    window.scrollTo({ top: 0 })
    title.current?.focus()
  }, [])
  const { tracking_number: number, answer_until_at: until, answer, state, kind } = request
  const isOpen = state === 'received' || state === 'acknowledged'
  return (
    <>
      <InkSurface shape="card" className={css.sent}>
        <h2 ref={title} className={css.title} tabIndex={-1}>
          {titleOf(request)}
        </h2>
        <p className={css.soft}>{m.consumer_number()}</p>
        <p className={css.number}>{number}</p>
      </InkSurface>
      <Card className={css.next}>
        {byUser ? (
          <>
            {answer !== null && <p>{answer}</p>}
            <p className={css.soft}>{m.consumer_sent_to({ address })}</p>
          </>
        ) : (
          <p>{isWritten(kind) ? m.consumer_complaint_sent_to({ address }) : m.consumer_sent_to_guest({ address })}</p>
        )}
        {isOpen && (
          <p className={css.soft}>
            {isWritten(kind)
              ? m.consumer_complaint_until({ date: formatDate(until) })
              : m.consumer_answer_until({ date: formatDate(until), time: formatTime(until) })}
          </p>
        )}
        <p className={css.soft}>{m.consumer_later()}</p>
        {isOpen && loan?.isPaidOut === true && (
          <ButtonLink full {...linkTo(`/pages/repay/repay?order_id=${loan.orderId}&kind=withdrawal`)}>
            {m.consumer_give_back()}
          </ButtonLink>
        )}
        <Button kind="secondary" full onClick={() => void copy(number)}>
          {m.consumer_copy()}
        </Button>
        {isOpen && loan?.isPaidOut === false && (
          <ButtonLink full kind="secondary" {...linkTo(`/pages/order-detail/order-detail?order_id=${loan.orderId}`)}>
            {m.consumer_see_loan()}
          </ButtonLink>
        )}
        {/* What is written needs no confirming: a person reads it as it is. */}
        {isOpen && !byUser && !isWritten(kind) && (
          <ButtonLink
            full
            kind="secondary"
            {...linkTo(
              `/pages/account/get-code-page/get-code-page?back=${encodeURIComponent(`${pageUrls[request.kind]}?number=${number}`)}`,
            )}
          >
            {m.consumer_log_in()}
          </ButtonLink>
        )}
        <Button kind="quiet" onClick={onAnother}>
          {kind === 'complaint' ? m.consumer_complaint_another() : m.consumer_another()}
        </Button>
      </Card>
    </>
  )
}

const copy = async (number: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(number)
    showToast(m.consumer_copied())
  } catch {
    showToast({ title: m.consumer_copy_failed({ number }), icon: 'error' })
  }
}
