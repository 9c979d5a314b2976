import { Suspense, lazy, useEffect, useId, useState, type ReactNode } from 'react'
import { formatDate } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { ApiError } from '../../lib/api-client.ts'
import { withdrawConsent, type Consent, type ConsentKind } from '../../shared/consents/consents.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { classes } from '@hola/ui/classes.ts'
import { showModal } from '@hola/ui/overlay/feedback.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Switch } from '@hola/ui/controls/switch.tsx'
import css from './privacy.module.css'
import { kinds, photosStay, whenOf } from './words.ts'

const ConsentSheet = lazy(async () => ({
  default: (await import('../../shared/consents/consent-sheet.tsx')).ConsentSheet,
}))

const readByWrapper = ['sms', 'apps'] as const

/** What this device cannot read: that can only be turned off. */
const useUnreadable = (): readonly ConsentKind[] => {
  const [unreadable, setUnreadable] = useState<readonly ConsentKind[]>(readByWrapper)
  useEffect(() => {
    let left = false
    import('../../shared/device-data/device-data.ts')
      .then(({ canRead }) => Promise.all(readByWrapper.map(canRead)))
      .then(
        (can) => {
          if (!left) setUnreadable(readByWrapper.filter((_, at) => !can[at]))
        },
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [])
  return unreadable
}

/** Each consent as a switch. On opens its text, which asks; off is off at once, and says what was deleted. */
export function ConsentsCard({
  consents,
  onChanged,
}: {
  consents: readonly Consent[]
  onChanged: () => Promise<void>
}): ReactNode {
  const unreadable = useUnreadable()
  const [open, setOpen] = useState<ConsentKind>()
  const [busy, setBusy] = useState<ConsentKind>()
  const [failed, setFailed] = useState<{ kind: ConsentKind; problem: string }>()

  const turnOff = async (kind: ConsentKind): Promise<void> => {
    setFailed(undefined)
    if (kind === 'biometric' && !(await isSure())) return
    setBusy(kind)
    try {
      await withdrawConsent(kind)
      await onChanged()
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.kind === 'logged_out') return
      setFailed({ kind, problem: problem.kind === 'refused' ? problem.message : m.privacy_not_turned_off() })
    } finally {
      setBusy(undefined)
    }
  }

  const opened = consents.find(({ kind }) => kind === open)
  return (
    <Card title={m.privacy_consents()}>
      <div className={css.stack}>
        <p className={css.soft}>{m.privacy_consents_text()}</p>
        <ul className={css.list}>
          {inOrder(consents).map((consent) => (
            <li key={consent.kind} className={css.item}>
              <ConsentItem
                consent={consent}
                isReadable={!unreadable.includes(consent.kind)}
                isBusy={busy === consent.kind}
                problem={failed?.kind === consent.kind ? failed.problem : undefined}
                onRead={() => setOpen(consent.kind)}
                onTurn={(on) => (on ? setOpen(consent.kind) : void turnOff(consent.kind))}
              />
            </li>
          ))}
        </ul>
      </div>
      {opened && (
        <Suspense>
          <ConsentSheet
            kind={opened.kind}
            isOn={opened.is_on}
            onClose={(answer) => {
              setOpen(undefined)
              if (answer === 'given') void onChanged()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** First the optional ones. */
const inOrder = (consents: readonly Consent[]): readonly Consent[] =>
  consents.toSorted((one, other) => Number(one.kind === 'biometric') - Number(other.kind === 'biometric'))

/** Of this one something depends, so it is said before it happens. */
const isSure = async (): Promise<boolean> => {
  const { confirm } = await showModal({
    title: m.privacy_biometric_off_title(),
    content: m.privacy_biometric_off_text(),
    confirmText: m.privacy_biometric_off_yes(),
    cancelText: m.privacy_biometric_off_no(),
    danger: true,
  })
  return confirm
}

function ConsentItem({
  consent,
  isReadable,
  isBusy,
  problem,
  onRead,
  onTurn,
}: {
  consent: Consent
  isReadable: boolean
  isBusy: boolean
  problem: string | undefined
  onRead: () => void
  onTurn: (on: boolean) => void
}): ReactNode {
  const id = useId()
  const { kind, is_on: isOn } = consent
  const { icon, name, text } = kinds[kind]
  return (
    <div className={classes(css.consent, isOn && css.on)}>
      <div className={css.head}>
        <span className={css.disc}>
          <Icon shape={icon} />
        </span>
        <h3 className={css.name}>{name()}</h3>
        {(isOn || isReadable) && <Switch label={name()} describedBy={id} on={isOn} busy={isBusy} onChange={onTurn} />}
      </div>
      <p className={css.soft}>{text()}</p>
      {/* What a switch did is read out. */}
      <p className={css.state} id={id} aria-live="polite">
        {isBusy ? m.privacy_turning_off() : stateWords(consent, isReadable)}
      </p>
      {problem !== undefined && (
        <Note tone="bad" icon={alertIcon} live>
          {problem}
        </Note>
      )}
      <Button kind="quiet" className={css.read} aria-label={`${m.privacy_read_text()}: ${name()}`} onClick={onRead}>
        {m.privacy_read_text()}
      </Button>
    </div>
  )
}

const stateWords = (consent: Consent, isReadable: boolean): string => {
  const { is_on: isOn, given_at: since, expires_at: until, kept_because: kept } = consent
  const stays = kept === null ? [] : [photosStay[kept]()]
  if (isOn && since !== null)
    return [
      until === null
        ? m.privacy_on_since({ since: formatDate(since) })
        : m.privacy_on_until({ since: formatDate(since), until: formatDate(until) }),
      storedWords(consent),
      ...stays,
    ].join(' ')
  return [...offWords(consent, isReadable), ...stays].join(' ')
}

const storedWords = ({ stored_count: count, last_stored_at: at }: Consent): string => {
  if (count === 0 || at === null) return m.privacy_stored_none()
  return count === 1 ? m.privacy_stored_one(whenOf(at)) : m.privacy_stored({ count, ...whenOf(at) })
}

const offWords = (
  { deleted_at: deleted, deleted_count: count, withdrawn_at: withdrawn, expires_at: until }: Consent,
  isReadable: boolean,
): string[] => {
  const at = deleted ?? withdrawn
  if (at !== null) {
    if (count === 0) return [m.privacy_deleted_none(whenOf(at))]
    return [count === 1 ? m.privacy_deleted_one(whenOf(at)) : m.privacy_deleted({ count, ...whenOf(at) })]
  }
  if (until !== null) return [m.privacy_ended({ date: formatDate(until) })]
  return [isReadable ? m.privacy_off() : m.privacy_not_here()]
}
