import { brand } from '@hola/core/brand.ts'
import { useId, type ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkOutside } from '../../shared/device/link-outside.ts'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { arrowIcon, slipIcon } from '@hola/ui/layout/icons.ts'
import { BarCode } from './bar-code.tsx'
import { CopyRow } from './copy-row.tsx'
import { MethodSteps } from './method-steps.tsx'
import { QrPicture } from './qr-picture.tsx'
import type { Method, Payment } from './repay-data.ts'
import css from './repay-page.module.css'
import { ShareText } from './share-text.tsx'

/** A CVU is read in two blocks: who keeps the account, and the account. */
const cvuGroups = (cvu: string): string[] => [cvu.slice(0, 8), cvu.slice(8)]

/** A slip's number is read out in fours. */
const slipGroups = (digits: string): string[] => digits.match(/.{1,4}/g) ?? []

/** An alias is words with dots, a reference letters with hyphens: each keeps its sign at its end. */
const wordGroups = (text: string): string[] => text.match(/[^.-]+[.-]?/g) ?? []

/** `152580,50`, as the forms of banks take it. */
const typedAmount = (payment: Payment): string => exactPesos(payment.amount_centavos).replaceAll(/[^\d,]/g, '')

/** The same for somebody who transfers in her place, or for herself in another app. Of a loan it does not speak. */
const transferLines = ({ instructions: { alias, cvu }, ...payment }: Payment): string[] => [
  m.repay_share_transfer_title({ lender: brand.name }),
  ...(alias === null ? [] : [`${m.repay_alias()}: ${alias}`]),
  ...(cvu === null ? [] : [`${m.repay_cvu()}: ${cvu}`]),
  `${m.repay_amount()}: ${exactPesos(payment.amount_centavos)}`,
  `${m.repay_share_reference()}: ${payment.reference}`,
  ...(payment.expires_at === null
    ? []
    : [m.repay_expires_at({ date: formatDate(payment.expires_at), time: formatTime(payment.expires_at) })]),
]

/** Everything that is needed to pay, in the order in which it is needed. */
export function Instructions({ payment, method }: { payment: Payment; method: Method | undefined }): ReactNode {
  const { cvu, alias, qr_text: qrText, barcode, checkout_url: checkout, ticket_url: ticket } = payment.instructions
  const isTransfer = cvu !== null || alias !== null
  return (
    <>
      {isTransfer && (
        <Card title={m.repay_transfer_to()}>
          <div className={css.block}>
            <dl>
              {alias !== null && <CopyRow name={m.repay_alias()} text={alias} groups={wordGroups(alias)} />}
              {cvu !== null && <CopyRow name={m.repay_cvu()} text={cvu} groups={cvuGroups(cvu)} />}
              <CopyRow
                name={m.repay_amount()}
                text={exactPesos(payment.amount_centavos)}
                copied={typedAmount(payment)}
                hint={m.repay_amount_hint()}
              />
              <CopyRow
                name={m.repay_reference()}
                text={payment.reference}
                groups={wordGroups(payment.reference)}
                hint={m.repay_reference_hint()}
              />
            </dl>
            <ShareText label={m.repay_share_transfer()} lines={transferLines(payment)} />
          </div>
        </Card>
      )}
      {qrText !== null && (
        <Card title={m.repay_qr_title()}>
          <QrPicture text={qrText} />
        </Card>
      )}
      {barcode !== null && (
        <Card title={m.repay_slip_title()}>
          <div className={css.block}>
            <BarCode digits={barcode} />
            <dl>
              <CopyRow name={m.repay_barcode_number()} text={barcode} groups={slipGroups(barcode)} />
              <CopyRow name={m.repay_reference()} text={payment.reference} groups={wordGroups(payment.reference)} />
            </dl>
          </div>
        </Card>
      )}
      {method && (
        <Card title={m.repay_steps()}>
          <MethodSteps method={method} />
        </Card>
      )}
      <Away url={checkout} name={m.repay_checkout()} icon={arrowIcon} />
      <Away url={ticket} name={m.repay_slip_open()} icon={slipIcon} />
    </>
  )
}

/** The page of who takes the money. It opens beside this one, which goes on looking whether the payment came. */
function Away({ url, name, icon }: { url: string | null; name: string; icon: string }): ReactNode {
  const id = useId()
  if (url === null) return null
  return (
    <Dock note={<span id={id}>{m.repay_opens_outside()}</span>}>
      <ButtonLink {...linkOutside(url)} aria-describedby={id} icon={icon}>
        {name}
      </ButtonLink>
    </Dock>
  )
}
