import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { useRef, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Checkbox } from '@hola/ui/controls/checkbox.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { BiometricText } from '../../shared/consents/biometric-text.tsx'
import css from './consent-step.module.css'

/** Asked before the camera opens. Nothing is ticked beforehand, and no is as near as yes. */
export function ConsentStep({
  again,
  onAgree,
  onDecline,
}: {
  /** The server knows no consent any more, so it is asked once more. */
  again: boolean
  onAgree: () => void
  onDecline: () => void
}): ReactNode {
  const language = wireLanguageOf(useLocale())
  const [ticked, setTicked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  return (
    <>
      {again && <Note live>{m.photos_consent_again()}</Note>}
      <p className={css.lead}>{m.photos_consent_lead()}</p>
      <Card title={biometricConsent[language].title}>
        <BiometricText />
      </Card>
      <Checkbox ref={box} checked={ticked} onChange={(event) => setTicked(event.target.checked)}>
        {m.photos_consent_tick()}
      </Checkbox>
      <Dock
        missing={
          ticked ? undefined : { title: m.photos_consent_needed(), items: [{ label: m.photos_consent_missing() }] }
        }
      >
        <Button kind="secondary" onClick={onDecline}>
          {m.photos_consent_no()}
        </Button>
        <Button blocked={!ticked} onBlocked={() => box.current?.focus()} onClick={onAgree}>
          {m.photos_consent_yes()}
        </Button>
      </Dock>
    </>
  )
}
