import { addDays, civilDay, civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import type { ContactTemplate } from '@hola/core/contact.ts'
import { contactTemplateNames, PROMISE_DAYS_MAX } from '@hola/core/contact.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDay } from '@hola/i18n/format-date.ts'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { chatIcon, clockIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call, wordsOf } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { useAmount } from '../../parts/amount-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useWhy } from '../../parts/why-field.tsx'
import requestsCss from '../requests/requests.module.css'
import type { Late } from './words.ts'
import { sayContact, sayMoment, sayObstacle } from './words.ts'

type Opened = { readonly loan: Late; readonly onClose: () => void }

/** A template, word for word as she will read it, to her own address and no other. */
export function ContactDialog({
  loan,
  now,
  onClose,
}: {
  loan: Pick<Late, 'order_number' | 'budget'>
  now: Date
  onClose: () => void
}): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const [template, setTemplate] = useState<ContactTemplate>('talk')
  const number = loan.order_number
  const { data, error } = useCall('arrears/preview', { order_number: number, template })
  return (
    <Dialog title={m.desk_care_contact_title({ number })} onDismiss={onClose}>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call('arrears/contact', { order_number: number, template, why: reason })
          showToast(m.desk_care_contact_done())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_care_contact_send()}
        icon={chatIcon}
        onCancel={onClose}
      >
        <SelectField
          label={m.desk_care_contact_template()}
          value={template}
          data-autofocus
          onChange={({ target }) => setTemplate(target.value as ContactTemplate)}
        >
          {contactTemplateNames.map((name) => (
            <option key={name} value={name}>
              {sayContact(name)}
            </option>
          ))}
        </SelectField>
        {error && (
          <Note tone="bad" live>
            {wordsOf(error)}
          </Note>
        )}
        {data === undefined && !error && <Skeleton shape="block" />}
        {data && (
          <>
            <figure className={requestsCss.reads}>
              <figcaption>{m.desk_care_contact_reads()}</figcaption>
              <p>{data.text}</p>
            </figure>
            <p>
              {m.desk_care_contact_text({
                channel: data.channel === 'phone' ? m.desk_care_contact_phone() : m.desk_care_contact_mail(),
                language: data.language === 'es' ? m.desk_care_language_es() : m.desk_care_language_en(),
              })}
            </p>
            {data.obstacle !== null && (
              <Note tone="warn" icon={clockIcon}>
                {m.desk_care_budget_why({ problem: sayObstacle(data.obstacle, now) })}{' '}
                {loan.budget.next_at !== null && m.desk_care_contact_later({ moment: sayMoment(loan.budget.next_at) })}
              </Note>
            )}
          </>
        )}
        {why.field}
      </ActForm>
    </Dialog>
  )
}

export function PromiseDialog({ loan, now, onClose }: Opened & { now: Date }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const today = civilDayOf(now)
  const latest = addDays(today, PROMISE_DAYS_MAX)
  const amount = useAmount({
    label: m.desk_care_promise_amount(),
    hint: m.desk_care_promise_amount_hint({ example: '15.000,50', owed: formatPesos(centavos(loan.owed_centavos)) }),
    first: loan.owed_centavos,
  })
  const [day, setDay] = useState('')
  const [isDayMissing, setIsDayMissing] = useState(false)
  const number = loan.order_number
  return (
    <Dialog title={m.desk_care_promise_title({ number })} onDismiss={onClose}>
      <ActForm
        act={async () => {
          const read = amount.read()
          setIsDayMissing(day === '')
          const reason = why.read()
          if (read === undefined || day === '' || reason === undefined) return
          const promised = { amount_centavos: read, promise_day: civilDay(day) }
          await call('arrears/promise', { order_number: number, ...promised, why: reason })
          showToast(m.desk_care_promise_done())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_care_promise()}
        onCancel={onClose}
      >
        <p>{m.desk_care_promise_text()}</p>
        {amount.field}
        <TextField
          label={m.desk_care_promise_day()}
          hint={m.desk_care_promise_day_hint({ day: formatDay(latest) })}
          error={isDayMissing ? m.desk_care_promise_day_missing() : undefined}
          type="date"
          min={today}
          max={latest}
          value={day}
          onChange={({ target }) => {
            setDay(target.value)
            setIsDayMissing(false)
          }}
        />
        {why.field}
      </ActForm>
    </Dialog>
  )
}

export function OptOutDialog({ loan, onClose }: Opened): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  return (
    <Dialog title={m.desk_care_opt_out_title()} onDismiss={onClose}>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call('arrears/opt_out', { order_number: loan.order_number, why: reason })
          showToast(m.desk_care_opt_out_done())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_care_opt_out()}
        onCancel={onClose}
      >
        <p>{m.desk_care_opt_out_text()}</p>
        {why.field}
      </ActForm>
    </Dialog>
  )
}

