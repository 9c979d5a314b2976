import { readCount, readPesos } from '../../lib/pesos.ts'
import type { BasicValues } from './basic-values.ts'

const yesOrNo = (typed: string): boolean | undefined => (typed === '' ? undefined : typed === 'yes')

/** What follows from "no" is not asked: it is the answer itself. Unanswered, nothing is known of what follows. */
const unlessNo = <Value>(answer: string, ifNo: Value, typed: Value): Value | undefined =>
  answer === '' ? undefined : answer === 'no' ? ifNo : typed

/** The body as far as it is typed; the schema says what is missing. */
export const basicBody = ({ has_internet_loans: hasInternetLoans, had_loans: hadLoans, ...values }: BasicValues) => {
  const { locality_kind, locality_id, locality_other, ...place } = values.address
  const isOther = locality_kind === 'other'
  return {
    ...values,
    address: {
      ...place,
      locality_id: isOther || locality_id === '' ? null : locality_id,
      locality_other: isOther ? locality_other : null,
    },
    overdue_past_six_months: yesOrNo(values.overdue_past_six_months),
    longest_overdue_period_id: unlessNo(values.overdue_past_six_months, 'never', values.longest_overdue_period_id),
    current_internet_loans_centavos: unlessNo(hasInternetLoans, 0, readPesos(values.current_internet_loans_centavos)),
    internet_loans_in_progress_count: unlessNo(hasInternetLoans, 0, readCount(values.internet_loans_in_progress_count)),
    past_loans_count: unlessNo(hadLoans, 0, readCount(values.past_loans_count)),
  }
}
