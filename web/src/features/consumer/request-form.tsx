import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isWritten } from '@hola/core/consumer.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { checkMail } from '@hola/core/identifiers/mail.ts'
import { checkPhone, formatPhoneInternational, formatPhoneTyped, tidyPhone } from '@hola/core/identifiers/phone.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { problemText } from '@hola/i18n/problem-text.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { forgetDrafts } from '../../lib/draft.ts'
import { logOut, useSession } from '../../lib/session.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { PhoneField } from '@hola/ui/controls/phone-field.tsx'
import { TextArea } from '@hola/ui/controls/text-area.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import css from './consumer.module.css'
import { focusFirstError } from './focus-first-error.ts'
import { LoanField } from './loan-field.tsx'
import { refusalCodes } from './refusal-codes.ts'
import type { Kind, OpenLoan, Sent, Typed } from './request.ts'

const LOAN_NUMBER_LENGTH_MAX = 20
const NOTE_LENGTH_MAX = 500
const COMPLAINT_LENGTH_MAX = 1000

const loanHints: Readonly<Record<Kind, () => string>> = {
  regret: () => m.consumer_loan_number_regret_hint(),
  unsubscribe: () => m.consumer_loan_number_unsubscribe_hint(),
  complaint: () => m.consumer_loan_number_complaint_hint(),
  data_access: () => m.consumer_loan_number_complaint_hint(),
  data_change: () => m.consumer_loan_number_complaint_hint(),
}

type Errors = { [Field in 'address' | 'loan' | 'note' | 'form']?: string | undefined }

