import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { alertIcon, cameraIcon, offlineIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Spinner } from '@hola/ui/layout/spinner.tsx'
import { Sheet } from '@hola/ui/overlay/sheet.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useEvery } from '../../lib/use-every.ts'
import { CameraSheet } from '../../shared/camera/camera-sheet.tsx'
import { BiometricText } from '../../shared/consents/biometric-text.tsx'
import { photoQueue } from '../../shared/photo-queue/our-queue.ts'
import css from './card-flow.module.css'
import type { CardInfo, CardSays } from './card-info.ts'

type Side = CardInfo['sides'][number]

/** A card is read within a few seconds of its photo. */
const ASKED_FIRST_MS = 1000

/** Consent, camera, sending, reading: until what the card says is known, or is not to be had. */
export function CardFlow({
  known,
  onRead,
  onClose,
}: {
  known: CardInfo
  onRead: (card: CardSays) => void
  onClose: () => void
}): ReactNode {
  const queue = useSyncExternalStore(photoQueue.subscribe, photoQueue.snapshot)
  const [info, setInfo] = useState(known)
  const [agreed, setAgreed] = useState(known.sides.length > 0)
  const [failed, setFailed] = useState(false)
  const [side, setSide] = useState<Side>(known.sides.includes('id_front') ? 'id_back' : 'id_front')
  const [isTaking, setIsTaking] = useState(known.state !== 'reading')
  const entry = queue.entries[side]
  const isReading = !isTaking && !entry && info.state === 'reading'

  const ask = async (): Promise<void> => {
    try {
      const answer = await api.call('app/get_card_info', {}, { quiet: true })
      setInfo(answer)
      if (answer.card) onRead(answer.card)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      // A connection that comes back brings the answer; what the server refuses it will refuse again.
      if (problem.kind === 'refused') setFailed(true)
    }
  }
  useEvery(isReading && !failed ? ASKED_FIRST_MS : undefined, () => void ask())

  const arrived = useEffectEvent((kind: string) => {
    if (kind === side) setInfo((before) => ({ ...before, state: 'reading', sides: [...before.sides, side] }))
  })
  useEffect(() => photoQueue.onStored(({ photo }) => arrived(photo.kind)), [])

  const take = (next: Side): void => {
    setSide(next)
    setIsTaking(true)
  }
  const isOver = (): boolean => entry === undefined && info.state === 'no_photo'
  const leave = (): void => {
    setIsTaking(false)
    if (isOver()) onClose()
  }

  if (!agreed || queue.consentNeeded)
    return (
      <ConsentSheet
        onNo={onClose}
        onYes={() => {
          setAgreed(true)
          photoQueue.agree(biometricConsent.version)
        }}
      />
    )
  if (isTaking)
    return (
      <CameraSheet
        kind={side}
        onClose={leave}
        onUse={(image) => {
          setIsTaking(false)
          const userId = session().userId ?? ''
          photoQueue.add({ userId, kind: side, image, consentVersion: biometricConsent.version })
        }}
      />
    )
  if (entry?.status === 'refused')
    return (
      <Ended
        text={entry.message ?? m.application_card_unread()}
        action={m.application_card_again()}
        onAction={() => take(side)}
      />
    )
  if (entry?.status === 'waiting' && entry.problem)
    return (
      <Note tone="warn" icon={offlineIcon} live>
        {m.application_card_waiting()}
      </Note>
    )
  if (entry) return <Busy text={m.application_card_sending()} />
  if (failed) return <Ended text={m.application_card_failed()} />
  if (isReading) return <Busy text={m.application_card_reading()} />
  if (info.sides.includes('id_back')) return <Ended text={m.application_card_unread()} />
  return (
    <Ended
      text={m.application_card_front_unread()}
      action={m.application_card_take_back()}
      onAction={() => take('id_back')}
    />
  )
}

const Busy = ({ text }: { text: string }): ReactNode => (
  <output className={css.busy}>
    <Spinner />
    <span>{text}</span>
  </output>
)

function Ended({ text, action, onAction }: { text: string; action?: string; onAction?: () => void }): ReactNode {
  return (
    <>
      <Note icon={alertIcon} live>
        {text}
      </Note>
      {action && (
        <Button kind="secondary" icon={cameraIcon} onClick={onAction}>
          {action}
        </Button>
      )}
    </>
  )
}

/** Nothing is taken for granted: both answers are the same size, and closing it is no. */
function ConsentSheet({ onYes, onNo }: { onYes: () => void; onNo: () => void }): ReactNode {
  const language = wireLanguageOf(useLocale())
  return (
    <Sheet
      title={biometricConsent[language].title}
      onClose={onNo}
      foot={
        <div className={css.answers}>
          <Button kind="secondary" onClick={onNo}>
            {m.application_card_no()}
          </Button>
          <Button onClick={onYes}>{m.application_card_yes()}</Button>
        </div>
      }
    >
      <BiometricText />
    </Sheet>
  )
}
