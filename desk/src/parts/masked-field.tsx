import type { PersonField } from '@hola/core/desk-contract/people.ts'
import { FIELD_OPEN_SECONDS } from '@hola/core/desk-contract/people.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextArea } from '@hola/ui/controls/text-area.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, eyeIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { call, wordsOf } from '../lib/desk-client.ts'
import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'
import css from './masked-field.module.css'

const names: Readonly<Record<PersonField, () => string>> = {
  name: m.desk_people_field_name,
  dni: m.desk_people_field_dni,
  cuil: m.desk_people_field_cuil,
  birth_day: m.desk_people_field_birth_day,
  phone: m.desk_people_field_phone,
  mail: m.desk_people_field_mail,
  address: m.desk_people_field_address,
  account: m.desk_people_field_account,
  income: m.desk_people_field_income,
}

const reasons = [
  m.desk_people_reason_answer,
  m.desk_people_reason_refund,
  m.desk_people_reason_payout,
  m.desk_people_reason_other,
]
const OTHER = reasons.length - 1
const TICK_MS = 500

/**
 * Asks why something of a person has to be seen: one of the usual reasons by its number, or another one in words. Ctrl Enter and Enter
 * on the button open it.
 */
export function ReasonDialog({
  title,
  text,
  onWhy,
  onClose,
}: {
  title: string
  text: string
  onWhy: (why: string) => Promise<void>
  onClose: () => void
}): ReactNode {
  const [chosen, setChosen] = useState(0)
  const [words, setWords] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (): Promise<void> => {
    const why = chosen === OTHER ? words.trim() : (reasons[chosen]?.() ?? '')
    setIsMissing(why === '')
    if (why === '' || isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await onWhy(why)
      onClose()
    } catch (failure) {
      setProblem(wordsOf(failure))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={title} onDismiss={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the numbers are a second way to the choices */}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return void send()
          const number = Number(event.key) - 1
          if (event.target instanceof HTMLTextAreaElement || reasons[number] === undefined) return undefined
          event.preventDefault()
          return setChosen(number)
        }}
      >
        <p>{text}</p>
        <fieldset className={css.reasons}>
          <legend className={css.legend}>{m.desk_why()}</legend>
          {reasons.map((says, index) => (
            <label key={says()} className={css.reason}>
              <input
                type="radio"
                name="reason"
                checked={chosen === index}
                data-autofocus={index === 0 || undefined}
                onChange={() => setChosen(index)}
              />
              <span className={css.words}>{says()}</span>
              <Kbd keys={String(index + 1)} />
            </label>
          ))}
        </fieldset>
        {chosen === OTHER && (
          <TextArea
            label={m.desk_people_reason_words()}
            hint={m.desk_why_hint()}
            rows={2}
            maxLength={500}
            value={words}
            error={isMissing ? m.desk_why_missing() : undefined}
            onChange={({ target }) => {
              setWords(target.value)
              setIsMissing(false)
            }}
          />
        )}
        {problem && (
          <Note tone="bad" icon={alertIcon} live>
            {problem}
          </Note>
        )}
        <div className={css.foot}>
          <Button kind="secondary" onClick={onClose}>
            {m.desk_cancel()}
          </Button>
          <Button type="submit" icon={eyeIcon} busy={isBusy}>
            {m.desk_people_open_do()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Opened = { readonly value: string | null; readonly until: number }

/** What was opened, with the time that is left of it by this page's own clock, which nobody can set back. */
function OpenedValue({
  name,
  opened: { value, until },
  onClose,
}: {
  name: string
  opened: Opened
  onClose: () => void
}): ReactNode {
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const end = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() >= until) end()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  return (
    <>
      <span className={css.text}>{value ?? '–'}</span>
      <button
        type="button"
        className={css.open}
        aria-label={m.desk_people_close_field({ field: name })}
        onClick={onClose}
      >
        <Icon shape={eyeIcon} size="small" />
        <span aria-hidden="true">{`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}</span>
      </button>
    </>
  )
}

/**
 * One field of a person: masked, until somebody says why she has to see it; then for five minutes. It is a row of a `dl`.
 * What was opened is kept for this member alone and nowhere but in this page.
 */
export function MaskedField({
  userId,
  field,
  masked,
  orderId,
}: {
  userId: string
  field: PersonField
  /** Null: she has not told it. */
  masked: string | null
  /** The account that this loan was paid to. */
  orderId?: string | undefined
}): ReactNode {
  const queries = useQueryClient()
  const key = ['opened', userId, field, orderId ?? '']
  const { data: opened } = useQuery<Opened | null>({ queryKey: key, queryFn: skipToken })
  const [isAsking, setIsAsking] = useState(false)
  const keep = (value: Opened | null): void => void queries.setQueryData(key, value)
  const open = async (why: string): Promise<void> => {
    const body = { user_id: userId, field, why, ...(orderId === undefined ? {} : { order_id: orderId }) }
    const { value, open_seconds: seconds } = await call('people/open', body)
    keep({ value, until: performance.now() + seconds * 1000 })
    // Her time line says so too.
    void queries.invalidateQueries({ queryKey: ['people/events'] })
  }
  const name = names[field]()
  return (
    <div className={css.row}>
      <dt className={css.name}>{name}</dt>
      <dd className={css.value}>
        {opened ? (
          <OpenedValue name={name} opened={opened} onClose={() => keep(null)} />
        ) : (
          <>
            <span className={css.text}>{masked ?? '–'}</span>
            {masked !== null && (
              <button
                type="button"
                className={css.eye}
                data-opens-field=""
                aria-label={m.desk_people_open_title({ field: name })}
                onClick={() => setIsAsking(true)}
              >
                <Icon shape={eyeIcon} size="small" />
              </button>
            )}
          </>
        )}
        {isAsking && (
          <ReasonDialog
            title={m.desk_people_open_title({ field: name })}
            text={m.desk_people_open_text({ minutes: FIELD_OPEN_SECONDS / 60 })}
            onWhy={open}
            onClose={() => setIsAsking(false)}
          />
        )}
      </dd>
    </div>
  )
}
