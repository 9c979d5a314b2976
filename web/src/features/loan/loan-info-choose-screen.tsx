import { addDays } from '@hola/core/calendar.ts'
import { useState, type ReactNode } from 'react'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { formatRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { readDraft, writeDraft } from '../../lib/draft.ts'
import { linkTo } from '../../lib/link.ts'
import { movedWords } from '../../shared/orders/moved-due.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { clockIcon, offlineIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { AmountControl } from './amount-control.tsx'
import type { Preview } from './ask-offer.ts'
import { choiceOf, queryOf, textsOf, type Choice } from './choice.ts'
import { CouponCard } from './coupon-card.tsx'
import { daysText } from './days-text.ts'
import { OfferCard } from './offer-card.tsx'
import { NoOffer } from './offer-states.tsx'
import css from './page.module.css'
import { useOffer, useSlow, type Offer } from './use-offer.ts'

const noTexts = { amount_centavos: '', term_days: '', coupon_id: '' }

/** What she has chosen, on this device until she signs: a reload and coming back find it as it was left. */
const useKeptChoice = () => {
  const { userId = '' } = useSession()
  return {
    read: (): Choice => choiceOf(readDraft('loan', { userId, savedAt: null, empty: noTexts })?.values ?? {}),
    keep: (choice: Choice): void =>
      writeDraft('loan', { userId, savedAt: null, typedAt: new Date().toISOString(), values: textsOf(choice) }),
  }
}

/** Amount and term, with everything they cost beside them while she chooses. */
export function LoanInfoChooseScreen(): ReactNode {
  useLocale()
  const kept = useKeptChoice()
  const { choice, offer, dropped, choose, retry } = useOffer(kept.read, kept.keep)
  const [hasChosen, setHasChosen] = useState(false)
  const isWaiting = offer.status === 'ready' && !offer.isOfNow && !offer.isFailed
  const isSlow = useSlow(isWaiting, offer.status === 'ready' ? offer.preview : undefined)
  if (offer.status !== 'ready') return <NoOffer choosing offer={offer} onRetry={retry} />

  const { preview } = offer
  const now = {
    amount: choice.amount ?? preview.quote.amount_centavos,
    termDays: choice.termDays ?? preview.quote.term_days,
    couponId: choice.couponId,
  }
  const change = (part: Partial<Choice>): void => {
    setHasChosen(true)
    choose({ ...now, ...part })
  }
  return (
    <>
      <div className={css.page}>
        {dropped && (
          <Note live>
            {dropped === 'amount'
              ? m.loan_amount_adjusted({ amount: shortPesos(now.amount) })
              : m.loan_coupon_adjusted()}
          </Note>
        )}
        <AmountControl
          amount={now.amount}
          min={preview.amount_min_centavos}
          max={preview.amount_max_centavos}
          step={preview.amount_step_centavos}
          onChange={(amount) => change({ amount })}
        />
        <Chips
          big
          label={m.loan_when()}
          options={preview.terms.map((term) => ({
            value: term.term_days,
            text: daysText(term.term_days),
            detail: formatDay(term.due_day),
          }))}
          value={now.termDays}
          onChange={(termDays) => change({ termDays })}
        />
        <MovedDue preview={preview} termDays={now.termDays} />
        <div className={css.stack}>
          {offer.isFailed && <NotCounted offer={offer} amount={now.amount} termDays={now.termDays} onRetry={retry} />}
          <OfferCard exact preview={preview} old={isSlow || (offer.isFailed && !offer.isOfNow)} waiting={isSlow} />
          <CouponCard preview={preview} onChoose={(couponId) => change({ couponId })} />
          <SameAsLast preview={preview} />
          <p className={css.quiet}>
            <Icon shape={clockIcon} size="small" />
            {m.loan_approval_until({ date: formatDate(preview.expires_at), time: formatTime(preview.expires_at) })}
          </p>
        </div>
        <output>
          <VisuallyHidden>{isSlow ? m.loan_updating() : hasChosen && !isWaiting && said(preview)}</VisuallyHidden>
        </output>
      </div>
      <Dock>
        <ButtonLink {...linkTo(`/pages/loan/loan-information/loan-information?${queryOf(now)}`)}>
          {m.loan_see_offer()}
        </ButtonLink>
      </Dock>
    </>
  )
}

/** Why the day under the chosen term is not that many days away. */
function MovedDue({
  preview: {
    terms,
    quote: { payout_day: payoutDay },
  },
  termDays,
}: {
  preview: Preview
  termDays: number
}): ReactNode {
  const due = terms.find((term) => term.term_days === termDays)?.due_day
  const counted = addDays(payoutDay, termDays)
  if (due === undefined || due === counted) return null
  return <p className={css.moved}>{movedWords(counted, due)}</p>
}

/** The card in one sentence, for those who listen while they choose. */
const said = ({ quote }: Preview): string =>
  m.loan_said({
    amount: shortPesos(quote.amount_centavos),
    span: daysText(quote.term_days),
    arrival: exactPesos(quote.arrival_centavos),
    total: exactPesos(quote.repayment_centavos),
    day: formatDay(quote.due_day),
    cftea: formatRate(quote.cftea_basis_points),
  })

/** The newest choice could not be counted: whose figures are shown instead, and since when. */
function NotCounted({
  offer: { preview, isOfNow, readAt },
  amount,
  termDays,
  onRetry,
}: {
  offer: Extract<Offer, { status: 'ready' }>
  amount: Preview['quote']['amount_centavos']
  termDays: number
  onRetry: () => void
}): ReactNode {
  return (
    <Note tone="warn" icon={offlineIcon} live>
      <p>
        {isOfNow
          ? m.lib_data_as_of({ time: formatTime(readAt) })
          : m.loan_not_counted({
              amount: shortPesos(amount),
              span: daysText(termDays),
              shownAmount: shortPesos(preview.quote.amount_centavos),
              shownSpan: daysText(preview.quote.term_days),
            })}
      </p>
      <Button kind="quiet" className={css.retry} onClick={onRetry}>
        {m.loan_try_again()}
      </Button>
    </Note>
  )
}

/** For a returning borrower, as far as the last loan is still offered. */
function SameAsLast({ preview }: { preview: Preview }): ReactNode {
  const last = preview.last_loan
  if (
    !last ||
    last.amount_centavos > preview.amount_max_centavos ||
    !preview.terms.some((term) => term.term_days === last.term_days)
  )
    return null
  return (
    <Card>
      <RowList>
        <Row
          icon={undoIcon}
          title={m.loan_same_as_last()}
          detail={m.loan_same_as_last_more({
            amount: shortPesos(last.amount_centavos),
            span: daysText(last.term_days),
          })}
          {...linkTo('/pages/sign/auto-sign')}
        />
      </RowList>
    </Card>
  )
}