const PARTS_MAX = 12
const EVERY_MAX = 90

const readWhole = (typed: string, min: number, max: number): number | undefined => {
  const number = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** All that is owed today in even parts; what does not divide is in the last. */
export function PlanDialog({ loan, now, onClose }: Opened & { now: Date }): ReactNode {
  const today = civilDayOf(now)
  const [count, setCount] = useState('3')
  const [every, setEvery] = useState('30')
  const [first, setFirst] = useState<string>(addDays(today, 15))
  const [wrong, setWrong] = useState<'count' | 'every' | 'first'>()
  const details = () => {
    const parts = readWhole(count, 1, PARTS_MAX)
    if (parts === undefined) return void setWrong('count')
    const days = readWhole(every, 1, EVERY_MAX)
    if (days === undefined) return void setWrong('every')
    if (first === '' || daysBetween(today, civilDay(first)) < 0) return void setWrong('first')
    setWrong(undefined)
    const even = Math.floor(loan.owed_centavos / parts)
    return {
      order_number: loan.order_number,
      parts: Array.from({ length: parts }, (_, at) => ({
        due_day: addDays(civilDay(first), at * days),
        amount_centavos: centavos(at === parts - 1 ? loan.owed_centavos - even * (parts - 1) : even),
      })),
    }
  }
  return (
    <ProposeDialog kind="plan" title={m.desk_care_offer_plan()} details={details} onClose={onClose}>
      <TextField
        label={m.desk_care_plan_parts()}
        inputMode="numeric"
        value={count}
        data-autofocus
        error={wrong === 'count' ? m.desk_care_plan_number_wrong({ min: 1, max: PARTS_MAX }) : undefined}
        onChange={({ target }) => setCount(target.value)}
      />
      <TextField
        label={m.desk_care_plan_first()}
        type="date"
        min={today}
        value={first}
        error={wrong === 'first' ? m.desk_care_promise_day_missing() : undefined}
        onChange={({ target }) => setFirst(target.value)}
      />
      <TextField
        label={m.desk_care_plan_every()}
        inputMode="numeric"
        value={every}
        error={wrong === 'every' ? m.desk_care_plan_number_wrong({ min: 1, max: EVERY_MAX }) : undefined}
        onChange={({ target }) => setEvery(target.value)}
      />
    </ProposeDialog>
  )
}

export function AgencyDialog({ loan, onClose }: Opened): ReactNode {
  const [agency, setAgency] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const details = () => {
    const name = agency.trim()
    setIsMissing(name === '')
    return name === '' ? undefined : { order_number: loan.order_number, agency: name }
  }
  return (
    <ProposeDialog kind="agency" title={m.desk_care_offer_agency()} details={details} onClose={onClose}>
      <TextField
        label={m.desk_care_agency_name()}
        error={isMissing ? m.desk_care_agency_name_missing() : undefined}
        maxLength={80}
        value={agency}
        data-autofocus
        onChange={({ target }) => setAgency(target.value)}
      />
    </ProposeDialog>
  )
}
