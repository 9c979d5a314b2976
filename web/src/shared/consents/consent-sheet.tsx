import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import type { ConsentText } from '@hola/core/consent/text.ts'
import { use, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { PageContext } from '../../router/page-context.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { Fold } from '@hola/ui/layout/fold.tsx'
import { alertIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Sheet } from '@hola/ui/overlay/sheet.tsx'
import { ApiError } from '../../lib/api-client.ts'
import css from './consent-sheet.module.css'
import { giveConsent, sayNotNow, type ConsentKind } from './consents.ts'

/** What for, what exactly is read, what is not, and for how long; the rest of the text is a tap away. */
const ESSENCE_COUNT = 4

/**
 * One consent with its whole text. With `isOn` it is there to be read again; else it asks, and both answers are the same
 * size in the same place. Closing it without an answer is "not now".
 */
export function ConsentSheet({
  kind,
  isOn = false,
  onClose,
}: {
  kind: ConsentKind
  isOn?: boolean
  onClose: (answer: 'given' | 'not_now' | 'read') => void
}): ReactNode {
  const language = wireLanguageOf(useLocale())
  const router = use(PageContext)?.router
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const text = kind === 'biometric' ? biometricConsent : deviceConsents[kind]
  const { title, paragraphs } = text[language]
  const isAsked = !isOn && kind !== 'biometric'

  const decline = (): void => {
    if (busy) return
    if (!isOn) sayNotNow(kind)
    onClose(isOn ? 'read' : 'not_now')
  }

  const give = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await giveConsent(kind, text.version)
      onClose('given')
      if (kind === 'biometric' || !router) return
      const { beginConsented } = await import('./consented.ts')
      if ((await beginConsented(router, kind)) === 'phone_refused') showToast(m.privacy_phone_refused())
    } catch (failed) {
      if (failed instanceof ApiError) setProblem(failed.kind === 'refused' ? failed.message : m.privacy_not_saved())
      // What follows the consent did not load: the next launch begins it.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet
      title={title}
      onClose={decline}
      foot={
        !isOn && (
          <div className={css.answers}>
            <Button kind="secondary" onClick={decline}>
              {m.privacy_not_now()}
            </Button>
            <Button kind="secondary" busy={busy} onClick={() => void give()}>
              {m.privacy_yes()}
            </Button>
          </div>
        )
      }
    >
      {/* Reading begins with the text, not with the button that closes it. */}
      <div className={css.text} tabIndex={-1} data-autofocus>
        {problem !== undefined && (
          <Note tone="bad" icon={alertIcon} live>
            {problem}
          </Note>
        )}
        {isAsked && (
          <Note tone="good" icon={shieldIcon}>
            {m.privacy_no_effect()}
          </Note>
        )}
        <Paragraphs paragraphs={isAsked ? paragraphs.slice(0, ESSENCE_COUNT) : paragraphs} />
        {isAsked && (
          <Fold title={m.privacy_rest()}>
            <div className={css.text}>
              <Paragraphs paragraphs={paragraphs.slice(ESSENCE_COUNT)} />
            </div>
          </Fold>
        )}
        {language !== 'es' && (
          <>
            <p className={css.small}>{m.privacy_courtesy()}</p>
            <Fold title={m.privacy_original()}>
              <div className={css.text} lang="es-AR">
                <h3>{text.es.title}</h3>
                <Paragraphs paragraphs={text.es.paragraphs} />
              </div>
            </Fold>
          </>
        )}
        <p className={css.small}>{m.privacy_text_version({ version: text.version })}</p>
      </div>
    </Sheet>
  )
}

const Paragraphs = ({ paragraphs }: Pick<ConsentText, 'paragraphs'>): ReactNode =>
  paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
