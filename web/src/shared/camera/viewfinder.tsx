import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import type { PhotoKind } from '../photo-queue/photo-queue.ts'
import { classes } from '@hola/ui/classes.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { checkIcon, infoIcon } from '@hola/ui/layout/icons.ts'
import { grabFrame } from './encode-photo.ts'
import { hintOf, lumaOf, type FrameHint } from './frame-hint.ts'
import { framedRegion, type Region, type Size } from './picture-size.ts'
import css from './viewfinder.module.css'

/** A camera that has just been opened needs a moment for its first picture. */
const GRAB_TRIES = 20
const GRAB_AGAIN_MS = 100

const LOOK_EVERY_MS = 400
/** Enough to see light and movement, little enough for a cheap phone. */
const LOOK_SIZE = { width: 96, height: 72 } as const

/** Undefined when the camera gives no picture. */
export type Shutter = { readonly take: () => Promise<ImageBitmap | undefined> }

/** The camera's picture with the frame in it, and one hint at a time. */
export function Viewfinder({
  stream,
  kind,
  ref,
}: {
  stream: MediaStream
  kind: PhotoKind
  ref: Ref<Shutter>
}): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  const hint = useHint(video)

  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  useImperativeHandle(
    ref,
    () => ({
      async take() {
        for (let tries = 0; tries < GRAB_TRIES; tries += 1) {
          const seen = video.current
          if (!seen || !frame.current) return undefined
          const picture = seen.videoWidth > 0 && (await grabFrame(seen, regionOf(kind, seen, frame.current)))
          if (picture) return picture
          await new Promise((resolve) => setTimeout(resolve, GRAB_AGAIN_MS))
        }
        return undefined
      },
    }),
    [kind],
  )

  const lying = size !== undefined && size.width > size.height
  return (
    <div className={css.stage}>
      <div
        className={classes(css.view, lying && css.lying)}
        style={lying ? { aspectRatio: `${size.width} / ${size.height}` } : undefined}
      >
        <video
          ref={video}
          className={classes(css.video, kind === 'selfie' && css.mirrored)}
          autoPlay
          playsInline
          muted
          aria-hidden="true"
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize({ width, height })
          }
        />
        <div ref={frame} className={classes(css.frame, kind === 'selfie' && css.oval)} aria-hidden="true" />
      </div>
      <output className={classes(css.hint, hint === 'good' && css.good)}>
        {hint && (
          <>
            <Icon shape={hint === 'good' ? checkIcon : infoIcon} size="medium" />
            {hintWords[hint]()}
          </>
        )}
      </output>
    </div>
  )
}

/** What of the video becomes the photo. A face needs no crop, and a small front camera has nothing to give away. */
const regionOf = (kind: PhotoKind, video: HTMLVideoElement, frame: HTMLElement): Region => {
  const whole = { x: 0, y: 0, width: video.videoWidth, height: video.videoHeight }
  if (kind === 'selfie') return whole
  const outer = video.getBoundingClientRect()
  const { x, y, width, height } = frame.getBoundingClientRect()
  return framedRegion(whole, outer, { x: x - outer.x, y: y - outer.y, width, height })
}

const hintWords: Readonly<Record<FrameHint, () => string>> = {
  dark: m.photos_hint_dark,
  glare: m.photos_hint_glare,
  moving: m.photos_hint_moving,
  good: m.photos_hint_good,
}

/** Said when two looks agree, so that it neither flickers nor chatters. */
const useHint = (video: { readonly current: HTMLVideoElement | null }): FrameHint | undefined => {
  const [said, setSaid] = useState<FrameHint>()
  useEffect(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, LOOK_SIZE)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    let before: Uint8Array | undefined
    let last: FrameHint | undefined
    const timer = setInterval(() => {
      if (!context || !video.current?.videoWidth) return
      context.drawImage(video.current, 0, 0, LOOK_SIZE.width, LOOK_SIZE.height)
      const luma = lumaOf(context.getImageData(0, 0, LOOK_SIZE.width, LOOK_SIZE.height).data)
      const hint = hintOf(luma, before)
      if (hint === last) setSaid(hint)
      before = luma
      last = hint
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [video])
  return said
}
