import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { ProposalDetails } from '@hola/core/desk-contract/proposals.ts'
import { addDays, civilDay } from '@hola/core/calendar.ts'
import { PLAN_PARTS_MAX } from '@hola/core/loan/plan.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { calendarIcon, docIcon, refreshIcon, ticketIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/queries.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { readPesos, typePesos } from '../../lib/typed-money.ts'
import { Kbd } from '../../parts/kbd.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useAmount } from '../../parts/amount-field.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { WaiverDialog } from '../../parts/waiver-dialog.tsx'
import { sayProposalKind } from '../../proposal-words.ts'
import css from '../record.module.css'

type Loan = DeskRetOf<'loans/show'>
type Offer = DeskRetOf<'loans/offers'>['offers'][number]

type DialogProps = { readonly loan: Loan; readonly offer: Offer; readonly onClose: () => void }

function RefundDialog({ loan, offer, onClose }: DialogProps): ReactNode {
  const [way, setWay] = useState<'by_hand' | 'provider'>('provider')
  const amount = useAmount({ label: m.desk_people_amount(), first: offer.amount_centavos ?? 0 })
  return (
    <ProposeDialog
      kind="refund"
      title={sayProposalKind('refund')}
      onClose={onClose}
      details={() => {
        const amount_centavos = amount.read()
        return amount_centavos === undefined ? undefined : { order_number: loan.order_number, amount_centavos, way }
      }}
    >
      <p>{m.desk_people_refund_text({ account: loan.account_masked ?? '–' })}</p>
      {amount.field}
      <SelectField
        label={m.desk_people_refund_way()}
        value={way}
        onChange={({ target }) => setWay(target.value === 'by_hand' ? 'by_hand' : 'provider')}
      >
        <option value="provider">{m.desk_people_refund_provider()}</option>
        <option value="by_hand">{m.desk_people_refund_by_hand()}</option>
      </SelectField>
    </ProposeDialog>
  )
}

const DAYS_BETWEEN_PARTS = 15

/** Equal parts of what is owed, two weeks apart; the last one takes what does not divide. */
const evenParts = (owed: number, count: number, today: string) =>
  Array.from({ length: count }, (_, index) => ({
    due_day: addDays(civilDay(today), DAYS_BETWEEN_PARTS * (index + 1)) as string,
    amount: typePesos(index === count - 1 ? owed - Math.floor(owed / count) * (count - 1) : Math.floor(owed / count)),
  }))

