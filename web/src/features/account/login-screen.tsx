import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { problemText } from '@hola/i18n/problem-text.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { countLogIn } from '../../shared/device/count-log-in.ts'
import { keepDraftsOf } from '../../lib/draft.ts'
import { ResendButton } from '../../shared/codes/resend-button.tsx'
import { waitOf } from '../../shared/codes/resend.ts'
import { logIn, useSession } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { useUndelivered } from '../../shared/codes/use-undelivered.ts'
import { codeFromSms } from '../../shared/codes/web-otp.ts'
import { navigateBack, redirectTo } from '../../router/navigation.ts'
import { useOpenerChannel, usePage } from '../../router/page-context.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { CodeField } from '@hola/ui/controls/code-field.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import css from './account.module.css'
import { leaveTo } from './leave.ts'
import { refusalCodes } from './refusal-codes.ts'
import { forgetCode, knownBrowser, rememberCode, sendCode, sentCode, type SentCode } from './sent-code.ts'

/** The code that was sent. Opened without one, it leads to where one is asked for. */
export function LoginScreen(): ReactNode {
  useLocale()
  const { isLogged } = useSession()
  const { query } = usePage()
  const opener = useOpenerChannel()
  const [sent, setSent] = useState(sentCode)
  const back = query['back']

  // The page that asked for the address lies below this one and knows where to go on; after a reload it is gone.
  const leave = useEffectEvent(() => {
    if (isLogged) void (opener ? navigateBack() : leaveTo(back))
    else if (!sent) {
      const url = '/pages/account/get-code-page/get-code-page'
      void redirectTo(back === undefined ? url : `${url}?back=${encodeURIComponent(back)}`)
    }
  })
  useEffect(() => leave(), [isLogged, sent])

  if (!sent || isLogged) return null
  const change = (): void => {
    if (opener) void navigateBack()
    else setSent(undefined)
  }
  return (
    <CodeForm
      sent={sent}
      onSent={setSent}
      onChange={change}
      onTextsChanged={() => {
        opener?.emit('textsChanged')
        change()
      }}
    />
  )
}

const bodyOf = ({ channel, address, privacyVersion, termsVersion }: SentCode, code: string) => {
  const agreed = { code, privacy_version: privacyVersion, terms_version: termsVersion, ...knownBrowser() }
  return channel === 'phone' ? { ...agreed, channel, phone: address } : { ...agreed, channel, mail: address }
}

/** A number is read in one piece. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

const enter = ({
  token,
  user_id: userId,
  phone,
  is_new: isNew,
  browser_token: browserToken,
}: RetOf<'user/login'>): void => {
  forgetCode()
  storage.set('browser-token', browserToken)
  keepDraftsOf(userId)
  logIn({ token, userId, ...(phone !== null && { phone }) })
  void countLogIn(isNew)
}

function CodeForm({
  sent,
  onSent,
  onChange,
  onTextsChanged,
}: {
  sent: SentCode
  onSent: (sent: SentCode) => void
  onChange: () => void
  onTextsChanged: () => void
}): ReactNode {
  useLocale()
  const page = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isUndelivered = useUndelivered(sent.deliveryId)

  const focus = (): void => page.current?.querySelector('input')?.focus()

  const submit = async (typed: string): Promise<void> => {
    if (busy) return
    if (typed.length < sent.digits) {
      setError(problemText(typed === '' ? 'required_enter' : 'not_a_code'))
      focus()
      return
    }
    setError(undefined)
    setBusy(true)
    try {
      enter(await api.call('user/login', bodyOf(sent, typed), { quiet: true }))
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      refused(problem)
    } finally {
      setBusy(false)
    }
  }

  const refused = (problem: ApiError): void => {
    if (problem.kind !== 'refused') {
      // What was typed stays: the button sends it again.
      if (problem.kind === 'network' || problem.kind === 'timeout') showToast(problem.message)
      return
    }
    if (problem.response?.code === refusalCodes.texts_changed) {
      showToast(problem.message)
      forgetCode()
      onTextsChanged()
      return
    }
    setCode('')
    setError(problem.message)
    focus()
  }

  const resend = async (): Promise<void> => {
    try {
      onSent(await sendCode(sent, sent))
      setCode('')
      setError(undefined)
      showToast({ title: m.account_resent() })
      focus()
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (['refused', 'network', 'timeout'].includes(problem.kind)) showToast(problem.message)
      const seconds = problem.response?.retryAfterSeconds
      if (seconds === undefined) return
      const waiting = { ...sent, ...waitOf(seconds) }
      rememberCode(waiting)
      onSent(waiting)
    }
  }

  const fill = useEffectEvent((digits: string) => {
    setCode(digits)
    void submit(digits)
  })
  const isPhone = sent.channel === 'phone'
  useEffect(() => {
    const left = new AbortController()
    // The heading gets the focus of a new page; here the one thing to do is to type.
    const frame = requestAnimationFrame(focus)
    if (isPhone) {
      void codeFromSms(left.signal).then((digits) => {
        if (digits && !left.signal.aborted) fill(digits)
      })
    }
    return () => {
      cancelAnimationFrame(frame)
      left.abort()
    }
    // A new code is a new message to wait for.
  }, [isPhone, sent.resendAt])

  return (
    <form
      ref={page}
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <p className={css.lead}>
        {m.account_sent_to({ address: unbroken(sent.sentTo), time: formatTime(new Date(sent.expiresAt)) })}
      </p>
      {/* Announces an error that comes up by itself while the focus stays in the field. */}
      <div aria-live="assertive">
        <CodeField
          label={m.account_code_label()}
          hint={m.account_code_hint()}
          // Whoever types has got it after all.
          error={error ?? (isUndelivered && code === '' ? m.account_undelivered() : undefined)}
          length={sent.digits}
          value={code}
          onChange={(digits) => {
            setCode(digits)
            if (digits !== '') setError(undefined)
          }}
          onComplete={(digits) => void submit(digits)}
        />
      </div>
      <section className={css.more}>
        <h2 className={css.title}>{m.account_not_arrived()}</h2>
        <p className={css.small}>{isPhone ? m.account_not_arrived_phone() : m.account_not_arrived_mail()}</p>
        <ResendButton
          key={sent.resendAt}
          className={css.small}
          resendAt={sent.resendAt}
          waitMs={sent.waitMs}
          onResend={resend}
        />
        <Button kind="quiet" onClick={onChange}>
          {isPhone ? m.account_change_phone() : m.account_change_mail()}
        </Button>
      </section>
      <Dock>
        <Button type="submit" busy={busy} busyText={m.account_entering()}>
          {m.account_enter()}
        </Button>
      </Dock>
    </form>
  )
}
