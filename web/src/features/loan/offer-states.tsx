import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkToTab } from '../../lib/link.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { useStanding } from '../../shared/home/use-standing.ts'
import type { Standing } from '../../shared/home/standing.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import type { Closed } from './ask-offer.ts'
import css from './page.module.css'
import type { Offer } from './use-offer.ts'

const closedTitles: Record<Closed, () => string> = {
  not_approved: m.loan_not_approved,
  approval_expired: m.loan_approval_expired,
  quota_too_small: m.loan_quota_too_small,
}

/** While there is no offer to show: why, and the way on. */
export function NoOffer({
  offer,
  choosing,
  onRetry,
}: {
  offer: Exclude<Offer, { status: 'ready' }>
  /** Where amount and term stand above the figures, their place is held too. */
  choosing?: boolean
  onRetry: () => void
}): ReactNode {
  if (offer.status === 'loading') {
    return (
      <section className={css.page} aria-busy="true" aria-label={m.loan_loading()}>
        {choosing && (
          <>
            <div className={css.held}>
              <Skeleton width="60%" />
              <Skeleton shape="block" width="100%" />
              <Skeleton width="100%" />
              <Skeleton width="100%" />
            </div>
            <div className={css.held}>
              <Skeleton width="60%" />
              <Skeleton shape="block" width="100%" />
            </div>
          </>
        )}
        <InkSurface shape="card" as="div">
          <div className={css.stack}>
            <Skeleton shape="figure" width="100%" />
            <Skeleton shape="bar" width="100%" />
            <Skeleton width="100%" />
            <Skeleton width="100%" />
            <Skeleton width="100%" />
            <Skeleton width="100%" />
            <Skeleton shape="figure" width="100%" />
          </div>
        </InkSurface>
      </section>
    )
  }
  if (offer.status === 'failed') {
    return (
      <div className={css.page}>
        <EmptyState
          drawing="night"
          title={m.loan_failed()}
          text={offer.problem ?? m.loan_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={onRetry}>
              {m.loan_try_again()}
            </Button>
          }
        />
      </div>
    )
  }
  return (
    <div className={css.page}>
      <Closed why={offer.why} text={offer.text} />
    </div>
  )
}

/** Why nothing can be chosen. What Home knows of her is said here too: a refusal, a review that is running. */
function Closed({ why, text }: { why: Closed; text: string }): ReactNode {
  const { remote: home } = useRemote('app/home')
  // What Home said before may be older than the refusal of this page.
  const known = why === 'not_approved' && home.status === 'ready' && home.data.state !== 'approved'
  const { title, text: words, action } = useStanding(known ? home.data : undefined) ?? closedStanding(why, text)
  const { name, ...link } = action
  return <EmptyState drawing="calendar" title={title} text={words} action={<ButtonLink {...link}>{name}</ButtonLink>} />
}

const closedStanding = (why: Closed, text: string): Standing => ({
  title: closedTitles[why](),
  text,
  action:
    why === 'quota_too_small'
      ? { name: m.loan_go_loans(), ...linkToTab('/pages/my-loan/my-loan') }
      : { name: m.loan_go_home(), ...linkToTab('/') },
})
