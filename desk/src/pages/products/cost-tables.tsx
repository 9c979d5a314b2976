import { centavos, formatPesos } from '@hola/core/money.ts'
import type { Product } from '@hola/core/product/product.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatRate } from '@hola/i18n/format.ts'
import { Money } from '@hola/ui/format/money.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import type { ReactNode } from 'react'
import { costOf, LATE_DAYS, lateCosts, samplesOf } from './costs.ts'
import css from './products.module.css'

const signed = (basisPoints: number): string =>
  `${basisPoints < 0 ? '− ' : basisPoints > 0 ? '+ ' : ''}${formatRate(Math.abs(basisPoints)).replace(/\s*%$/, '')}`

/** Sample loans: above as they would be, below as they are. */
export function CostTable({ before, after }: { before: Product; after: Product }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where it is narrow it scrolls: keys have to reach it
    <section className={css.scroll} tabIndex={0} aria-label={m.desk_money_cost_sample()}>
      <table className={css.costs}>
        <thead>
          <tr>
            <th scope="col">{m.desk_money_cost_sample()}</th>
            <th scope="col">{m.desk_money_cost_gets()}</th>
            <th scope="col">{m.desk_money_cost_pays()}</th>
            <th scope="col">{m.desk_money_cost_costs()}</th>
            <th scope="col">{m.desk_money_cost_cftea()}</th>
            <th scope="col">{m.desk_money_cost_change()}</th>
          </tr>
        </thead>
        <tbody>
          {samplesOf(before, after).map(({ amount, termDays }) => {
            const [old, fresh] = [costOf(before, amount, termDays), costOf(after, amount, termDays)]
            const isExample = amount === after.example.amount_centavos && termDays === after.example.term_days
            const pair = (of: (cost: NonNullable<typeof old>) => string): ReactNode => (
              <>
                <b>{fresh ? of(fresh) : m.desk_money_cost_not_offered()}</b>
                <span>{old ? of(old) : m.desk_money_cost_not_offered()}</span>
              </>
            )
            return (
              <tr key={`${amount} ${termDays}`} data-example={isExample || undefined}>
                <th scope="row">
                  <b>{formatPesos(centavos(amount), { centavos: false })}</b>
                  <span>{m.desk_money_cost_days({ count: termDays })}</span>
                </th>
                <td>{pair(({ arrival }) => formatPesos(arrival))}</td>
                <td>{pair(({ repayment }) => formatPesos(repayment))}</td>
                <td>{pair(({ repayment, arrival }) => formatPesos(centavos(repayment - arrival)))}</td>
                <td className={css.cftea}>{pair(({ cfteaBasisPoints }) => formatRate(cfteaBasisPoints))}</td>
                <td>{old && fresh ? signed(fresh.cfteaBasisPoints - old.cfteaBasisPoints) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** What being late costs, as it would be and as it is. */
export function LateTable({ before, after }: { before: Product; after: Product }): ReactNode {
  const sample = { amount: after.example.amount_centavos, termDays: after.example.term_days }
  const [old, fresh] = [lateCosts(before, sample), lateCosts(after, sample)]
  return (
    <section className={css.late}>
      <h3>{m.desk_money_late_title({ amount: formatPesos(centavos(sample.amount), { centavos: false }) })}</h3>
      <dl>
        {LATE_DAYS.map((days, index) => {
          const [was, is] = [old[index], fresh[index]]
          return (
            <div key={days}>
              <dt>{m.desk_money_late_day({ day: days })}</dt>
              <dd>
                <b>{is === undefined ? '–' : formatPesos(is)}</b>
                <span>{m.desk_money_late_today({ sum: was === undefined ? '–' : formatPesos(was) })}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** The full cost of the example that advertisements have to name. */
export function Headline({ before, after, version }: { before: Product; after: Product; version: number }): ReactNode {
  const { amount_centavos: amount, term_days: termDays } = after.example
  const [old, fresh] = [costOf(before, amount, termDays), costOf(after, amount, termDays)]
  return (
    <InkSurface shape="card">
      <p className={css.inkHead}>
        <b>{m.desk_money_cost_cftea()}</b>{' '}
        {m.desk_money_example({ amount: formatPesos(centavos(amount), { centavos: false }), days: termDays })}
      </p>
      <div className={css.inkPair}>
        <div>
          <p className={css.first}>{m.desk_money_today()}</p>
          <Money text={old ? formatRate(old.cfteaBasisPoints) : '–'} />
          <p>{old && m.desk_money_gets_pays({ gets: formatPesos(old.arrival), pays: formatPesos(old.repayment) })}</p>
        </div>
        <div>
          <p>{m.desk_money_version({ number: version })}</p>
          <Money text={fresh ? formatRate(fresh.cfteaBasisPoints) : '–'} size="rate" gold />
          <p>
            {fresh && m.desk_money_gets_pays({ gets: formatPesos(fresh.arrival), pays: formatPesos(fresh.repayment) })}
          </p>
        </div>
      </div>
      {fresh && (
        <p>{m.desk_money_tna_tea({ tna: formatRate(fresh.tnaBasisPoints), tea: formatRate(fresh.teaBasisPoints) })}</p>
      )}
    </InkSurface>
  )
}
