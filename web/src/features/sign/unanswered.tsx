import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkToTab } from '../../lib/link.ts'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { AmountList } from '@hola/ui/layout/row-list.tsx'
import type { ApplyBody } from './apply-request.ts'
import css from './sign-page.module.css'

/** A request to sign was sent and no answer came: until one does, the only thing to do is to ask again. */
export function Unanswered({
  request,
  isAsking,
  onAgain,
}: {
  request: ApplyBody
  isAsking: boolean
  onAgain: () => void
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; the answer to it is here.
  useEffect(() => {
    if (!isAsking) heading.current?.focus()
  }, [isAsking])
  return (
    <div className={css.page}>
      <output className={css.told}>
        <h2 ref={heading} className={css.title} tabIndex={-1}>
          {isAsking ? m.sign_asking_title() : m.sign_unknown_title()}
        </h2>
        <p className={css.lead}>{isAsking ? m.sign_asking_text() : m.sign_unknown_text()}</p>
      </output>
      <Card title={m.sign_request()}>
        <AmountList
          rows={[
            { name: m.sign_request_amount(), text: exactPesos(request.amount_centavos) },
            { name: m.sign_request_term(), text: m.sign_days({ days: request.term_days }) },
          ]}
        />
      </Card>
      <p className={css.lead}>{m.sign_unknown_kept()}</p>
      <ButtonLink kind="quiet" className={css.aside} {...linkToTab('/pages/my-loan/my-loan')}>
        {m.sign_go_loans()}
      </ButtonLink>
      <Dock>
        <Button icon={refreshIcon} busy={isAsking} busyText={m.sign_asking()} onClick={onAgain}>
          {m.sign_retry()}
        </Button>
      </Dock>
    </div>
  )
}
