import { useEffect, useRef, type ReactNode } from 'react'
import { CODE_DIGITS } from '@hola/core/codes.ts'
import { formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { writeSeconds } from '../../shared/codes/resend.ts'
import { useSecondsToResend } from '../../shared/codes/use-seconds-to-resend.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { CodeField } from '@hola/ui/controls/code-field.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import css from './sign-page.module.css'
import { type Channel, type SignCode } from './use-sign-code.ts'

/** A number is read in one piece. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

/** The button that sends a code, when that is what is missing, else the place to type it. */
export const codeControl = (place: HTMLElement | null): HTMLElement | null | undefined =>
  place?.querySelector<HTMLElement>('[data-missing]') ?? place?.querySelector<HTMLElement>('input[inputmode]')

/** The code: asked for with a button, then typed. */
export function CodePart({
  code,
  channels,
  channel,
  onChannel,
}: {
  code: SignCode
  channels: readonly Channel[]
  /** Where a code would go now. */
  channel: Channel
  onChannel: (channel: Channel['channel']) => void
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  const ask = async (to: Channel): Promise<void> => {
    const isFirst = !code.sent
    asked.current = true
    if ((await code.ask(to)) === 'failed') return
    onChannel(to.channel)
    if (!isFirst) showToast({ title: m.sign_resent() })
  }
  const resendAt = code.sent?.resendAt
  useEffect(() => {
    if (!asked.current || resendAt === undefined) return
    asked.current = false
    codeControl(place.current)?.focus()
  }, [resendAt])

  // After a refused code the focus goes to where it can be mended; what was typed is selected, so typing replaces it.
  const told = useRef(code.refusedCount)
  useEffect(() => {
    if (told.current === code.refusedCount) return
    told.current = code.refusedCount
    const control = codeControl(place.current)
    control?.focus()
    if (control instanceof HTMLInputElement) control.select()
  }, [code.refusedCount])
  return (
    <div ref={place} className={css.code}>
      {code.sent ? (
        <Typed code={code} channels={channels} onAsk={ask} />
      ) : (
        <>
          <h2 className={css.codeTitle}>{m.sign_code_title()}</h2>
          <p className={css.small}>{m.sign_code_why({ digits: CODE_DIGITS })}</p>
          {channels.length > 1 ? (
            <Chips
              label={m.sign_code_channel()}
              options={channels.map((option) => ({
                value: option.channel,
                text: option.channel === 'phone' ? m.sign_channel_phone() : m.sign_channel_mail(),
                detail: unbroken(option.contact_masked),
              }))}
              value={channel.channel}
              onChange={onChannel}
            />
          ) : (
            <p className={css.small}>{unbroken(channel.contact_masked)}</p>
          )}
          <Button
            kind="secondary"
            data-missing
            busy={code.isAsking}
            busyText={m.sign_asking_code()}
            onClick={() => void ask(channel)}
          >
            {m.sign_ask_code()}
          </Button>
        </>
      )}
      {/* Always there, so that what comes up in it is read out. */}
      <div role="alert">
        {code.askError && (
          <p className={css.error}>
            <Icon shape={alertIcon} size="medium" />
            <span>{code.askError}</span>
          </p>
        )}
      </div>
    </div>
  )
}

function Typed({
  code,
  channels,
  onAsk,
}: {
  code: SignCode
  channels: readonly Channel[]
  onAsk: (channel: Channel) => Promise<void>
}): ReactNode {
  const { sent } = code
  if (!sent) return null
  const same = channels.find(({ channel }) => channel === sent.channel)
  const other = channels.find(({ channel }) => channel !== sent.channel)
  return (
    <>
      {/* Announces an error that comes up by itself while the focus stays in the field. */}
      <div aria-live="assertive">
        <CodeField
          label={m.sign_code_title()}
          aside={
            same && (
              <Resend
                key={sent.resendAt}
                resendAt={sent.resendAt}
                isBusy={code.isAsking}
                isMissing={code.isSpent}
                onResend={() => void onAsk(same)}
              />
            )
          }
          hint={m.sign_code_sent({ address: unbroken(sent.sentTo), time: formatTime(new Date(sent.expiresAt)) })}
          error={code.error}
          length={CODE_DIGITS}
          value={code.digits}
          onChange={code.type}
        />
      </div>
      {other && (
        <Button kind="quiet" className={css.other} busy={code.isAsking} onClick={() => void onAsk(other)}>
          {other.channel === 'phone' ? m.sign_by_phone() : m.sign_by_mail()}
        </Button>
      )}
    </>
  )
}

/** The seconds until the next code may be asked for, then a button that does so. */
function Resend({
  resendAt,
  isBusy,
  isMissing,
  onResend,
}: {
  resendAt: number
  isBusy: boolean
  isMissing: boolean
  onResend: () => void
}): ReactNode {
  const seconds = useSecondsToResend(resendAt)
  if (seconds > 0)
    return (
      <span className={css.small} role="timer">
        {m.sign_resend_in({ time: writeSeconds(seconds) })}
      </span>
    )
  return (
    <Button
      kind="quiet"
      className={css.resend}
      data-missing={isMissing || undefined}
      busy={isBusy}
      busyText={m.sign_asking_code()}
      onClick={onResend}
    >
      {m.sign_resend()}
    </Button>
  )
}
