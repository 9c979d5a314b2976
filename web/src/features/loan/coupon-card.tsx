import type { RetOf } from '@hola/core/contract/contract.ts'
import { useState, type ReactNode } from 'react'
import { formatDate } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { ticketIcon } from '@hola/ui/layout/icons.ts'
import { SinglePicker } from '@hola/ui/pickers/single-picker.tsx'
import type { Preview } from './ask-offer.ts'
import css from './coupon-card.module.css'

type FeeCoupon = Extract<RetOf<'coupon/my_coupon'>['coupons'][number], { kind: 'fee_reduction' }>

/** The coupons that lower the fee, the best first. Not there yet, or not to be had, is as good as none. */
const useFeeCoupons = (): readonly FeeCoupon[] => {
  const { load } = useLoad(useLocale(), async (signal) => {
    const { coupons } = await api.call('coupon/my_coupon', { state: 'usable' }, { signal, quiet: true })
    return coupons
      .filter((coupon) => coupon.kind === 'fee_reduction')
      .toSorted((one, other) => other.fee_reduction_centavos - one.fee_reduction_centavos)
  })
  return load.status === 'ready' ? load.data : []
}

const NONE = 'none'

/** The coupon inside the figures, or the one that could be; a sheet to choose another or to take it off. */
export function CouponCard({
  preview: { coupon, quote },
  onChoose,
}: {
  preview: Preview
  onChoose: (couponId: string | null) => void
}): ReactNode {
  const usable = useFeeCoupons()
  const [isOpen, setIsOpen] = useState(false)
  const [best] = usable
  if (!coupon && !best) return null

  const isListed = usable.some(({ coupon_id: id }) => id === coupon?.coupon_id)
  const options = [
    ...(coupon && !isListed
      ? [
          {
            value: coupon.coupon_id,
            label: m.loan_coupon_option_now({ amount: shortPesos(coupon.fee_reduction_centavos) }),
          },
        ]
      : []),
    ...usable.map((each) => ({
      value: each.coupon_id,
      label: m.loan_coupon_option({
        amount: shortPesos(each.fee_reduction_centavos),
        date: formatDate(each.expires_at),
      }),
    })),
    { value: NONE, label: m.loan_coupon_none() },
  ]
  const shown = coupon
    ? {
        title: m.loan_coupon_in({ amount: shortPesos(coupon.fee_reduction_centavos) }),
        detail: m.loan_coupon_in_more({
          before: exactPesos(coupon.fee_before_centavos),
          after: exactPesos(quote.fee_centavos),
        }),
        action: m.loan_coupon_change(),
      }
    : {
        title: best && m.loan_coupon_off({ amount: shortPesos(best.fee_reduction_centavos) }),
        detail: m.loan_coupon_off_more(),
        action: m.loan_coupon_use(),
      }
  return (
    <>
      <Card>
        <button type="button" className={css.row} onClick={() => setIsOpen(true)}>
          <Icon shape={ticketIcon} />
          <span className={css.words}>
            <span className={css.title}>{shown.title}</span>
            <span className={css.detail}>{shown.detail}</span>
          </span>
          <span className={css.action}>{shown.action}</span>
        </button>
      </Card>
      {isOpen && (
        <SinglePicker
          title={m.loan_coupon_title()}
          options={options}
          value={coupon?.coupon_id ?? NONE}
          onCancel={() => setIsOpen(false)}
          onChange={(value) => {
            setIsOpen(false)
            onChoose(value === NONE ? null : value)
          }}
        />
      )}
    </>
  )
}
