import type { ReactNode } from 'react'
import css from './drawing.module.css'

/** Sheet, signature, half sun: the drawing of the first screen. Decoration; it goes when the screen is narrow. */
export function SunSheet(): ReactNode {
  return (
    <svg className={css.picture} viewBox="0 0 128 194" aria-hidden="true">
      <circle className={css.sun} cx="64" cy="66" r="40" />
      <path
        className={css.rays}
        strokeWidth="3"
        d="M64 2v12M33 9.5l6 10.5M95 9.5l-6 10.5M10 33l10.5 6M118 33l-10.5 6M2 64h10M116 64h10"
      />
      <path className={css.sheet} d="M18 194V72a14 14 0 0 1 14-14h64a14 14 0 0 1 14 14v122z" />
      <path className={css.lines} strokeWidth="5" d="M34 80h42M34 95h26" />
      <rect className={css.arrival} x="32" y="112" width="40" height="12" rx="4" />
      <rect className={css.fee} x="74" y="112" width="6" height="12" rx="2" />
      <rect className={css.interest} x="82" y="112" width="14" height="12" rx="4" />
      <path className={css.rule} strokeWidth="4" d="M34 141h60" />
      <path
        className={css.sign}
        strokeWidth="4"
        d="M36 172c6-6 9-15 13.5-15s-1 11-2.5 15c3-5 6-8 8-7s-.5 6.5 3 6c2-.3 2-1 5-1h30"
      />
    </svg>
  )
}
