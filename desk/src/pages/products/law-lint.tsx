import { centavos, formatPesos } from '@hola/core/money.ts'
import type { Product } from '@hola/core/product/product.ts'
import {
  brokenRules,
  PLAY_TERM_DAYS_MIN,
  productRules,
  rateLimits,
  type ProductRule,
} from '@hola/core/product/rules.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber, formatRate, formatShortRate } from '@hola/i18n/format.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import { costOf, samplesOf } from './costs.ts'
import css from './products.module.css'

/** What a rule of the catalogue asks for, in words. */
const ruleWords: Readonly<Record<ProductRule, { readonly name: () => string; readonly text: () => string }>> = {
  fee_below_amount: { name: m.desk_money_rule_fee, text: m.desk_money_rule_fee_text },
  rates_are_prices: {
    name: m.desk_money_rule_rates,
    text: () =>
      m.desk_money_rule_rates_text({
        tna: formatShortRate(rateLimits.tna_basis_points),
        whole: formatShortRate(rateLimits.vat_basis_points),
        daily: formatShortRate(rateLimits.late_daily_basis_points),
      }),
  },
  late_charges_end: { name: m.desk_money_rule_late_end, text: m.desk_money_rule_late_end_text },
  late_ceiling_holds: { name: m.desk_money_rule_late_ceiling, text: m.desk_money_rule_late_ceiling_text },
  smallest_can_be_late: { name: m.desk_money_rule_smallest, text: m.desk_money_rule_smallest_text },
  amounts_rise: { name: m.desk_money_rule_amounts, text: m.desk_money_rule_amounts_text },
  largest_is_reached: { name: m.desk_money_rule_largest, text: m.desk_money_rule_largest_text },
  terms_rise: { name: m.desk_money_rule_terms, text: m.desk_money_rule_terms_text },
  first_term_is_offered: { name: m.desk_money_rule_first_term, text: m.desk_money_rule_first_term_text },
  example_can_be_asked_for: { name: m.desk_money_rule_example, text: m.desk_money_rule_example_text },
  example_term_is_offered: { name: m.desk_money_rule_example_term, text: m.desk_money_rule_example_term_text },
  play_terms_are_long: {
    name: m.desk_money_rule_play,
    text: () => m.desk_money_rule_play_text({ days: PLAY_TERM_DAYS_MIN }),
  },
  cost_can_be_stated: { name: m.desk_money_rule_cost, text: m.desk_money_rule_cost_text },
}

/** Days of a year over which a nominal rate is spread. */
const YEAR_DAYS = 365

type Hint = { readonly name: string; readonly text: string }

/** What no rule forbids and somebody should have seen before she signs. */
const hintsOf = (before: Product, after: Product): Hint[] => {
  const customary = after.tna_basis_points / YEAR_DAYS / 2
  const late =
    after.late_daily_basis_points > customary
      ? [
          {
            name: m.desk_money_hint_late({ rate: formatRate(after.late_daily_basis_points) }),
            text: m.desk_money_hint_late_text(),
          },
        ]
      : []
  const dearer = samplesOf(before, after).flatMap(({ amount, termDays }) => {
    const [old, fresh] = [costOf(before, amount, termDays), costOf(after, amount, termDays)]
    if (old === undefined || fresh === undefined || fresh.repayment <= old.repayment) return []
    return fresh.cfteaBasisPoints < old.cfteaBasisPoints
      ? [{ amount, termDays, more: fresh.repayment - old.repayment }]
      : []
  })
  const [first] = dearer
  return [
    ...late,
    ...(first === undefined
      ? []
      : [
          {
            name: m.desk_money_hint_more({ days: first.termDays }),
            text: m.desk_money_hint_more_text({
              more: formatPesos(centavos(first.more)),
              amount: formatPesos(centavos(first.amount), { centavos: false }),
            }),
          },
        ]),
  ]
}

/** Which rules of the catalogue it breaks and keeps, and what somebody should have seen. */
export function LawLint({ before, after }: { before: Product; after: Product }): ReactNode {
  const broken = brokenRules(after)
  const hints = hintsOf(before, after)
  const kept = productRules.filter((rule) => !broken.some((one) => one.rule === rule))
  return (
    <section className={css.panel} aria-label={m.desk_money_law()}>
      <header className={css.head}>
        <h2>{m.desk_money_law()}</h2>
        <Badge tone="done" icon={checkIcon}>
          {formatNumber(kept.length)}
        </Badge>
        {broken.length + hints.length > 0 && (
          <Badge tone={broken.length > 0 ? 'failed' : 'late'} icon={alertIcon}>
            {formatNumber(broken.length + hints.length)}
          </Badge>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard has to reach it */}
      <ul className={css.rules} tabIndex={0}>
        {broken.map(({ rule }) => (
          <li key={rule} data-state="broken">
            <Icon shape={alertIcon} size="small" />
            <div>
              <b>{ruleWords[rule].name()}</b>
              <p>{ruleWords[rule].text()}</p>
            </div>
          </li>
        ))}
        {hints.map(({ name, text }) => (
          <li key={name} data-state="hint">
            <Icon shape={alertIcon} size="small" />
            <div>
              <b>{name}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
        {kept.map((rule) => (
          <li key={rule} data-state="kept">
            <Icon shape={checkIcon} size="small" />
            <div>
              <b>{ruleWords[rule].name()}</b>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
