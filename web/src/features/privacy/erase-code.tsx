import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { CODE_DIGITS, CODE_RESEND_MS } from '@hola/core/codes.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { refusals } from '@hola/core/errors.ts'
import { formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { problemText } from '@hola/i18n/problem-text.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { forgetConsents } from '../../shared/consents/consents.ts'
import { forgetDrafts } from '../../lib/draft.ts'
import { ResendButton } from '../../shared/codes/resend-button.tsx'
import { logOut } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { useUndelivered } from '../../shared/codes/use-undelivered.ts'
import { codeFromSms } from '../../shared/codes/web-otp.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { CodeField } from '@hola/ui/controls/code-field.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import css from './privacy.module.css'
import type { PrivacyState } from './words.ts'

type Channel = PrivacyState['erasure']['code_channels'][number]
type Sent = {
  readonly channel: Channel['channel']
  readonly words: string
  readonly resendAt: number
  /** Not known of a code that was on its way before. */
  readonly deliveryId?: string
}

type Named = 'wrong_code' | 'code_expired' | 'too_many_tries' | 'code_resend_too_soon' | 'too_many_codes'

/** The refusals that this page answers to. Checked against the closed list by its type, which weighs nothing. */
const codes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  wrong_code: '20101',
  code_expired: '20102',
  too_many_tries: '20105',
  code_resend_too_soon: '20103',
  too_many_codes: '20104',
}

const isAboutCode = (code: string | undefined): boolean =>
  code === codes.wrong_code || code === codes.code_expired || code === codes.too_many_tries

/** A code is on its way already: it can be typed. */
const isOnItsWay = (code: string | undefined): boolean =>
  code === codes.code_resend_too_soon || code === codes.too_many_codes

/** A number is read in one piece. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

/** The last step: only the owner of the phone or the address can erase. Nothing happens before the button. */
export function EraseCode({
  channels,
  onErased,
  onObstacle,
}: {
  channels: readonly Channel[]
  onErased: (erased: RetOf<'privacy/erase'>) => void
  /** Something stands in the way since the page was opened. */
  onObstacle: () => Promise<void>
}): ReactNode {
  useLocale()
  const page = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<Channel['channel']>()
  const [sent, setSent] = useState<Sent>()
  const [digits, setDigits] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'asking' | 'erasing'>()
  const channel = channels.find((each) => each.channel === chosen) ?? channels[0]
  const isUndelivered = useUndelivered(sent?.deliveryId)

  useEffect(() => {
    window.scrollTo({ top: 0 })
    title.current?.focus()
  }, [])
  const focusCode = (): void => page.current?.querySelector<HTMLInputElement>('input[inputmode]')?.focus()

  const ask = async ({ channel: way, contact_masked: contact }: Channel): Promise<void> => {
    setBusy('asking')
    setProblem(undefined)
    try {
      const path = way === 'phone' ? 'user/get_code' : 'user/get_mail_code'
      const answer = await api.call(path, { purpose: 'erase' }, { quiet: true })
      const now = Date.now()
      const time = formatTime(new Date(now + answer.valid_for_seconds * 1000))
      setSent({
        channel: way,
        words: m.privacy_code_sent({ address: unbroken(answer.sent_to_masked), time }),
        resendAt: now + answer.resend_after_seconds * 1000,
        deliveryId: answer.delivery_id,
      })
      setDigits('')
      setError(undefined)
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      if (failed.kind === 'logged_out') return
      setProblem(failed.message)
      if (isOnItsWay(failed.response?.code))
        setSent({
          channel: way,
          words: m.privacy_code_on_its_way({ address: unbroken(contact) }),
          resendAt: Date.now() + CODE_RESEND_MS,
        })
    } finally {
      setBusy(undefined)
    }
  }

  const erase = async (way: Channel['channel']): Promise<void> => {
    if (digits.length < CODE_DIGITS) {
      setError(problemText(digits === '' ? 'required_enter' : 'not_a_code'))
      return focusCode()
    }
    setBusy('erasing')
    setProblem(undefined)
    try {
      const erased = await api.call('privacy/erase', { code_channel: way, code: digits }, { quiet: true })
      // Shown at once: what hangs on the session must not be asked for once more.
      flushSync(() => onErased(erased))
      forgetDrafts()
      forgetConsents()
      storage.remove('browser-token')
      logOut()
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      if (failed.kind === 'logged_out') return
      if (isAboutCode(failed.response?.code)) {
        setError(failed.message)
        setDigits('')
        focusCode()
      } else {
        setProblem(failed.message)
        if (failed.kind === 'refused') await onObstacle()
      }
    } finally {
      setBusy(undefined)
    }
  }

  const fill = useEffectEvent(setDigits)
  const waitsForSms = sent?.channel === 'phone'
  const resendAt = sent?.resendAt
  useEffect(() => {
    if (resendAt !== undefined) focusCode()
    if (!waitsForSms) return undefined
    const left = new AbortController()
    void codeFromSms(left.signal).then((code) => {
      if (code && !left.signal.aborted) fill(code.replace(/\D/g, '').slice(0, CODE_DIGITS))
    })
    return () => left.abort()
    // A new code is a new message to wait for.
  }, [waitsForSms, resendAt])

  const sentTo = channels.find((each) => each.channel === sent?.channel)
  return (
    <form
      ref={page}
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        if (sent) void erase(sent.channel)
        else if (channel) void ask(channel)
      }}
    >
      <h2 ref={title} className={css.title} tabIndex={-1}>
        {m.privacy_code_title()}
      </h2>
      <p className={css.lead}>{m.privacy_code_why({ digits: CODE_DIGITS })}</p>
      {/* Announces an error that comes up while the focus stays in the field. */}
      <div aria-live="assertive">
        {sent ? (
          <CodeField
            label={m.privacy_code()}
            hint={sent.words}
            // Whoever types has got it after all.
            error={error ?? (isUndelivered && digits === '' ? m.privacy_code_undelivered() : undefined)}
            length={CODE_DIGITS}
            value={digits}
            onChange={(typed) => {
              setDigits(typed)
              setError(undefined)
            }}
          />
        ) : (
          channel &&
          (channels.length > 1 ? (
            <Chips
              label={m.privacy_code_where()}
              options={channels.map((each) => ({
                value: each.channel,
                text: each.channel === 'phone' ? m.privacy_code_phone() : m.privacy_code_mail(),
                detail: unbroken(each.contact_masked),
              }))}
              value={channel.channel}
              onChange={setChosen}
            />
          ) : (
            <p>{unbroken(channel.contact_masked)}</p>
          ))
        )}
      </div>
      {sent && sentTo && (
        <ResendButton key={sent.resendAt} className={css.soft} resendAt={sent.resendAt} onResend={() => ask(sentTo)} />
      )}
      {problem !== undefined && (
        <Note tone="bad" icon={alertIcon} live>
          {problem}
        </Note>
      )}
      <Dock>
        {sent ? (
          <Button type="submit" kind="danger" busy={busy === 'erasing'} busyText={m.privacy_erasing()}>
            {m.privacy_erase_do()}
          </Button>
        ) : (
          <Button type="submit" kind="secondary" busy={busy === 'asking'} busyText={m.account_asking_code()}>
            {m.privacy_code_ask()}
          </Button>
        )}
      </Dock>
    </form>
  )
}