function PlanDialog({ loan, offer, onClose }: DialogProps): ReactNode {
  const owed = offer.amount_centavos ?? 0
  const [parts, setParts] = useState(() => evenParts(owed, 2, loan.today))
  const [isWrong, setIsWrong] = useState(false)
  const change = (index: number, part: Partial<(typeof parts)[number]>): void =>
    setParts(parts.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const read = (): ProposalDetails<'plan'> | undefined => {
    const whole = parts.flatMap(({ due_day, amount }) => {
      const money = readPesos(amount)
      return money === undefined || due_day === '' ? [] : [{ due_day: civilDay(due_day), amount_centavos: money }]
    })
    setIsWrong(whole.length < parts.length)
    return whole.length < parts.length ? undefined : { order_number: loan.order_number, parts: whole }
  }
  return (
    <ProposeDialog kind="plan" title={sayProposalKind('plan')} onClose={onClose} details={read}>
      <p>{m.desk_people_plan_text({ amount: formatPesos(centavos(owed)) })}</p>
      <SelectField
        label={m.desk_people_plan_count()}
        value={String(parts.length)}
        data-autofocus
        onChange={({ target }) => setParts(evenParts(owed, Number(target.value), loan.today))}
      >
        {Array.from({ length: PLAN_PARTS_MAX }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </SelectField>
      <div className={css.parts}>
        {parts.map((part, index) => (
          <div key={index} className={css.part}>
            <TextField
              type="date"
              label={m.desk_people_plan_day({ number: index + 1 })}
              value={part.due_day}
              onChange={({ target }) => change(index, { due_day: target.value })}
            />
            <TextField
              label={m.desk_people_plan_amount({ number: index + 1 })}
              prefix="$"
              inputMode="decimal"
              autoComplete="off"
              value={part.amount}
              error={isWrong && readPesos(part.amount) === undefined ? m.desk_people_amount_wrong() : undefined}
              onChange={({ target }) => change(index, { amount: target.value })}
            />
          </div>
        ))}
      </div>
    </ProposeDialog>
  )
}

/** What takes no field of its own: it is about the loan as a whole, or about one payment, refund or waiver of it. */
function PlainDialog({ loan, offer: { kind, subject_id: subject }, onClose }: DialogProps): ReactNode {
  const title = sayProposalKind(kind)
  const order_number = loan.order_number
  if (kind === 'unplacing' || kind === 'transfer_reversal') {
    const [provider = '', ...rest] = (subject ?? '').split(' ')
    return (
      <ProposeDialog
        kind={kind}
        title={title}
        onClose={onClose}
        details={() => ({ provider, provider_payment_id: rest.join(' ') })}
      />
    )
  }
  if (kind === 'refund_reversal')
    return (
      <ProposeDialog
        kind={kind}
        title={title}
        onClose={onClose}
        details={() => ({ order_number, refund_id: subject ?? '' })}
      />
    )
  if (kind === 'waiver_reversal')
    return (
      <ProposeDialog
        kind={kind}
        title={title}
        onClose={onClose}
        details={() => ({ order_number, waiver_id: subject ?? '' })}
      />
    )
  if (kind === 'write_off' || kind === 'write_off_reversal' || kind === 'plan_reversal')
    return <ProposeDialog kind={kind} title={title} onClose={onClose} details={() => ({ order_number })} />
  return null
}

function OfferDialog(props: DialogProps): ReactNode {
  switch (props.offer.kind) {
    case 'refund':
      return <RefundDialog {...props} />
    case 'waiver':
      return (
        <WaiverDialog
          orderNumber={props.loan.order_number}
          most={props.offer.amount_centavos ?? centavos(0)}
          onClose={props.onClose}
        />
      )
    case 'plan':
      return <PlanDialog {...props} />
    default:
      return <PlainDialog {...props} />
  }
}

const icons: Readonly<Partial<Record<Offer['kind'], string>>> = {
  refund: undoIcon,
  waiver: ticketIcon,
  plan: calendarIcon,
  write_off: docIcon,
}

const keys: Readonly<Partial<Record<Offer['kind'], string>>> = { waiver: 'q', plan: 'p' }

const isTakingBack = ({ kind }: Offer): boolean => kind === 'unplacing' || kind === 'transfer_reversal'

/** What can be proposed about a loan now, each with its key; of what cannot, why. */
export function Offers({ loan }: { loan: Loan }): ReactNode {
  const { data } = useCall('loans/offers', { order_number: loan.order_number })
  const [asked, setAsked] = useState<Offer>()
  const offers = data?.offers ?? []
  const firstBack = offers.find((offer) => isTakingBack(offer) && offer.problem === null)
  const keyOf = (offer: Offer): string | undefined => (offer === firstBack ? 'x' : keys[offer.kind])
  const askFor = (offer: Offer | undefined): void => {
    if (offer?.problem === null) setAsked(offer)
  }
  const offerOf = (kind: Offer['kind']): Offer | undefined => offers.find((offer) => offer.kind === kind)
  useShortcuts([
    { keys: 'q', says: sayProposalKind('waiver'), inFoot: true, run: () => askFor(offerOf('waiver')) },
    { keys: 'p', says: sayProposalKind('plan'), inFoot: true, run: () => askFor(offerOf('plan')) },
    { keys: 'x', says: m.desk_people_keys_back(), inFoot: true, run: () => askFor(firstBack) },
  ])
  return (
    <Panel title={m.desk_people_propose()} note={m.desk_people_propose_two()} flush>
      {data?.offers.length === 0 && <p className={css.item}>{m.desk_people_propose_none()}</p>}
      {offers.map((offer) => {
        const key = keyOf(offer)
        const words = (
          <>
            <Icon shape={icons[offer.kind] ?? refreshIcon} size="small" />
            <span className={css.offerWords}>
              <b>{sayProposalKind(offer.kind)}</b>
              <span className={css.offerText}>
                {offer.problem ?? (offer.amount_centavos === null ? '' : formatPesos(offer.amount_centavos))}
              </span>
            </span>
          </>
        )
        const id = `${offer.kind} ${offer.subject_id ?? ''}`
        return offer.problem === null ? (
          <button key={id} type="button" className={css.offer} onClick={() => setAsked(offer)}>
            {words}
            {key && <Kbd keys={key} />}
          </button>
        ) : (
          <div key={id} className={css.offer} data-not="">
            {words}
          </div>
        )
      })}
      {asked && <OfferDialog loan={loan} offer={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}
