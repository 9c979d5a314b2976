import type { CSSProperties, ReactNode } from 'react'
import css from './slider.module.css'

/** The platform's range input in our look: arrows, Page keys and Home/End work, `text` is what is read out. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  text,
  ends,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** The value as people read it. */
  text: string
  ends?: readonly [string, string] | undefined
  onChange: (value: number) => void
}): ReactNode {
  const fill: CSSProperties & { '--fill': string } = {
    '--fill': `${max > min ? ((value - min) / (max - min)) * 100 : 100}%`,
  }
  return (
    <div>
      <input
        type="range"
        className={css.slider}
        style={fill}
        aria-label={label}
        aria-valuetext={text}
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      {ends && (
        <div className={css.ends} aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
    </div>
  )
}
