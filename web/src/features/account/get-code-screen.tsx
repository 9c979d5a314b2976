import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { checkMail } from '@hola/core/identifiers/mail.ts'
import { checkPhone, formatPhoneTyped, tidyPhone } from '@hola/core/identifiers/phone.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { problemText } from '@hola/i18n/problem-text.ts'
import { ApiError } from '../../lib/api-client.ts'
import { linkTo } from '../../lib/link.ts'
import { waitOf, writeSeconds, type Wait } from '../../shared/codes/resend.ts'
import { useSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { useSecondsToResend } from '../../shared/codes/use-seconds-to-resend.ts'
import { navigateTo } from '../../router/navigation.ts'
import { usePage } from '../../router/page-context.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Checkbox } from '@hola/ui/controls/checkbox.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { PhoneField } from '@hola/ui/controls/phone-field.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import css from './account.module.css'
import { leaveTo } from './leave.ts'
import { refusalCodes } from './refusal-codes.ts'
import { expectCode, sendCode, sentCode, type Recipient } from './sent-code.ts'

type Options = RetOf<'app/get_login_option'>

/** Where the code goes. Whoever is logged in already goes on to the page that asked. */
export function GetCodeScreen(): ReactNode {
  useLocale()
  const { query } = usePage()
  const { isLogged } = useSession()
  const { remote, refresh } = useRemote('app/get_login_option')
  // Kept while they are asked for anew, so that what was typed stays on the page.
  const [options, setOptions] = useState<Options>()
  if (remote.status === 'ready' && remote.data !== options) setOptions(remote.data)
  const back = query['back']
  useEffect(() => {
    if (isLogged) void leaveTo(back)
  }, [isLogged, back])

  if (isLogged || (!options && remote.status !== 'failed'))
    return (
      <section className={css.page} aria-busy="true" aria-label={m.account_options_loading()}>
        <Skeleton width="90%" />
        <Skeleton shape="block" />
        <Skeleton width="30%" />
        <Skeleton shape="block" />
        <Skeleton width="70%" />
        <Skeleton width="70%" />
      </section>
    )
  if (!options)
    return (
      <div className={css.page}>
        <EmptyState
          drawing="night"
          title={m.account_options_failed()}
          text={m.account_options_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={() => void refresh()}>
              {m.account_retry()}
            </Button>
          }
        />
        <Rights />
      </div>
    )
  return <GetCodeForm options={options} back={back} onTextsChanged={() => void refresh()} />
}

type Errors = { address?: string | undefined; privacy?: string | undefined; terms?: string | undefined }

function GetCodeForm({
  options,
  back,
  onTextsChanged,
}: {
  options: Options
  back: string | undefined
  onTextsChanged: () => void
}): ReactNode {
  useLocale()
  const page = useRef<HTMLFormElement>(null)
  const [before] = useState(sentCode)
  const [channel, setChannel] = useState<Recipient['channel']>(
    () => before?.channel ?? options.options.find(({ is_default }) => is_default)?.channel ?? 'phone',
  )
  const [phone, setPhone] = useState(before?.channel === 'phone' ? formatPhoneTyped(before.address) : '')
  const [mail, setMail] = useState(before?.channel === 'mail' ? before.address : '')
  // The version that was ticked: with a newer one the box is empty again.
  const [agreed, setAgreed] = useState({ privacy: '', terms: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  // No code may go to this address for a while: the sentence that says so passes, the time left stays.
  const [wait, setWait] = useState<Required<Wait> & { readonly address: string }>()

  const hasPrivacy = agreed.privacy === options.privacy_version
  const hasTerms = agreed.terms === options.terms_version
  const read = (
    typed = channel === 'phone' ? phone : mail,
  ): { ok: true; value: string } | { ok: false; text: string } => {
    const checked = channel === 'phone' ? checkPhone(typed) : checkMail(typed)
    return checked.ok ? checked : { ok: false, text: problemText(checked.problem, typed) }
  }

  const say = (found: Errors): void => {
    setErrors(found)
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  const submit = async (): Promise<void> => {
    const address = read()
    const agree = problemText('agree_needed')
    const found: Errors = {
      address: address.ok ? undefined : address.text,
      privacy: hasPrivacy ? undefined : agree,
      terms: hasTerms ? undefined : agree,
    }
    if (!address.ok || !hasPrivacy || !hasTerms) return say(found)
    setErrors({})
    setBusy(true)
    const recipient = { channel, address: address.value }
    const texts = {
      privacyVersion: options.privacy_version,
      termsVersion: options.terms_version,
      digits: options.code_length_digits,
    }
    const goOn = (): void => {
      const url = '/pages/account/login-page/login-page'
      void navigateTo(back === undefined ? url : `${url}?back=${encodeURIComponent(back)}`, {
        events: { textsChanged: onTextsChanged },
      })
    }
    try {
      await sendCode(recipient, texts)
      goOn()
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      const code = problem.response?.code
      const seconds = problem.response?.retryAfterSeconds
      if (code === refusalCodes.code_resend_too_soon) {
        expectCode(recipient, texts, seconds)
        showToast(problem.message)
        goOn()
      } else if (code === refusalCodes.invalid_body) say({ address: problem.message })
      else if (['refused', 'network', 'timeout'].includes(problem.kind)) {
        showToast(problem.message)
        if (seconds !== undefined) setWait({ ...waitOf(seconds), address: recipient.address })
      }
    } finally {
      setBusy(false)
    }
  }

  const words = {
    label: channel === 'phone' ? m.account_phone_label() : m.account_mail_label(),
    hint: channel === 'phone' ? m.account_phone_hint() : m.account_mail_hint(),
    error: errors.address,
  }
  const typedAddress = read()
  const checkedAddress = typedAddress.ok ? typedAddress.value : undefined
  /** What is mended is not complained about any more; on leaving the field that would move what is being tapped. */
  const change = (typed: string): void => {
    if (channel === 'phone') setPhone(typed)
    else setMail(typed)
    if (errors.address !== undefined && read(typed).ok) setErrors({ ...errors, address: undefined })
  }
  const leaveField = (): void => {
    const address = read()
    if (!address.ok && errors.address !== undefined) setErrors({ ...errors, address: address.text })
    if (address.ok && channel === 'phone') setPhone(formatPhoneTyped(address.value))
  }
  return (
    <form
      ref={page}
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <p className={css.lead}>{m.account_code_intro({ digits: options.code_length_digits })}</p>
      {options.options.length > 1 && (
        <Chips
          label={m.account_code_how()}
          options={options.options.map((option) => ({
            value: option.channel,
            text: option.channel === 'phone' ? m.account_phone() : m.account_mail(),
          }))}
          value={channel}
          onChange={(next) => {
            setChannel(next)
            setErrors({ ...errors, address: undefined })
          }}
        />
      )}
      {channel === 'phone' ? (
        <PhoneField
          key="phone"
          {...words}
          tidy={tidyPhone}
          value={phone}
          onChange={(event) => change(event.target.value)}
          onBlur={leaveField}
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
          onChange={(event) => change(event.target.value)}
          onBlur={leaveField}
        />
      )}
      <div>
        <Checkbox
          checked={hasPrivacy}
          error={errors.privacy}
          onChange={({ target }) => {
            setAgreed({ ...agreed, privacy: target.checked ? options.privacy_version : '' })
            setErrors({ ...errors, privacy: undefined })
          }}
        >
          {m.account_agree_privacy()} <a {...linkTo('/pages/policy/policy?type=privacy')}>{m.account_privacy_link()}</a>
        </Checkbox>
        <Checkbox
          checked={hasTerms}
          error={errors.terms}
          onChange={({ target }) => {
            setAgreed({ ...agreed, terms: target.checked ? options.terms_version : '' })
            setErrors({ ...errors, terms: undefined })
          }}
        >
          {m.account_agree_terms()} <a {...linkTo('/pages/policy/policy?type=terms')}>{m.account_terms_link()}</a>
        </Checkbox>
      </div>
      {wait && checkedAddress === wait.address && <WaitNote key={wait.resendAt} {...wait} />}
      <Rights />
      <Dock>
        <Button type="submit" busy={busy} busyText={m.account_asking_code()}>
          {m.account_ask_code()}
        </Button>
      </Dock>
    </form>
  )
}

/** Counts down to when a code may be asked for again. */
function WaitNote({ resendAt, waitMs }: Required<Wait>): ReactNode {
  const seconds = useSecondsToResend(resendAt, waitMs)
  if (seconds === 0) return null
  return (
    <p className={css.small} role="timer">
      {m.account_resend_in({ time: writeSeconds(seconds) })}
    </p>
  )
}

/** The law wants both within reach of whoever is not logged in. */
function Rights(): ReactNode {
  return (
    <nav className={css.rights} aria-label={m.account_legal()}>
      <a {...linkTo('/pages/consumer/regret')}>{m.account_regret()}</a>
      <a {...linkTo('/pages/consumer/unsubscribe')}>{m.account_unsubscribe()}</a>
    </nav>
  )
}
