import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import type { BridgeProblem } from '../../bridge/ask.ts'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { lampOf, useCamera, type CameraProblem } from '../device/camera.ts'
import { photoFromWrapper } from '../device/photo.ts'
import { sayDeviceProblem } from '../device/problem-words.ts'
import { photoKinds, type PhotoKind } from '../photo-queue/photo-queue.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { FileButton } from '@hola/ui/controls/file-button.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { cameraIcon, closeIcon, refreshIcon, sunIcon } from '@hola/ui/layout/icons.ts'
import { ModalDialog } from '@hola/ui/overlay/modal-dialog.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { Spinner } from '@hola/ui/layout/spinner.tsx'
import { BlobImage } from './blob-image.tsx'
import css from './camera-sheet.module.css'
import { HowToDrawing } from './drawings.tsx'
import { encodePhoto, openPicture, type PictureProblem, type Turns } from './encode-photo.ts'
import { photoWords } from './photo-words.ts'
import { Viewfinder, type Shutter } from './viewfinder.tsx'

/** A picture that was taken or chosen, and how it will be sent. */
type Taken = { readonly picture: ImageBitmap; readonly turns: Turns; readonly photo: Blob }

const problemWords: Readonly<Record<PictureProblem, () => string>> = {
  heic: m.photos_problem_heic,
  unreadable: m.photos_problem_unreadable,
  too_small: m.photos_problem_too_small,
  no_picture: m.photos_problem_no_picture,
}

const cameraWords: Readonly<Record<CameraProblem, () => string>> = {
  unsupported: m.photos_no_camera,
  denied: m.photos_camera_denied,
  none: m.photos_camera_none,
  busy: m.photos_camera_busy,
}

/** Takes one photo: camera or file, then a look at it. Open while mounted. */
export function CameraSheet({
  kind,
  onUse,
  onClose,
}: {
  kind: PhotoKind
  onUse: (photo: Blob) => void
  onClose: () => void
}): ReactNode {
  const id = useId()
  const words = photoWords[kind]
  const { taken, problem, busy, take, turn, discard } = useTaken()
  const { camera, retry } = useCamera(kind === 'selfie' ? 'user' : 'environment', !taken)
  const shutter = useRef<Shutter>(null)
  const isLive = camera.status === 'live' && !taken

  const takeFile = (file: File): void => {
    setRefused(undefined)
    void take(() => openPicture(file))
  }

  const [refused, setRefused] = useState<BridgeProblem>()
  const takeByWrapper = async (): Promise<void> => {
    setRefused(undefined)
    const photo = await photoFromWrapper(kind, biometricConsent.version)
    if (photo instanceof Blob) void take(() => openPicture(photo))
    else if (photo.refused !== 'cancelled') setRefused(photo.refused)
  }

  return (
    <ModalDialog className={css.sheet} aria-labelledby={id} onDismiss={onClose}>
      <div className={css.ink} data-surface="ink">
        <div className={css.bar}>
          <button type="button" className={css.round} aria-label={m.photos_camera_close()} onClick={onClose}>
            <Icon shape={closeIcon} />
          </button>
          <h2 id={id} className={css.title}>
            {words.title()}
          </h2>
          {isLive ? <LampButton stream={camera.stream} /> : <span className={css.round} />}
        </div>

        <div className={css.words}>
          <p className={css.headline}>{taken ? words.check() : words.frame()}</p>
          {!taken && <p className={css.more}>{words.frameMore()}</p>}
        </div>

        {/* Always there, so that what comes up in it is read out. */}
        <div role="alert" className={css.alert}>
          {problem && <Note tone="bad">{problemWords[problem]()}</Note>}
          {refused && <Note tone="bad">{sayDeviceProblem(refused)}</Note>}
        </div>

        {taken && (
          <div className={css.preview}>
            <BlobImage className={css.photo} image={taken.photo} alt={m.photos_preview_alt({ title: words.title() })} />
          </div>
        )}
        {isLive && <Viewfinder stream={camera.stream} kind={kind} ref={shutter} />}
        {!taken && camera.status === 'starting' && (
          <output className={css.starting}>
            <Spinner />
            <span>
              {m.photos_camera_starting()}
              <span className={css.more}>{m.photos_camera_allow()}</span>
            </span>
          </output>
        )}
        {!taken && camera.status === 'failed' && (
          <div className={css.without}>
            {kind !== 'selfie' && <HowToDrawing />}
            <output>{isInWrapper() ? m.photos_camera_by_wrapper() : cameraWords[camera.problem]()}</output>
          </div>
        )}
        {isLive && (
          <div className={css.foot}>
            <span className={css.count}>
              {m.photos_camera_count({ number: photoKinds.indexOf(kind) + 1, count: photoKinds.length })}
            </span>
            <FirstFocus>
              <button
                type="button"
                className={css.shutter}
                aria-label={m.photos_camera_shutter()}
                aria-disabled={busy || undefined}
                onClick={() => {
                  if (!busy) void take(async () => (await shutter.current?.take()) ?? 'no_picture')
                }}
              />
            </FirstFocus>
            <FileButton kind="quiet" accept="image/*" onFile={takeFile}>
              {m.photos_camera_file()}
            </FileButton>
          </div>
        )}
      </div>

      {/* Buttons stand on paper: the ink carries none but the shutter. */}
      {taken && (
        <div className={css.foot}>
          <Button kind="secondary" icon={cameraIcon} blocked={busy} onClick={discard}>
            {m.photos_take_another()}
          </Button>
          <Button kind="secondary" icon={refreshIcon} busy={busy} onClick={turn}>
            {m.photos_preview_rotate()}
          </Button>
          <FirstFocus>
            <Button className={css.wide} blocked={busy} onClick={() => onUse(taken.photo)}>
              {m.photos_preview_use()}
            </Button>
          </FirstFocus>
        </div>
      )}
      {!taken && camera.status === 'failed' && (
        <div className={css.foot}>
          {camera.problem === 'unsupported' || isInWrapper() ? (
            <>
              <FileButton kind="secondary" accept="image/*" onFile={takeFile}>
                {m.photos_camera_file()}
              </FileButton>
              {isInWrapper() ? (
                <Button icon={cameraIcon} busy={busy} onClick={() => void takeByWrapper()}>
                  {m.photos_camera_use_phone()}
                </Button>
              ) : (
                <FileButton
                  icon={cameraIcon}
                  accept="image/*"
                  capture={kind === 'selfie' ? 'user' : 'environment'}
                  onFile={takeFile}
                >
                  {m.photos_camera_use_phone()}
                </FileButton>
              )}
            </>
          ) : (
            <>
              <Button kind="secondary" icon={refreshIcon} onClick={retry}>
                {m.photos_camera_retry()}
              </Button>
              <FileButton accept="image/*" onFile={takeFile}>
                {m.photos_camera_file()}
              </FileButton>
            </>
          )}
        </div>
      )}
    </ModalDialog>
  )
}

