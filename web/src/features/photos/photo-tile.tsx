import { useId, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import type { PhotoKind, QueueEntry } from '../../shared/photo-queue/photo-queue.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { classes } from '@hola/ui/classes.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, clockIcon, offlineIcon } from '@hola/ui/layout/icons.ts'
import { BlobImage } from '../../shared/camera/blob-image.tsx'
import { PhotoDrawing } from '../../shared/camera/drawings.tsx'
import { photoWords, type PhotoStatus } from '../../shared/camera/photo-words.ts'
import css from './photo-tile.module.css'
import { kilobytes, secondsLeft } from './time-left.ts'

/** One of the three photos: missing, on its way, with us, or to be taken again and why. */
export function PhotoTile({
  kind,
  status,
  isLookedAt,
  entry,
  onTake,
  onTryNow,
}: {
  kind: PhotoKind
  status: PhotoStatus
  /** Whether we are reading it now; else it waits for the others. */
  isLookedAt: boolean
  entry: QueueEntry | undefined
  onTake: () => void
  onTryNow: () => void
}): ReactNode {
  const id = useId()
  const { title, how } = photoWords[kind]
  const own = entry && entry.status !== 'refused' ? entry.photo.image : undefined
  const isAccepted = !entry && status.state === 'accepted'
  const done = isAccepted || (!entry && status.state === 'checking')
  return (
    <Card>
      <section className={css.tile} aria-labelledby={id}>
        <div className={css.picture}>
          {own ? (
            <BlobImage className={css.photo} image={own} alt={m.photos_yours()} />
          ) : (
            <PhotoDrawing kind={kind} missing={!done} />
          )}
          {isAccepted && (
            <span className={css.check}>
              <Icon shape={checkIcon} size="small" />
            </span>
          )}
        </div>
        <div className={css.words}>
          <h2 id={id} className={css.title}>
            {title()}
          </h2>
          <div className={classes(css.state, !isAccepted && css.steady)}>
            {entry ? (
              <Underway title={title()} entry={entry} onTryNow={onTryNow} />
            ) : (
              <WithUs status={status} isLookedAt={isLookedAt} how={how()} />
            )}
          </div>
          <TakeButton title={title()} status={status} entry={entry} onTake={onTake} />
        </div>
      </section>
    </Card>
  )
}

function WithUs({ status, isLookedAt, how }: { status: PhotoStatus; isLookedAt: boolean; how: string }): ReactNode {
  const { state, reasons, retakes_left_count: left } = status
  if (state === 'accepted') return <p className={css.good}>{m.photos_good()}</p>
  if (state === 'checking') return <p className={css.text}>{isLookedAt ? m.photos_checking() : m.photos_received()}</p>
  if (state === 'missing')
    return (
      <>
        <p className={css.text}>{how}</p>
        <p>
          <Badge>{m.photos_missing()}</Badge>
        </p>
      </>
    )
  return (
    <>
      <p>
        <Badge tone="late" icon={alertIcon}>
          {m.photos_retake()}
        </Badge>
      </p>
      <ul className={css.reasons}>
        {reasons.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
      <p className={css.note}>
        {left === 0
          ? m.photos_retakes_none()
          : left === 1
            ? m.photos_retakes_left_one()
            : m.photos_retakes_left_some({ count: left })}
      </p>
    </>
  )
}

function Underway({ title, entry, onTryNow }: { title: string; entry: QueueEntry; onTryNow: () => void }): ReactNode {
  if (entry.status === 'sending') return <Progress title={title} entry={entry} />
  if (entry.status === 'refused')
    return (
      <p className={css.bad}>
        <Icon shape={alertIcon} size="medium" />
        <span>{entry.message ?? m.photos_lost()}</span>
      </p>
    )
  const { problem } = entry
  if (!problem)
    return (
      <p className={css.line}>
        <Icon shape={clockIcon} size="medium" />
        <span>{m.photos_in_line()}</span>
      </p>
    )
  return (
    <>
      <p className={css.line}>
        <Icon shape={offlineIcon} size="medium" />
        <span>
          {problem.kind === 'connection' ? m.photos_no_connection() : `${problem.message} ${m.photos_kept()}`}
        </span>
      </p>
      <Button kind="quiet" className={css.action} aria-label={`${title}: ${m.photos_try_now()}`} onClick={onTryNow}>
        {m.photos_try_now()}
      </Button>
    </>
  )
}

function Progress({ title, entry }: { title: string; entry: QueueEntry & { status: 'sending' } }): ReactNode {
  const { photo, share, elapsedMs } = entry
  const total = kilobytes(photo.image.size)
  const percent = Math.floor(share * 100)
  const seconds = secondsLeft(share, elapsedMs)
  return (
    <>
      <p className={css.text}>
        {share >= 1 ? m.photos_answer_awaited() : m.photos_sending({ sent: Math.round(total * share), total })}
      </p>
      <progress className={css.bar} aria-label={m.photos_sending_label({ title })} max={100} value={percent} />
      <p className={css.left}>
        <span>{seconds !== undefined && m.photos_seconds_left({ seconds })}</span>
        <strong>{`${percent}\u00A0%`}</strong>
      </p>
    </>
  )
}

function TakeButton({
  title,
  status,
  entry,
  onTake,
}: {
  title: string
  status: PhotoStatus
  entry: QueueEntry | undefined
  onTake: () => void
}): ReactNode {
  if (!entry && status.state !== 'missing' && status.retakes_left_count === 0) return null
  const isNew = !entry && status.state === 'missing'
  const isBad = entry ? entry.status === 'refused' : status.state === 'retake'
  const text = isNew ? m.photos_take_this() : isBad ? m.photos_take_again() : m.photos_take_another()
  return (
    <Button kind="quiet" className={css.action} aria-label={`${title}: ${text}`} onClick={onTake}>
      {text}
    </Button>
  )
}
