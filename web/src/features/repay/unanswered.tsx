import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { orderUrl } from './repay-data.ts'
import css from './repay-page.module.css'

/** A request was sent and no answer came: until one does, the only thing to do is to ask again. */
export function Unanswered({
  orderId,
  isAsking,
  onAgain,
}: {
  orderId: string
  isAsking: boolean
  onAgain: () => void
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; the answer to it is here.
  useEffect(() => {
    if (!isAsking) heading.current?.focus()
  }, [isAsking])
  return (
    <>
      <output className={css.told}>
        <h2 ref={heading} className={css.title} tabIndex={-1}>
          {isAsking ? m.repay_asking_title() : m.repay_unknown_title()}
        </h2>
        <p className={css.lead}>{isAsking ? m.repay_asking_text() : m.repay_unknown_text()}</p>
      </output>
      <ButtonLink kind="quiet" {...linkTo(orderUrl(orderId))}>
        {m.repay_see_order()}
      </ButtonLink>
      <Dock>
        <Button icon={refreshIcon} busy={isAsking} busyText={m.repay_asking()} onClick={onAgain}>
          {m.repay_again()}
        </Button>
      </Dock>
    </>
  )
}
