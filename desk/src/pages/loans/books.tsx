import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDay } from '@hola/i18n/format-date.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/desk-client.ts'
import { useRefreshing } from '../../lib/queries.ts'
import { Panel } from '../../parts/panel.tsx'
import { Failed, Waiting } from '../../parts/state-words.tsx'
import css from '../record.module.css'

const causes: Readonly<Record<string, () => string>> = {
  payout: m.desk_people_cause_payout,
  accrual: m.desk_people_cause_accrual,
  payment: m.desk_people_cause_payment,
  reversal: m.desk_people_cause_reversal,
  withdrawal: m.desk_people_cause_withdrawal,
  extension: m.desk_people_cause_extension,
  refund: m.desk_people_cause_refund,
  correction: m.desk_people_cause_correction,
  receipt_reversal: m.desk_people_cause_receipt_reversal,
  waiver: m.desk_people_cause_waiver,
  waiver_reversal: m.desk_people_cause_waiver_reversal,
  write_off: m.desk_people_cause_write_off,
  write_off_reversal: m.desk_people_cause_write_off_reversal,
  plan: m.desk_people_cause_plan,
  plan_broken: m.desk_people_cause_plan_broken,
  plan_reversal: m.desk_people_cause_plan_reversal,
  refund_reversal: m.desk_people_cause_refund_reversal,
}

const problems = {
  entry_missing: m.desk_people_books_entry_missing,
  entry_changed: m.desk_people_books_entry_changed,
  chain_broken: m.desk_people_books_chain_broken,
  entry_does_not_add_up: m.desk_people_books_does_not_add_up,
  books_differ_from_loan: m.desk_people_books_differ,
}

const HASH_ENDS = 4

const shortHash = (sha256: string): string => `${sha256.slice(0, HASH_ENDS)}…${sha256.slice(-HASH_ENDS / 2)}`

/** The books of a loan entry by entry, with their hashes, and whether all of them are whole. */
export function Books({ orderNumber }: { orderNumber: string }): ReactNode {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['loans/books', useLocale(), orderNumber],
    queryFn: ({ pageParam, signal }) =>
      call(
        'loans/books',
        { order_number: orderNumber, ...(pageParam === 0 ? {} : { before_count: pageParam }) },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ entries }) => {
      const last = entries.at(-1)?.entry_count ?? 1
      return last > 1 ? last : undefined
    },
    ...useRefreshing(),
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  const [first] = data?.pages ?? []
  const state = first && (
    <Badge tone={first.is_intact ? 'done' : 'failed'} icon={first.is_intact ? checkIcon : alertIcon}>
      {first.problem === null
        ? m.desk_people_books_intact({ count: first.entry_count, shown: formatNumber(first.entry_count) })
        : problems[first.problem]()}
    </Badge>
  )
  return (
    <Panel title={m.desk_people_books()} note={m.desk_people_books_note()} aside={state} flush>
      {entries === undefined ? (
        error ? (
          <Failed problem={error} onAgain={() => void refetch()} />
        ) : (
          <Waiting />
        )
      ) : entries.length === 0 ? (
        <p className={css.item}>{m.desk_people_books_empty()}</p>
      ) : (
        <table className={css.table} aria-label={m.desk_people_books()}>
          <thead>
            <tr>
              <th scope="col">{m.desk_people_column_day()}</th>
              <th scope="col" data-wide="">
                {m.desk_people_column_entry()}
              </th>
              <th scope="col">{m.desk_people_column_change()}</th>
              <th scope="col">{m.desk_people_column_owed()}</th>
              <th scope="col">{m.desk_people_column_hash()}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.entry_count}>
                <th scope="row">{formatDay(entry.effective_day)}</th>
                <td data-wide="">{causes[entry.cause]?.() ?? entry.cause}</td>
                <td>{formatPesos(entry.change_centavos)}</td>
                <td className={css.total}>{formatPesos(entry.owed_centavos)}</td>
                <td className={css.hash} title={entry.entry_sha256}>
                  {shortHash(entry.entry_sha256)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <p className={css.more}>
          <Button kind="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.desk_people_events_more()}
          </Button>
        </p>
      )}
    </Panel>
  )
}