/** The picture in hand. Each turn draws it anew, so that what is seen is what is sent. */
const useTaken = () => {
  const [taken, setTaken] = useState<Taken>()
  const [problem, setProblem] = useState<PictureProblem>()
  const [busy, setBusy] = useState(false)

  const show = async (picture: ImageBitmap, turns: Turns): Promise<void> => {
    const photo = await encodePhoto(picture, turns)
    if (typeof photo === 'string') {
      picture.close()
      setProblem(photo)
      setTaken(undefined)
    } else {
      setTaken({ picture, turns, photo })
    }
  }

  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }

  return {
    taken,
    problem,
    busy,
    take: (open: () => Promise<ImageBitmap | PictureProblem>) =>
      whileBusy(async () => {
        const picture = await open()
        if (typeof picture === 'string') setProblem(picture)
        else await show(picture, 0)
      }),
    turn: () => {
      if (taken) void whileBusy(() => show(taken.picture, ((taken.turns + 1) % 4) as Turns))
    },
    discard: () => {
      taken?.picture.close()
      setTaken(undefined)
    },
  }
}

function LampButton({ stream }: { stream: MediaStream }): ReactNode {
  const [on, setOn] = useState(false)
  const switchLamp = lampOf(stream)
  if (!switchLamp) return <span className={css.round} />
  return (
    <button
      type="button"
      className={css.round}
      aria-label={m.photos_camera_torch()}
      aria-pressed={on}
      onClick={() => {
        setOn(!on)
        void switchLamp(!on)
      }}
    >
      <Icon shape={sunIcon} tint={on} />
    </button>
  )
}

/** When one view of the sheet gives way to the next, the focus goes to what is done most. */
function FirstFocus({ children }: { children: ReactNode }): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current?.querySelector('button')?.focus()
  }, [])
  return (
    <span ref={place} className={css.first}>
      {children}
    </span>
  )
}
