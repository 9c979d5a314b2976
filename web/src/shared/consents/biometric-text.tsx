import { biometricConsent } from '@hola/core/consent/biometric.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { Fold } from '@hola/ui/layout/fold.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { faceIcon, lockIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import css from './biometric-text.module.css'

/** What the photos are for, in three lines; the whole text, which is what is agreed to, is one tap away. */
export function BiometricText(): ReactNode {
  const language = wireLanguageOf(useLocale())
  const lines = [
    [faceIcon, m.photos_consent_line_use()],
    [lockIcon, m.photos_consent_line_kept()],
    [undoIcon, m.photos_consent_line_free()],
  ] as const
  return (
    <div className={css.whole}>
      <ul className={css.lines}>
        {lines.map(([icon, text]) => (
          <li key={text} className={css.line}>
            <Icon shape={icon} size="medium" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Fold title={m.photos_consent_whole()}>
        <div className={css.text}>
          {biometricConsent[language].paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {language !== 'es' && (
            <div className={css.text} lang="es-AR">
              <p lang="en">{m.photos_consent_original()}</p>
              <h3>{biometricConsent.es.title}</h3>
              {biometricConsent.es.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          )}
          <p className={css.small}>{m.photos_consent_version({ version: biometricConsent.version })}</p>
        </div>
      </Fold>
    </div>
  )
}
