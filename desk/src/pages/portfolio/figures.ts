import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { LateBucket, RollEnd } from '@hola/core/portfolio.ts'
import { bucketFromDays, lateBuckets } from '@hola/core/portfolio.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'

export type Portfolio = NonNullable<DeskRetOf<'portfolio/show'>['portfolio']>
type Ageing = Portfolio['ageing']

export const pesosOf = (amount: number): string => formatPesos(centavos(amount))

/** Of ten thousand; a share of nothing is none. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000))

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

export const outstandingOf = (ageing: Ageing): number => sum(ageing.map((row) => row.principal_centavos))
export const loansOf = (ageing: Ageing): number => sum(ageing.map((row) => row.loans_count))

/** The principal of loans that are later than so many days, of all of it. */
export const parOf = (ageing: Ageing, days: number): number =>
  shareOf(
    sum(ageing.filter(({ bucket }) => bucketFromDays[bucket] > days).map((row) => row.principal_centavos)),
    outstandingOf(ageing),
  )

export const rowOf = (ageing: Ageing, bucket: LateBucket) =>
  ageing.find((row) => row.bucket === bucket) ?? { bucket, loans_count: 0, principal_centavos: 0 }

const bucketWords: Readonly<Record<RollEnd, () => string>> = {
  current: m.desk_book_bucket_current,
  d1_30: () => m.desk_book_bucket_between({ from: 1, to: 30 }),
  d31_60: () => m.desk_book_bucket_between({ from: 31, to: 60 }),
  d61_90: () => m.desk_book_bucket_between({ from: 61, to: 90 }),
  d91_180: () => m.desk_book_bucket_between({ from: 91, to: 180 }),
  d181: () => m.desk_book_bucket_beyond({ days: 180 }),
  paid: m.desk_book_bucket_paid,
  written_off: m.desk_book_bucket_written_off,
}

export const sayBucket = (bucket: RollEnd): string => bucketWords[bucket]()

/** The situations of the central bank that a bucket lies in. */
export const situations: Readonly<Record<LateBucket, string>> = {
  current: '1',
  d1_30: '1',
  d31_60: '2',
  d61_90: '2',
  d91_180: '3',
  d181: '4, 5',
}

/** Of what was in a bucket at the end of a month, the share that was in a worse one a month later, by month. */
export const rollShares = (rolls: Portfolio['rolls']): { day: string; shares: ReadonlyMap<LateBucket, number> }[] =>
  [...Map.groupBy(rolls, ({ day }) => day)].map(([day, ofMonth]) => ({
    day,
    shares: new Map(
      lateBuckets.flatMap((bucket, at) => {
        const from = ofMonth.filter(({ from_bucket }) => from_bucket === bucket)
        if (from.length === 0) return []
        const worse = from.filter(
          ({ to_end }) => to_end === 'written_off' || lateBuckets.some((one, place) => one === to_end && place > at),
        )
        const part = sum(worse.map((row) => row.principal_centavos))
        return [[bucket, shareOf(part, sum(from.map((row) => row.principal_centavos)))] as const]
      }),
    ),
  }))

const reasonWords: Readonly<Record<string, () => string>> = {
  none: m.desk_book_reason_none,
  identity_photos_do_not_match: m.desk_book_reason_identity_photos_do_not_match,
  identity_card_expired: m.desk_book_reason_identity_card_expired,
  identity_other_dni: m.desk_book_reason_identity_other_dni,
  identity_sides_differ: m.desk_book_reason_identity_sides_differ,
  identity_needs_a_person: m.desk_book_reason_identity_needs_a_person,
  identity_not_read: m.desk_book_reason_identity_not_read,
  age_not_accepted: m.desk_book_reason_age_not_accepted,
  dni_in_another_account: m.desk_book_reason_dni_in_another_account,
  bureau_situation_now: m.desk_book_reason_bureau_situation_now,
  bureau_situation_past: m.desk_book_reason_bureau_situation_past,
  bureau_rejected_cheques: m.desk_book_reason_bureau_rejected_cheques,
  bureau_situation_2: m.desk_book_reason_bureau_situation_2,
  bureau_thin_file: m.desk_book_reason_bureau_thin_file,
  bureau_in_review: m.desk_book_reason_bureau_in_review,
  bureau_legal_situation: m.desk_book_reason_bureau_legal_situation,
  bureau_unavailable: m.desk_book_reason_bureau_unavailable,
  declared_overdue: m.desk_book_reason_declared_overdue,
  own_overdue: m.desk_book_reason_own_overdue,
  score_low: m.desk_book_reason_score_low,
  not_affordable: m.desk_book_reason_not_affordable,
  limited_by_income: m.desk_book_reason_limited_by_income,
  decided_by_a_person: m.desk_book_reason_decided_by_a_person,
  income_not_plausible: m.desk_book_reason_income_not_plausible,
  facts_missing: m.desk_book_reason_facts_missing,
}

/** A reason in a few words; its code when it is one of a later version. */
export const sayReason = (code: string): string => reasonWords[code]?.() ?? code

const outcomeWords = {
  approved: m.desk_book_outcome_approved,
  refused: m.desk_book_outcome_refused,
  manual: m.desk_book_outcome_manual,
}

export const sayOutcome = (outcome: keyof typeof outcomeWords): string => outcomeWords[outcome]()
