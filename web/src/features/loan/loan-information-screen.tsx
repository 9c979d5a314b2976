import type { ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { shortPesos } from '../../shared/offers/quote-parts.ts'
import { usePage } from '../../router/page-context.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { clockIcon, docIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { choiceOf, queryOf } from './choice.ts'
import { LineCard } from './line-card.tsx'
import { lineGroups } from './lines.ts'
import { OfferCard } from './offer-card.tsx'
import { NoOffer } from './offer-states.tsx'
import { OtherDays } from './other-days.tsx'
import css from './page.module.css'
import { useOffer } from './use-offer.ts'

/** The whole offer before signing: every line with the sum behind it, and what paying on another day would take. */
export function LoanInformationScreen(): ReactNode {
  useLocale()
  const { query } = usePage()
  const { choice, offer, dropped, retry } = useOffer(() => choiceOf(query))
  if (offer.status !== 'ready') return <NoOffer offer={offer} onRetry={retry} />

  const { preview, readAt, isFailed } = offer
  const { quote } = preview
  // What is read here is what is signed, also when the address asked for something else.
  const shown = queryOf({ amount: quote.amount_centavos, termDays: quote.term_days, couponId: choice.couponId })
  return (
    <>
      <div className={css.page} data-columns>
        {dropped && (
          <Note live>
            {dropped === 'amount'
              ? m.loan_amount_adjusted({ amount: shortPesos(quote.amount_centavos) })
              : m.loan_coupon_adjusted()}
          </Note>
        )}
        <OutdatedNote remote={{ status: 'ready', data: preview, readAt, outdated: isFailed }} />
        <OfferCard preview={preview} />
        <div className={css.stack} data-flow>
          {lineGroups(preview).map((group) => (
            <LineCard key={group.id} group={group} />
          ))}
          <OtherDays preview={preview} />
          <Card>
            <RowList>
              <Row
                icon={docIcon}
                title={m.loan_read_contract()}
                detail={m.loan_read_contract_more()}
                {...linkTo(`/pages/contract-new/contract-new?${shown}&of=offer`)}
              />
            </RowList>
          </Card>
          <p className={css.quiet}>
            <Icon shape={clockIcon} size="small" />
            {m.loan_approval_until({ date: formatDate(preview.expires_at), time: formatTime(preview.expires_at) })}
          </p>
        </div>
      </div>
      <Dock>
        <ButtonLink {...linkTo(`/pages/sign/sign?${shown}`)}>{m.loan_go_on()}</ButtonLink>
      </Dock>
    </>
  )
}
