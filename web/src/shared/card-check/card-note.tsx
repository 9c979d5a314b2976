import { useState, type ReactNode } from 'react'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDay } from '@hola/i18n/format-date.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { calendarIcon, idIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { ApiError } from '../../lib/api-client.ts'
import { linkTo } from '../../lib/link.ts'
import { canBeTaken, takeFromCard, type CardCheck } from './correct-form.ts'
import css from './card-note.module.css'

type Field = CardCheck['differences'][number]['field']

const asItIs = (value: string): string => value

const fields: Readonly<Record<Field, { label: () => string; write: (value: string) => string }>> = {
  national_id_number: { label: m.application_field_national_id_number, write: formatDni },
  cuil: { label: m.application_field_cuil, write: formatCuil },
  birth_day: { label: m.application_field_birth_day, write: formatDay },
  gender_id: { label: m.application_field_gender_id, write: (id) => genders[id]?.() ?? id },
  first_name: { label: m.application_field_first_name, write: asItIs },
  last_name: { label: m.application_field_last_name, write: asItIs },
}

const genders: Readonly<Record<string, () => string>> = {
  f: m.options_gender_f,
  m: m.options_gender_m,
  x: m.options_gender_x,
}

/** What the card says against the form, or that it has run out: said as soon as it is known, with the way to mend it. */
export function CardNote({
  check,
  onMended,
  withActions = true,
}: {
  check: CardCheck
  onMended: () => unknown
  /** Off where the dock has them. */
  withActions?: boolean
}): ReactNode {
  useLocale()
  const { differences, expired_day: expiredDay } = check
  return (
    <>
      {expiredDay !== null && (
        <Note tone="warn" icon={calendarIcon} live>
          <p className={css.title}>{m.card_expired_title({ date: formatDay(expiredDay) })}</p>
          <p>{m.card_expired_text()}</p>
        </Note>
      )}
      {differences.length > 0 && (
        <Note tone="warn" icon={idIcon} live>
          <p className={css.title}>{m.card_differs_title()}</p>
          <p>{m.card_differs_text()}</p>
          <ul className={css.list}>
            {differences.map(({ field, typed, on_card: onCard }) => {
              const { label, write } = fields[field]
              return (
                <li key={field} className={css.difference}>
                  <span>{label()}</span>
                  <span>{m.card_typed({ value: write(typed) })}</span>
                  <strong>{onCard === null ? m.card_says_unread() : m.card_says({ value: write(onCard) })}</strong>
                </li>
              )
            })}
          </ul>
          <p>{m.card_other_photo()}</p>
          <div className={css.actions}>
            {withActions && canBeTaken(check) && <TakeButton kind="secondary" check={check} onMended={onMended} />}
            {(withActions || canBeTaken(check)) && <ByHandLink kind="quiet" />}
          </div>
        </Note>
      )}
    </>
  )
}

/** The one thing to do about a difference: a tap that takes over what the card says, or the form when it says too little. */
export function MendButton({ check, onMended }: { check: CardCheck; onMended: () => unknown }): ReactNode {
  return canBeTaken(check) ? <TakeButton check={check} onMended={onMended} /> : <ByHandLink />
}

function ByHandLink({ kind }: { kind?: 'quiet' }): ReactNode {
  return (
    <ButtonLink {...(kind && { kind })} {...linkTo('/pages/step/step-basic/step-basic')}>
      {m.card_by_hand()}
    </ButtonLink>
  )
}

function TakeButton({
  kind = 'primary',
  check,
  onMended,
}: {
  /** Second where the dock has the one way on. */
  kind?: 'primary' | 'secondary'
  check: CardCheck
  onMended: () => unknown
}): ReactNode {
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    setBusy(true)
    try {
      await takeFromCard(check)
      showToast({ title: m.card_taken() })
      await onMended()
    } catch (problem) {
      // The call has said what is wrong; the form itself is one press away.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind={kind} busy={busy} busyText={m.card_taking()} onClick={() => void take()}>
      {m.card_take()}
    </Button>
  )
}
