import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
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
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { locale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, clockIcon, peopleIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { Failed, Waiting } from '../../parts/state-words.tsx'
import { costOf, LATE_DAYS, lateCosts, samplesOf } from './costs.ts'
import type { Draft, Field } from './draft.ts'
import { draftOf, pesoFields, rateFields, readDraft } from './draft.ts'
import css from './products.module.css'

type Publication = DeskRetOf<'products/list'>['publications'][number]

const fieldNames: Readonly<Record<Field, () => string>> = {
  name_es: m.desk_money_field_name_es,
  name_en: m.desk_money_field_name_en,
  amount_min_centavos: m.desk_money_field_amount_min,
  amount_max_centavos: m.desk_money_field_amount_max,
  amount_step_centavos: m.desk_money_field_amount_step,
  term_days: m.desk_money_field_terms,
  default_term_days: m.desk_money_field_default_term,
  fee_basis_points: m.desk_money_field_fee,
  tna_basis_points: m.desk_money_field_tna,
  vat_basis_points: m.desk_money_field_vat,
  late_one_time_basis_points: m.desk_money_field_late_once,
  late_one_time_unpaid_min_centavos: m.desk_money_field_late_from,
  late_daily_basis_points: m.desk_money_field_late_daily,
  late_max_basis_points: m.desk_money_field_late_max,
  partial_payment_min_centavos: m.desk_money_field_partial_min,
  example_amount_centavos: m.desk_money_field_example_amount,
  example_term_days: m.desk_money_field_example_term,
}

const groups: readonly (readonly Field[])[] = [
  ['name_es', 'name_en'],
  ['amount_min_centavos', 'amount_max_centavos', 'amount_step_centavos', 'term_days', 'default_term_days'],
  ['fee_basis_points', 'tna_basis_points', 'vat_basis_points'],
  [
    'late_one_time_basis_points',
    'late_one_time_unpaid_min_centavos',
    'late_daily_basis_points',
    'late_max_basis_points',
    'partial_payment_min_centavos',
  ],
  ['example_amount_centavos', 'example_term_days'],
]

const channels = ['web', 'play', 'direct'] as const
const channelNames = {
  web: m.desk_money_channel_web,
  play: m.desk_money_channel_play,
  direct: m.desk_money_channel_direct,
}

const unitOf = (field: Field): string => {
  if (pesoFields.some((one) => one === field)) return '$'
  if (rateFields.some((one) => one === field)) return '%'
  return ''
}

function DraftField({
  field,
  value,
  today,
  isWrong,
  onChange,
}: {
  field: Field
  value: string
  today: string
  isWrong: boolean
  onChange: ((value: string) => void) | undefined
}): ReactNode {
  const id = useId()
  return (
    <div
      className={css.field}
      data-changed={value !== today || undefined}
      data-text={field.startsWith('name') || undefined}
    >
      <label htmlFor={id}>{fieldNames[field]()}</label>
      {!field.startsWith('name') && (
        <span className={css.today} title={m.desk_money_today()}>
          <VisuallyHidden>{m.desk_money_today()} </VisuallyHidden>
          {today}
        </span>
      )}
      <span className={css.box} data-wrong={isWrong || undefined}>
        <input
          id={id}
          value={value}
          readOnly={onChange === undefined}
          maxLength={120}
          inputMode={field.startsWith('name') ? 'text' : 'decimal'}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <span aria-hidden="true">{unitOf(field)}</span>
      </span>
    </div>
  )
}

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

function LawLint({ before, after }: { before: Product; after: Product }): ReactNode {
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

const signed = (basisPoints: number): string =>
  `${basisPoints < 0 ? '− ' : basisPoints > 0 ? '+ ' : ''}${formatRate(Math.abs(basisPoints)).replace(/\s*%$/, '')}`

function CostTable({ before, after }: { before: Product; after: Product }): ReactNode {
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

function LateTable({ before, after }: { before: Product; after: Product }): ReactNode {
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

function Headline({ before, after, version }: { before: Product; after: Product; version: number }): ReactNode {
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
          <p>{m.desk_money_today()}</p>
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

function Versions({ of, onClose }: { of: readonly Publication[]; onClose: () => void }): ReactNode {
  return (
    <Dialog title={m.desk_money_versions()} onDismiss={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard has to reach it */}
      <ul className={css.versions} tabIndex={0}>
        {of.map(({ version_count, published_at, published_by, is_current, product }) => (
          <li key={`${version_count} ${published_at}`}>
            <b>{m.desk_money_version({ number: version_count })}</b>
            {is_current && (
              <Badge tone="done" icon={checkIcon}>
                {m.desk_money_offered_now()}
              </Badge>
            )}
            <p>
              {formatDate(published_at)} {formatTime(published_at)}, {published_by}
            </p>
            <p>
              {m.desk_money_version_terms({
                fee: formatRate(product.fee_basis_points),
                tna: formatRate(product.tna_basis_points),
                late: formatRate(product.late_daily_basis_points),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Editor({
  me,
  current,
  history,
}: {
  me: SignedIn
  current: Publication
  history: readonly Publication[]
}): ReactNode {
  const { product: before } = current
  const today = draftOf(before)
  const [draft, setDraft] = useState<Draft>(today)
  const [isProposing, setIsProposing] = useState(false)
  const [isListing, setIsListing] = useState(false)
  const proposals = useCall('proposals/list', {}, { isLive: true })
  const read = readDraft(draft, before.product_id)
  const wrong: readonly Field[] = Array.isArray(read) ? (read as readonly Field[]) : []
  const after = Array.isArray(read) ? undefined : (read as Product)
  const changed = Object.keys(draft).filter(
    (field) => String(draft[field as keyof Draft]) !== String(today[field as keyof Draft]),
  ).length
  const version = Math.max(...history.map(({ version_count }) => version_count)) + 1
  const mayEdit = mayPropose(me.role, 'publication')
  const canPropose = mayEdit && after !== undefined && changed > 0 && brokenRules(after).length === 0
  const waiting = proposals.data?.proposals.find(({ kind }) => kind === 'publication')
  const reset = (): void => setDraft(today)
  useShortcuts([
    ...(mayEdit ? [{ keys: 'z', says: m.desk_money_reset(), inFoot: true, run: reset }] : []),
    { keys: 'v', says: m.desk_money_versions(), inFoot: true, run: () => setIsListing(true) },
    ...(canPropose
      ? [{ keys: 'p', says: m.desk_money_propose_publication(), inFoot: true, run: () => setIsProposing(true) }]
      : []),
  ])
  const shown = after ?? before
  return (
    <div className={css.page}>
      <section className={css.panel} aria-label={m.desk_money_terms()}>
        <header className={css.head}>
          <h2>{m.desk_money_terms()}</h2>
          <span className={css.quiet}>{m.desk_money_changes({ count: changed })}</span>
        </header>
        <div className={css.form}>
          {groups.map((fields) => (
            <div key={fields[0]} className={css.group}>
              {fields.map((field) => (
                <DraftField
                  key={field}
                  field={field}
                  value={draft[field]}
                  today={today[field]}
                  isWrong={wrong.includes(field)}
                  onChange={mayEdit ? (value) => setDraft({ ...draft, [field]: value }) : undefined}
                />
              ))}
            </div>
          ))}
          <fieldset className={css.channels} disabled={!mayEdit}>
            <legend>{m.desk_money_channels()}</legend>
            {channels.map((channel) => (
              <label key={channel}>
                <input
                  type="checkbox"
                  checked={draft.channels.includes(channel)}
                  onChange={({ target }) =>
                    setDraft({
                      ...draft,
                      channels: channels.filter((one) =>
                        one === channel ? target.checked : draft.channels.includes(one),
                      ),
                    })
                  }
                />
                {channelNames[channel]()}
              </label>
            ))}
          </fieldset>
          {mayEdit && changed > 0 && (
            <Button kind="quiet" icon={undoIcon} onClick={reset}>
              {m.desk_money_reset()}
            </Button>
          )}
        </div>
      </section>
      <div className={css.middle}>
        <Headline before={before} after={shown} version={version} />
        <section className={css.panel} aria-label={m.desk_money_costs()}>
          <header className={css.head}>
            <h2>{m.desk_money_costs()}</h2>
            <span className={css.quiet}>{m.desk_money_costs_text({ number: version })}</span>
          </header>
          {wrong.length > 0 && (
            <Note tone="warn" icon={alertIcon}>
              {m.desk_money_fields_wrong({ fields: wrong.map((field) => fieldNames[field]()).join(', ') })}
            </Note>
          )}
          <CostTable before={before} after={shown} />
          <LateTable before={before} after={shown} />
        </section>
      </div>
      <div className={css.right}>
        <LawLint before={before} after={shown} />
        <section className={css.panel} aria-label={m.desk_money_publish()}>
          <header className={css.head}>
            <h2>{m.desk_money_publish()}</h2>
          </header>
          <div className={css.publish}>
            <p className={css.quiet}>
              {m.desk_money_published({
                number: current.version_count,
                date: formatDate(current.published_at),
                name: current.published_by,
              })}
            </p>
            <Note icon={clockIcon}>{m.desk_money_publish_at_once()}</Note>
            {waiting && (
              <Note tone="warn" icon={peopleIcon}>
                <Link to={`/proposals?id=${waiting.proposal_id}`}>
                  {m.desk_money_publication_waits({ name: waiting.proposer })}
                </Link>
              </Note>
            )}
            {mayEdit && (
              <Button icon={peopleIcon} blocked={!canPropose} onClick={() => setIsProposing(true)}>
                {m.desk_money_propose_version({ number: version })}
              </Button>
            )}
            <Button kind="secondary" onClick={() => setIsListing(true)}>
              {m.desk_money_versions()}
            </Button>
          </div>
        </section>
      </div>
      {isProposing && after && (
        <ProposeDialog
          kind="publication"
          title={m.desk_money_propose_version({ number: version })}
          details={() => ({ products_json: JSON.stringify({ products: [after] }) })}
          onClose={() => setIsProposing(false)}
        >
          <p>{m.desk_money_propose_publication_text({ count: changed })}</p>
        </ProposeDialog>
      )}
      {isListing && <Versions of={history} onClose={() => setIsListing(false)} />}
    </div>
  )
}

/** What is offered, edited beside what it costs and what the law asks; two people publish it. */
export function ProductsPage({ me }: { me: SignedIn }): ReactNode {
  const { data, error, refetch } = useCall('products/list', {}, { isLive: true })
  const [chosen, setChosen] = useState<string>()
  if (data === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const current = data.publications.filter(({ is_current }) => is_current)
  const shown = current.find(({ product }) => product.product_id === chosen) ?? current[0]
  if (shown === undefined) return null
  const history = data.publications.filter(({ product }) => product.product_id === shown.product.product_id)
  return (
    <>
      {current.length > 1 && (
        <label className={css.which}>
          {m.desk_money_which()}
          <select value={shown.product.product_id} onChange={({ target }) => setChosen(target.value)}>
            {current.map(({ product }) => (
              <option key={product.product_id} value={product.product_id}>
                {product.name[locale() === 'es' ? 'es' : 'en']}
              </option>
            ))}
          </select>
        </label>
      )}
      {/* Published meanwhile, it is edited from what it is now. */}
      <Editor key={`${shown.product.product_id} ${shown.published_at}`} me={me} current={shown} history={history} />
    </>
  )
}