export function RequestForm({
  kind,
  typed,
  loans,
  onType,
  onSent,
}: {
  kind: Kind
  typed: Typed
  /** The open loans of somebody logged in; without them the number is typed. */
  loans?: readonly OpenLoan[] | 'loading'
  onType: (typed: Typed) => void
  onSent: (sent: Sent) => void
}): ReactNode {
  useLocale()
  const { isLogged, phone: ownPhone } = useSession()
  const page = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)

  const { channel, mail, loanNumber, note } = typed
  const phone = typed.phone ?? (ownPhone === undefined ? '' : formatPhoneTyped(ownPhone))
  const chosen = Array.isArray(loans) ? loanOf(loans, loanNumber) : undefined

  const read = (): { ok: true; value: string } | { ok: false; text: string } => {
    const text = channel === 'phone' ? phone : mail
    const checked = channel === 'phone' ? checkPhone(text) : checkMail(text)
    return checked.ok ? checked : { ok: false, text: problemText(checked.problem, text) }
  }

  const say = (found: Errors): void => {
    // At once, so that the field to go to is marked.
    flushSync(() => setErrors(found))
    focusFirstError(page.current)
  }

  const submit = async (): Promise<void> => {
    const address = read()
    const mustChoose = Array.isArray(loans) && loans.length > 1 && !chosen
    const mustWrite = isWritten(kind) && note.trim() === ''
    if (!address.ok || mustChoose || mustWrite)
      return say({
        address: address.ok ? undefined : address.text,
        loan: mustChoose ? problemText('required_select') : undefined,
        note: mustWrite ? problemText('required_enter') : undefined,
      })
    setErrors({})
    setBusy(true)
    const number = chosen?.number ?? (Array.isArray(loans) ? '' : loanNumber.trim())
    const asked = {
      kind,
      ...(number !== '' && { order_number: number }),
      ...(note.trim() !== '' && { note: note.trim() }),
    }
    const body: BodyOf<'consumer/request'> =
      channel === 'phone' ? { channel, phone: address.value, ...asked } : { channel, mail: address.value, ...asked }
    try {
      const request = await api.call('consumer/request', body, { quiet: true })
      onSent({
        request,
        // In one piece, wherever the line ends.
        address: (channel === 'phone' ? formatPhoneInternational(address.value) : address.value).replaceAll(
          ' ',
          '\u00A0',
        ),
        loan: chosen,
        byUser: isLogged,
      })
      // The server has ended her sessions: this phone forgets its own.
      if (isLogged && kind === 'unsubscribe' && request.state === 'done') {
        forgetDrafts()
        logOut()
      }
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      const code = problem.response?.code
      if (code === refusalCodes.invalid_body) say({ address: problem.message })
      else if (code === refusalCodes.order_not_found) say({ loan: problem.message })
      else if (problem.kind === 'refused') say({ form: problem.message })
      else if (problem.kind === 'network' || problem.kind === 'timeout') say({ form: m.consumer_failed() })
    } finally {
      setBusy(false)
    }
  }

  const words = {
    label: channel === 'phone' ? m.consumer_phone_label() : m.consumer_mail_label(),
    hint: channel === 'phone' ? m.consumer_phone_hint() : m.consumer_mail_hint(),
    error: errors.address,
  }
  const leaveAddress = (): void => {
    const address = read()
    if (channel === 'phone' && address.ok) onType({ ...typed, phone: formatPhoneTyped(address.value) })
    if (errors.address !== undefined) setErrors({ ...errors, address: address.ok ? undefined : address.text })
  }
  return (
    <form
      ref={page}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      {isWritten(kind) && (
        <TextArea
          label={kind === 'complaint' ? m.consumer_complaint_note() : m.consumer_data_note()}
          hint={kind === 'complaint' ? m.consumer_complaint_note_hint() : m.consumer_data_note_hint()}
          error={errors.note}
          maxLength={COMPLAINT_LENGTH_MAX}
          value={note}
          onChange={({ target }) => {
            onType({ ...typed, note: target.value })
            setErrors({ ...errors, note: undefined })
          }}
        />
      )}
      <Chips
        label={m.consumer_how()}
        options={[
          { value: 'phone', text: m.consumer_phone() },
          { value: 'mail', text: m.consumer_mail() },
        ]}
        value={channel}
        onChange={(next) => {
          onType({ ...typed, channel: next })
          setErrors({ ...errors, address: undefined })
        }}
      />
      {channel === 'phone' ? (
        <PhoneField
          key="phone"
          {...words}
          tidy={tidyPhone}
          value={phone}
          onChange={({ target }) => onType({ ...typed, phone: target.value })}
          onBlur={leaveAddress}
        />
      ) : (
        <TextField
          key="mail"
          {...words}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={mail}
          onChange={({ target }) => onType({ ...typed, mail: target.value })}
          onBlur={leaveAddress}
        />
      )}
      {loans === undefined ? (
        (kind !== 'unsubscribe' || !isLogged) && (
          <TextField
            label={m.consumer_loan_number()}
            hint={loanHints[kind]()}
            error={errors.loan}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={LOAN_NUMBER_LENGTH_MAX}
            value={loanNumber}
            onChange={({ target }) => {
              onType({ ...typed, loanNumber: target.value })
              setErrors({ ...errors, loan: undefined })
            }}
          />
        )
      ) : (
        <LoanField
          loans={loans}
          chosen={chosen}
          error={errors.loan}
          onChoose={(number) => {
            onType({ ...typed, loanNumber: number })
            setErrors({ ...errors, loan: undefined })
          }}
        />
      )}
      {!isWritten(kind) && (
        <TextField
          label={m.consumer_note()}
          hint={m.consumer_note_hint()}
          autoComplete="off"
          maxLength={NOTE_LENGTH_MAX}
          value={note}
          onChange={({ target }) => onType({ ...typed, note: target.value })}
        />
      )}
      {errors.form !== undefined && (
        <Note tone="bad" icon={alertIcon} live>
          {errors.form}
        </Note>
      )}
      <Dock>
        <Button type="submit" busy={busy} busyText={m.consumer_sending()}>
          {kind === 'complaint' ? m.consumer_complaint_send() : m.consumer_send()}
        </Button>
      </Dock>
    </form>
  )
}

/** The loan with this number; the only one there is without being named. */
const loanOf = (loans: readonly OpenLoan[], number: string): OpenLoan | undefined =>
  loans.length === 1 ? loans[0] : loans.find((loan) => loan.number === number)
