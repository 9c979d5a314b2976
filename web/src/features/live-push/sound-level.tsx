import { useEffect, useId, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import css from './live-push-screen.module.css'

const LOOK_EVERY_MS = 100

/** Talking at arm's length fills the bar. */
const LOUD = 0.25

/** How loud it is from 0 to 1; the samples lie around 128. */
const levelOf = (samples: Uint8Array): number => {
  const squares = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0)
  return Math.min(1, Math.sqrt(squares / samples.length) / LOUD)
}

const useLevel = (stream: MediaStream): number => {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (stream.getAudioTracks().length === 0) return undefined
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    // To the analyser and not to the loudspeaker: nobody hears herself.
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Uint8Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples)
      setLevel(levelOf(samples))
    }, LOOK_EVERY_MS)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream])
  return level
}

export function SoundLevel({ stream }: { stream: MediaStream }): ReactNode {
  const id = useId()
  const level = useLevel(stream)
  return (
    <div>
      <h2 id={id} className={css.name}>
        {m.live_sound()}
      </h2>
      {stream.getAudioTracks().length > 0 ? (
        <meter className={css.meter} value={level} aria-labelledby={id} title={m.live_sound_level()} />
      ) : (
        <p className={css.lead}>{m.live_sound_none()}</p>
      )}
    </div>
  )
}
