import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { linkTo } from '../../lib/link.ts'
import { learnConsents, mayAsk, sayNotNow } from '../../shared/consents/consents.ts'
import css from './consents-card.module.css'

const mayAskForAll = (): boolean => deviceDataKinds.every((kind) => mayAsk(kind))

/**
 * The one place where the optional consents are mentioned: it opens nothing by itself, and leads to "my data", where
 * each of them has its text and its switch. Whoever has given or declined one knows of them already.
 */
export function ConsentsCard(): ReactNode {
  useLocale()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!mayAskForAll()) return undefined
    let left = false
    learnConsents().then(
      () => {
        if (!left) setIsShown(mayAskForAll())
      },
      // Without a connection nobody is asked.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  if (!isShown) return null
  return (
    <Card title={m.home_consents_title()}>
      <p className={css.text}>{m.home_consents_text()}</p>
      <div className={css.answers}>
        <ButtonLink kind="quiet" {...linkTo('/pages/privacy/privacy')}>
          {m.home_consents_open()}
        </ButtonLink>
        <Button
          kind="quiet"
          onClick={() => {
            for (const kind of deviceDataKinds) sayNotNow(kind)
            setIsShown(false)
          }}
        >
          {m.home_consents_no()}
        </Button>
      </div>
    </Card>
  )
}
