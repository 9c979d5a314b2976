import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import css from './consent-question.module.css'
import { learnConsents, mayAsk } from './consents.ts'

const loadSheet = () => import('./consent-sheet.tsx')
const ConsentSheet = lazy(async () => ({ default: (await loadSheet()).ConsentSheet }))

/** Calls back once, when it is certain that the question may be put and that its text is there to be read. */
const useWhenMayAsk = (kind: DeviceDataKind, onMay: () => void): void => {
  const tell = useEffectEvent(onMay)
  useEffect(() => {
    if (!mayAsk(kind)) return undefined
    let left = false
    const isReadable = async (): Promise<boolean> => (await import('../device-data/device-data.ts')).canRead(kind)
    Promise.all([isReadable(), learnConsents(), loadSheet()]).then(
      ([can]) => {
        if (!left && can && mayAsk(kind)) tell()
      },
      // Without a connection nobody is asked.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [kind])
}

const isTyping = (): boolean => document.activeElement instanceof HTMLInputElement

/**
 * Asks for a consent by itself, at a moment when nothing else is being done. It never waits for an answer: closed in any
 * way, everything goes on as before.
 */
export function ConsentQuestion({
  kind,
  onOpen,
}: {
  kind: DeviceDataKind
  onOpen?: ((isOpen: boolean) => void) | undefined
}): ReactNode {
  useLocale()
  const [isOpen, setIsOpen] = useState(false)
  useWhenMayAsk(kind, () => {
    if (isTyping()) return
    setIsOpen(true)
    onOpen?.(true)
  })
  if (!isOpen) return null
  return (
    <Suspense>
      <ConsentSheet
        kind={kind}
        onClose={() => {
          setIsOpen(false)
          onOpen?.(false)
        }}
      />
    </Suspense>
  )
}

const offers = {
  location: () => m.privacy_offer_location(),
  sms: () => m.privacy_offer_sms(),
  apps: () => m.privacy_offer_apps(),
}

/** A consent that is offered among the fields that it has to do with: whoever does not care passes it by. */
export function ConsentOffer({ kind }: { kind: keyof typeof offers }): ReactNode {
  useLocale()
  const [may, setMay] = useState(false)
  useWhenMayAsk(kind, () => setMay(true))
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState<'given' | 'not_now'>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that opened the sheet is gone.
    if (answer) place.current?.focus()
  }, [answer])
  if (!may) return null
  return (
    <div ref={place} tabIndex={-1}>
      <Note live>
        {answer ? (
          <p>{answer === 'given' ? m.privacy_offer_given() : m.privacy_offer_declined()}</p>
        ) : (
          <>
            <p>{offers[kind]()}</p>
            <Button kind="quiet" className={css.open} onClick={() => setIsOpen(true)}>
              {m.privacy_offer_open()}
            </Button>
          </>
        )}
      </Note>
      {isOpen && (
        <Suspense>
          <ConsentSheet
            kind={kind}
            onClose={(said) => {
              setIsOpen(false)
              if (said !== 'read') setAnswer(said)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
