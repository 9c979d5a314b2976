import { useRef, useState, type ReactNode } from 'react'
import { CODE_DIGITS } from '@hola/core/codes.ts'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { useSession } from '../../lib/session.ts'
import { newUuid } from '../../lib/uuid.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Checkbox } from '@hola/ui/controls/checkbox.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { bankIcon, docIcon, editIcon, signIcon, ticketIcon, undoIcon, walletIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { codeControl, CodePart } from './code-part.tsx'
import { accountText, accountTitle } from './account-text.ts'
import { LoadFailed } from './load-failed.tsx'
import { OfferCard, OfferSkeleton } from './offer-card.tsx'
import { queryOf, useOffer, type Asked, type Offer, type Refused } from './offer.ts'
import { RefusalNote } from './refusal-note.tsx'
import { refusalCodes } from './refusal-codes.ts'
import css from './sign-page.module.css'
import { Unanswered } from './unanswered.tsx'
import { useApply } from './use-apply.ts'
import { useSignCode, type Channel, type SignCode } from './use-sign-code.ts'

/** Why nothing was signed, and what was agreed to then. */
type Notice = { readonly refused: Refused; readonly before: Offer['quote'] | undefined }

/** Read, tick, type the code, sign. What was typed lives here, so that a new offer or a refusal loses none of it. */
export function SignPage({ asked, again = false }: { asked: Asked; again?: boolean }): ReactNode {
  const { userId = '' } = useSession()
  const [couponId, setCouponId] = useState(asked.couponId)
  const { load, retry } = useOffer({ ...asked, couponId })
  const offered = load.status === 'ready' ? load.data : undefined
  const offer = offered && 'offer' in offered ? offered.offer : undefined
  const code = useSignCode(userId)
  const [channel, setChannel] = useState<Channel['channel']>()
  // The agreement that the box was ticked for: another agreement finds the box empty.
  const [accepted, setAccepted] = useState<string>()
  const [notice, setNotice] = useState<Notice>()

  const refuse = (refused: Refused, wasEarlier: boolean): void => {
    if (!wasEarlier && code.refuse(refused)) {
      setNotice(undefined)
      return
    }
    if (wasEarlier) code.forgetSpent(refused)
    const message = wasEarlier ? m.sign_earlier_refused({ problem: refused.message }) : refused.message
    setNotice({ refused: { ...refused, message }, before: wasEarlier ? undefined : offer?.quote })
    if (refused.code === refusalCodes.agreement_changed || refused.code === refusalCodes.request_id_reused) {
      setAccepted(undefined)
      retry()
    }
  }
  const { status, request, send, askAgain } = useApply(userId, refuse)

  const withoutCoupon = (): void => {
    setNotice(undefined)
    setAccepted(undefined)
    setCouponId(null)
    retry()
  }

  if (request) return <Unanswered request={request} isAsking={status === 'asking'} onAgain={askAgain} />
  if (load.status === 'loading') return <OfferSkeleton />
  if (load.status === 'failed')
    return (
      <LoadFailed title={m.sign_offer_failed()} text={load.problem ?? m.sign_offer_failed_text()} onRetry={retry} />
    )
  if (!offer)
    return (
      <div className={css.page}>
        {offered && 'refused' in offered && (
          <RefusalNote title={m.sign_offer_refused()} refused={offered.refused} onWithoutCoupon={withoutCoupon} />
        )}
      </div>
    )

  const isAccepted = accepted === offer.agreement.sha256
  return (
    <SignForm
      offer={offer}
      intro={again ? (offer.last_loan ? m.sign_again_intro() : m.sign_first_intro()) : undefined}
      otherTerm={offered !== undefined && 'offer' in offered && offered.isOtherTerm}
      notice={
        notice && (
          <RefusalNote refused={notice.refused} offer={offer} onWithoutCoupon={withoutCoupon}>
            {notice.refused.code === refusalCodes.agreement_changed && notice.before && (
              <Changed before={notice.before} now={offer.quote} />
            )}
          </RefusalNote>
        )
      }
      isAccepted={isAccepted}
      onAccept={(isTicked) => setAccepted(isTicked ? offer.agreement.sha256 : undefined)}
      code={code}
      channel={offer.code_channels.find((other) => other.channel === channel) ?? offer.code_channels[0]}
      onChannel={setChannel}
      isSending={status === 'sending'}
      onSign={() => {
        if (!code.sent) return
        setNotice(undefined)
        send({
          apply_id: newUuid(),
          amount_centavos: offer.quote.amount_centavos,
          term_days: offer.quote.term_days,
          coupon_id: offer.coupon?.coupon_id ?? null,
          agreement_accepted: true,
          agreement: { version: offer.agreement.version, sha256: offer.agreement.sha256 },
          code_channel: code.sent.channel,
          code: code.digits,
        })
      }}
    />
  )
}

/** What the new agreement asks for, beside the old, when that is what changed. */
function Changed({ before, now }: { before: Offer['quote']; now: Offer['quote'] }): ReactNode {
  const isDifferent = before.repayment_centavos !== now.repayment_centavos || before.due_day !== now.due_day
  return (
    <>
      {isDifferent && (
        <p>
          {m.sign_changed_before({
            amount: exactPesos(before.repayment_centavos),
            day: formatDay(before.due_day),
            amountNow: exactPesos(now.repayment_centavos),
            dayNow: formatDay(now.due_day),
          })}
        </p>
      )}
      <p>{m.sign_changed_tick()}</p>
    </>
  )
}

function SignForm({
  offer,
  intro,
  otherTerm,
  notice,
  isAccepted,
  onAccept,
  code,
  channel,
  onChannel,
  isSending,
  onSign,
}: {
  offer: Offer
  intro: string | undefined
  otherTerm: boolean
  notice: ReactNode
  isAccepted: boolean
  onAccept: (isTicked: boolean) => void
  code: SignCode
  channel: Channel | undefined
  onChannel: (channel: Channel['channel']) => void
  isSending: boolean
  onSign: () => void
}): ReactNode {
  const { quote, coupon, agreement } = offer
  const box = useRef<HTMLInputElement>(null)
  const codePlace = useRef<HTMLDivElement>(null)
  const missing = [...(isAccepted ? [] : [{ label: m.sign_missing_tick() }]), ...missingOf(code)]
  const focusMissing = (): void => {
    if (!isAccepted) box.current?.focus()
    else codeControl(codePlace.current)?.focus()
  }
  return (
    <form
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSending) return
        if (missing.length > 0) focusMissing()
        else onSign()
      }}
    >
      {intro && <p className={css.lead}>{intro}</p>}
      {otherTerm && <Note>{m.sign_other_term({ days: quote.term_days })}</Note>}
      <OfferCard quote={quote} isToday={formatDate(offer.now_at) === formatDay(quote.payout_day)} />
      {notice}
      <Card>
        <RowList>
          {intro && (
            <Row
              icon={editIcon}
              title={m.sign_loan_row({ amount: shortPesos(quote.amount_centavos) })}
              detail={m.sign_loan_row_term({ days: quote.term_days })}
              trailing={<span className={css.go}>{m.sign_change()}</span>}
              {...linkTo(`/pages/loan/loan-info-choose/loan-info-choose?${queryOf(offer)}`)}
            />
          )}
          <Row
            icon={offer.payout_account.account_kind === 'cbu' ? bankIcon : walletIcon}
            title={accountTitle(offer.payout_account)}
            detail={accountText(offer.payout_account)}
          />
          {coupon && (
            <Row
              icon={ticketIcon}
              good
              title={m.sign_coupon({ amount: shortPesos(coupon.fee_reduction_centavos) })}
              detail={m.sign_coupon_detail({ before: exactPesos(coupon.fee_before_centavos) })}
            />
          )}
          <Row
            icon={docIcon}
            title={m.sign_agreement()}
            detail={m.sign_agreement_detail({ pages: agreement.page_count, version: agreement.version })}
            trailing={<span className={css.go}>{m.sign_read()}</span>}
            {...linkTo(`/pages/contract-new/contract-new?of=offer&${queryOf(offer)}`)}
          />
        </RowList>
      </Card>
      <Checkbox ref={box} checked={isAccepted} onChange={(event) => onAccept(event.target.checked)}>
        {m.sign_agree_before()} <strong className={css.amount}>{exactPesos(quote.repayment_centavos)}</strong>{' '}
        {m.sign_agree_on({ day: formatDay(quote.due_day) })}
      </Checkbox>
      <div ref={codePlace}>
        {channel && <CodePart code={code} channels={offer.code_channels} channel={channel} onChannel={onChannel} />}
      </div>
      <p className={css.withdraw}>
        <Icon shape={undoIcon} />
        <span>
          {m.sign_withdraw({
            day: formatDay(offer.withdrawal_until_day),
            amount: exactPesos(quote.arrival_centavos),
          })}
        </span>
      </p>
      <Dock missing={{ title: m.sign_missing(), items: missing }}>
        <Button
          type="submit"
          icon={signIcon}
          busy={isSending}
          busyText={m.sign_signing()}
          blocked={missing.length > 0}
          onBlocked={focusMissing}
        >
          {m.sign_sign()}
        </Button>
      </Dock>
    </form>
  )
}

const missingOf = ({ sent, isSpent, digits }: SignCode): { label: string; begun?: boolean }[] => {
  if (!sent) return [{ label: m.sign_missing_ask() }]
  if (isSpent) return [{ label: m.sign_missing_ask_again() }]
  if (digits.length === CODE_DIGITS) return []
  return [{ label: m.sign_missing_code({ typed: digits.length, digits: CODE_DIGITS }), begun: digits !== '' }]
}
