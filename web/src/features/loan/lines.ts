import { addDays } from '@hola/core/calendar.ts'
import { WHOLE_BASIS_POINTS, YEAR_BASIS_POINT_DAYS } from '@hola/core/loan/quote.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { multiplyRate, subtract, type Centavos } from '@hola/core/money.ts'
import { formatDay } from '@hola/i18n/format-date.ts'
import { formatRate, formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import type { Preview } from './ask-offer.ts'
import { movedWords } from '../../shared/orders/moved-due.ts'
import { daysText } from './days-text.ts'

/** One line of the offer: what it is called, what it comes to, why, and the sum behind it with its real numbers. */
export type Line = {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly under?: string
  readonly weight?: 'strong' | 'total'
  readonly isWords?: true
  /** It stands on the card at the head of the page, and once is enough. */
  readonly isSaidAbove?: true
  readonly how: string
  readonly sum?: string
}

export type LineGroup = {
  readonly id: string
  readonly title: string
  /** What opens to the sums. */
  readonly how: string
  readonly lines: readonly Line[]
}

/** The engine's own year, as the sums write it. */
const YEAR_DAYS = Number(YEAR_BASIS_POINT_DAYS) / WHOLE_BASIS_POINTS

/** `120.000,00`: inside a sum the currency would only be in the way. */
const plain = (amount: Centavos): string => exactPesos(amount).replace(/^\D+/, '')

const less = (amount: Centavos): string => `−\u00A0${exactPesos(amount)}`
const more = (amount: Centavos): string => `+\u00A0${exactPesos(amount)}`

const amountLine = ({ quote }: Preview): Line => ({
  id: 'amount',
  name: m.loan_line_amount(),
  text: exactPesos(quote.amount_centavos),
  how: m.loan_line_amount_how(),
})

const receivedLines = (preview: Preview): Line[] => {
  const { quote, pricing, coupon } = preview
  const { amount_centavos: amount, fee_centavos: fee, arrival_centavos: arrival } = quote
  const feeBefore = coupon?.fee_before_centavos ?? fee
  return [
    amountLine(preview),
    {
      id: 'fee',
      name: m.loan_fee({ rate: formatShortRate(pricing.fee_basis_points) }),
      text: less(feeBefore),
      how: m.loan_line_fee_how(),
      sum: `${plain(amount)} × ${formatRate(pricing.fee_basis_points)} =\u00A0${plain(feeBefore)}`,
    },
    ...(coupon
      ? [
          {
            id: 'coupon',
            name: m.loan_line_coupon(),
            text: more(subtract(feeBefore, fee)),
            how: m.loan_line_coupon_how({ amount: exactPesos(coupon.fee_reduction_centavos) }),
            sum: `${plain(feeBefore)} − ${plain(subtract(feeBefore, fee))} =\u00A0${plain(fee)}`,
          },
        ]
      : []),
    {
      id: 'arrival',
      name: m.loan_line_arrival(),
      text: exactPesos(arrival),
      weight: 'total',
      how: m.loan_line_arrival_how(),
      sum: `${plain(amount)} − ${plain(fee)} =\u00A0${plain(arrival)}`,
    },
  ]
}

const paidLines = (preview: Preview): Line[] => {
  const { quote, pricing } = preview
  const { amount_centavos: amount, interest_centavos: interest, vat_centavos: vat, repayment_centavos: total } = quote
  const { term_days: termDays, payout_day: payoutDay, due_day: dueDay } = quote
  const countedDay = addDays(payoutDay, termDays)
  return [
    amountLine(preview),
    {
      id: 'interest',
      name: m.loan_interest({ span: daysText(termDays) }),
      text: more(interest),
      how: m.loan_line_interest_how(),
      sum: `${plain(amount)} × ${formatRate(pricing.tna_basis_points)} × ${termDays} ÷ ${YEAR_DAYS} =\u00A0${plain(interest)}`,
    },
    {
      id: 'vat',
      name: m.loan_vat({ rate: formatShortRate(pricing.vat_basis_points) }),
      text: more(vat),
      how: m.loan_line_vat_how(),
      sum: `${plain(interest)} × ${formatRate(pricing.vat_basis_points)} =\u00A0${plain(vat)}`,
    },
    {
      id: 'total',
      name: m.loan_line_total(),
      text: exactPesos(total),
      weight: 'total',
      how: m.loan_line_total_how(),
      sum: `${plain(amount)} + ${plain(interest)} + ${plain(vat)} =\u00A0${plain(total)}`,
    },
    {
      id: 'due',
      name: m.loan_line_due(),
      text: formatDay(dueDay),
      ...(countedDay !== dueDay && { under: movedWords(countedDay, dueDay) }),
      how: m.loan_line_due_how(),
      sum: `${formatDay(payoutDay)} + ${daysText(termDays)} =\u00A0${formatDay(countedDay)}`,
    },
  ]
}

const rateLines = ({ quote }: Preview): Line[] => {
  const { amount_centavos: amount, arrival_centavos: arrival, repayment_centavos: total, term_days: termDays } = quote
  const tna = formatRate(quote.tna_basis_points)
  const dayInterest = multiplyRate(amount, quote.tna_basis_points, YEAR_BASIS_POINT_DAYS)
  const years = `(${YEAR_DAYS} ÷ ${termDays})`
  return [
    {
      id: 'cftea',
      name: m.loan_cftea(),
      text: formatRate(quote.cftea_basis_points),
      isSaidAbove: true,
      how: m.loan_line_cftea_how(),
      sum: `(${plain(total)} ÷ ${plain(arrival)}) ^ ${years} − 1 =\u00A0${formatRate(quote.cftea_basis_points)}`,
    },
    {
      id: 'tna',
      name: m.loan_line_tna(),
      text: tna,
      isSaidAbove: true,
      how: m.loan_line_tna_how(),
      sum: `${plain(amount)} × ${tna} ÷ ${YEAR_DAYS} =\u00A0${plain(dayInterest)}`,
    },
    {
      id: 'tea',
      name: m.loan_line_tea(),
      text: formatRate(quote.tea_basis_points),
      isSaidAbove: true,
      how: m.loan_line_tea_how(),
      sum: `(1 + ${tna} × ${termDays} ÷ ${YEAR_DAYS}) ^ ${years} − 1 =\u00A0${formatRate(quote.tea_basis_points)}`,
    },
  ]
}

const accountWords = {
  cbu: m.loan_account_cbu,
  cvu: m.loan_account_cvu,
  alias: m.loan_account_alias,
}

const rightLines = ({ quote, payout_account: account, withdrawal_until_day: untilDay }: Preview): Line[] => [
  {
    id: 'account',
    name: m.loan_line_account(),
    text: account.institution_name,
    isWords: true,
    under: accountWords[account.account_kind]({ ending: account.account_ending }),
    how: m.loan_line_account_how({ holder: account.holder_name }),
  },
  {
    id: 'withdrawal',
    name: m.loan_line_withdrawal(),
    text: formatDay(untilDay),
    how: m.loan_line_withdrawal_how({
      days: WITHDRAWAL_BUSINESS_DAYS,
      amount: exactPesos(quote.arrival_centavos),
    }),
  },
]

/** Every line of the offer, in the order of a bill: what arrives, what is paid, the rates, the account and the right. */
export const lineGroups = (preview: Preview): readonly LineGroup[] => [
  { id: 'receive', title: m.loan_group_receive(), how: m.loan_how(), lines: receivedLines(preview) },
  { id: 'pay', title: m.loan_group_pay(), how: m.loan_how(), lines: paidLines(preview) },
  { id: 'rates', title: m.loan_group_rates(), how: m.loan_how_rates(), lines: rateLines(preview) },
  { id: 'rights', title: m.loan_group_rights(), how: m.loan_how_rights(), lines: rightLines(preview) },
]

/** The sums behind the charges for paying late. */
export const lateSums = ({ quote, pricing, late_max_centavos: lateMax }: Preview) => {
  const { amount_centavos: amount } = quote
  const sum = (basisPoints: number, comesTo = multiplyRate(amount, basisPoints, WHOLE_BASIS_POINTS)): string =>
    `${plain(amount)} × ${formatRate(basisPoints)} =\u00A0${plain(comesTo)}`
  return [
    {
      how: m.loan_late_once_how({ min: shortPesos(pricing.late_one_time_unpaid_min_centavos) }),
      sum: sum(pricing.late_one_time_basis_points),
    },
    { how: m.loan_late_daily_how(), sum: sum(pricing.late_daily_basis_points) },
    { how: m.loan_late_max_how(), sum: sum(pricing.late_max_basis_points, lateMax) },
  ]
}
