import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { queryOf, type Offer, type Refused } from './offer.ts'
import { refusalCodes } from './refusal-codes.ts'
import css from './sign-page.module.css'

const CHOOSE = '/pages/loan/loan-info-choose/loan-info-choose'

/**
 * Why nothing was signed, where she stands, with the way on. It comes up by itself and far from the button that was
 * pressed, so the focus goes to it.
 */
export function RefusalNote({
  title,
  refused,
  offer,
  onWithoutCoupon,
  children,
}: {
  title?: string
  refused: Refused
  offer?: Offer
  onWithoutCoupon: () => void
  children?: ReactNode
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [refused])
  return (
    <div ref={place} className={css.notice} tabIndex={-1} role="alert">
      {title && <h2>{title}</h2>}
      <Note tone="bad" icon={alertIcon}>
        <p>{refused.message}</p>
        {refused.code === refusalCodes.request_id_reused && <p>{m.sign_reused_look()}</p>}
        {children}
      </Note>
      <Ways code={refused.code} offer={offer} onWithoutCoupon={onWithoutCoupon} />
    </div>
  )
}

function Ways({
  code,
  offer,
  onWithoutCoupon,
}: {
  code: string
  offer: Offer | undefined
  onWithoutCoupon: () => void
}): ReactNode {
  const choose = (
    <ButtonLink kind="secondary" {...linkTo(offer ? `${CHOOSE}?${queryOf(offer)}` : CHOOSE)}>
      {m.sign_go_choose()}
    </ButtonLink>
  )
  switch (code) {
    case refusalCodes.agreement_changed:
    case refusalCodes.wrong_code:
    case refusalCodes.code_expired:
    case refusalCodes.too_many_tries:
      return null
    case refusalCodes.coupon_not_usable:
      return (
        <>
          <Button kind="secondary" onClick={onWithoutCoupon}>
            {m.sign_without_coupon()}
          </Button>
          {choose}
        </>
      )
    case refusalCodes.quota_too_small:
    case refusalCodes.amount_not_offered:
    case refusalCodes.invalid_loan_daycount:
      return choose
    case refusalCodes.request_id_reused:
      return (
        <ButtonLink kind="secondary" {...linkToTab('/pages/my-loan/my-loan')}>
          {m.sign_go_loans()}
        </ButtonLink>
      )
    default:
      return (
        <ButtonLink kind="secondary" {...linkToTab('/')}>
          {m.sign_go_home()}
        </ButtonLink>
      )
  }
}
