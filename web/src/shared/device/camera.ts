import { useEffect, useState, useSyncExternalStore } from 'react'

export type CameraProblem = 'unsupported' | 'denied' | 'none' | 'busy'

export type Camera =
  | { readonly status: 'starting' }
  | { readonly status: 'live'; readonly stream: MediaStream }
  | { readonly status: 'failed'; readonly problem: CameraProblem }

/** `user` looks at the person, `environment` away from her. */
export type Facing = 'user' | 'environment'

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

const openCamera = async (facing: Facing, sound: boolean): Promise<MediaStream | CameraProblem> => {
  // Missing where the page came over plain HTTP, and in some apps that show web pages.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) return 'unsupported'
  try {
    // An upright phone gives the short side to the card's width: the more pixels, the better the small print.
    const video = { facingMode: { ideal: facing }, width: { ideal: 2560 }, height: { ideal: 1440 } }
    return await devices.getUserMedia({ audio: sound, video })
  } catch (problem) {
    const why = (problem instanceof DOMException && problems[problem.name]) || 'busy'
    // The browser does not say which of the two is missing: without a microphone there may still be a picture.
    return why === 'none' && sound ? openCamera(facing, false) : why
  }
}

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Open while `wanted` and while somebody looks: its light goes out as soon as the photo is taken or the app is left. */
export const useCamera = (
  facing: Facing,
  wanted: boolean,
  { sound = false }: { sound?: boolean } = {},
): { camera: Camera; retry: () => void } => {
  const [camera, setCamera] = useState<Camera>({ status: 'starting' })
  const [attempt, setAttempt] = useState(0)
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden)
  useEffect(() => {
    if (!wanted || !visible) return undefined
    let left = false
    let stream: MediaStream | undefined
    void openCamera(facing, sound).then((opened) => {
      if (typeof opened === 'string') {
        if (!left) setCamera({ status: 'failed', problem: opened })
      } else if (left) {
        stop(opened)
      } else {
        stream = opened
        setCamera({ status: 'live', stream: opened })
      }
    })
    return () => {
      left = true
      if (stream) stop(stream)
      setCamera({ status: 'starting' })
    }
  }, [facing, wanted, visible, attempt, sound])
  return {
    camera,
    retry: () => {
      setCamera({ status: 'starting' })
      setAttempt((before) => before + 1)
    },
  }
}

/** The DOM's types do not know the lamp yet. */
type Lamp = { readonly torch?: boolean }

/** Switches the phone's lamp; undefined where there is none. */
export const lampOf = (stream: MediaStream): ((on: boolean) => Promise<void>) | undefined => {
  const [track] = stream.getVideoTracks()
  const able: (MediaTrackCapabilities & Lamp) | undefined = track?.getCapabilities?.()
  if (!track || !able?.torch) return undefined
  return async (on) => {
    const constraint: MediaTrackConstraintSet & Lamp = { torch: on }
    await track.applyConstraints({ advanced: [constraint] }).catch(() => undefined)
  }
}
