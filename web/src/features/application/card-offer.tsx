import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { cameraIcon } from '@hola/ui/layout/icons.ts'
import type { CardInfo, CardSays } from './card-info.ts'
import css from './card-offer.module.css'

const loadFlow = () => import('./card-flow.tsx')
const CardFlow = lazy(async () => ({ default: (await loadFlow()).CardFlow }))

/**
 * The first thing that the first step offers: a photo of the card in place of typing what stands on it. Passing it by
 * costs nothing: every field is there to be typed.
 */
export function CardOffer({
  known,
  onRead,
}: {
  /** What the server knew of her card when the page was opened. */
  known: CardInfo
  onRead: (card: CardSays) => void
}): ReactNode {
  const [isOpen, setIsOpen] = useState(known.state === 'reading')
  useEffect(() => {
    // So that the tap does not wait for it.
    loadFlow().catch(() => undefined)
  }, [])
  const { card } = known
  const offer = (
    <>
      <p className={css.text}>{m.application_card_text()}</p>
      <Button kind="secondary" icon={cameraIcon} onClick={() => (card ? onRead(card) : setIsOpen(true))}>
        {card ? m.application_card_fill() : m.application_card_open()}
      </Button>
    </>
  )
  return (
    <Card title={m.application_card_title()}>
      <div className={css.offer}>
        {isOpen ? (
          <Suspense fallback={offer}>
            <CardFlow known={known} onRead={onRead} onClose={() => setIsOpen(false)} />
          </Suspense>
        ) : (
          offer
        )}
      </div>
    </Card>
  )
}
