import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { useCamera, type Camera, type CameraProblem, type Facing } from '../../shared/device/camera.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { classes } from '@hola/ui/classes.ts'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { cameraIcon, lockIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Spinner } from '@hola/ui/layout/spinner.tsx'
import css from './live-push-screen.module.css'
import { SoundLevel } from './sound-level.tsx'

const problemWords: Readonly<Record<CameraProblem, () => string>> = {
  unsupported: m.live_unsupported,
  denied: m.live_denied,
  none: m.live_none,
  busy: m.live_busy,
}

/** What the camera and the microphone give, on this phone and nowhere else. Off until somebody turns it on. */
export function LivePushScreen(): ReactNode {
  useLocale()
  const [facing, setFacing] = useState<Facing>('user')
  const [wanted, setWanted] = useState(false)
  // The wrapper never asks for the microphone.
  const sound = !isInWrapper()
  const { camera, retry } = useCamera(facing, wanted, { sound })
  useEffect(() => {
    const leave = (): void => {
      if (document.hidden) setWanted(false)
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      // Another page covers this one: coming back, it is off until it is turned on again.
      setWanted(false)
    }
  }, [])
  const problem = wanted && camera.status === 'failed' ? camera.problem : undefined

  return (
    <div className={css.page}>
      <p className={css.lead}>{m.live_lead()}</p>
      <Note tone="good" icon={lockIcon}>
        {m.live_private()}
      </Note>
      <div>
        <Stage camera={wanted ? camera : undefined} facing={facing} />
        <div role="alert" className={css.alert}>
          {problem && <Note tone="bad">{problemWords[problem]()}</Note>}
        </div>
      </div>
      {wanted && !problem && (
        <Card>
          <div className={css.stack}>
            <Chips
              label={m.live_facing()}
              options={[
                { value: 'user', text: m.live_front() },
                { value: 'environment', text: m.live_back() },
              ]}
              value={facing}
              onChange={setFacing}
            />
            {camera.status === 'live' && <SoundLevel stream={camera.stream} />}
          </div>
        </Card>
      )}
      <Dock note={wanted && !problem ? m.live_hidden() : sound ? m.live_allow() : m.live_allow_camera()}>
        {!wanted ? (
          <Button icon={cameraIcon} onClick={() => setWanted(true)}>
            {m.live_start()}
          </Button>
        ) : problem && problem !== 'unsupported' ? (
          <Button onClick={retry}>{m.live_again()}</Button>
        ) : (
          <Button kind="secondary" onClick={() => setWanted(false)}>
            {m.live_stop()}
          </Button>
        )}
      </Dock>
    </div>
  )
}

function Stage({ camera, facing }: { camera: Camera | undefined; facing: Facing }): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const stream = camera?.status === 'live' ? camera.stream : undefined
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])
  return (
    <div className={css.stage} data-surface="ink">
      {stream ? (
        <video
          ref={video}
          className={classes(css.video, facing === 'user' && css.mirrored)}
          aria-label={m.live_picture()}
          autoPlay
          playsInline
          muted
        />
      ) : camera?.status === 'starting' ? (
        <Spinner />
      ) : (
        <Icon shape={cameraIcon} />
      )}
      <output className={css.state}>
        {stream ? m.live_on() : camera?.status === 'starting' ? m.live_starting() : m.live_off()}
      </output>
    </div>
  )
}
