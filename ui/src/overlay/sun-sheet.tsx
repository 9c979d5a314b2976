import type { ReactNode } from 'react'
import css from './sun-sheet.module.css'

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

/** The same drawing as a small tile, for a place that is still empty. */
export function SunTile(): ReactNode {
  return (
    <svg className={css.tile} viewBox="0 0 66 56" aria-hidden="true">
      <circle className={css.sun} cx="33" cy="27" r="12" />
      <path className={css.rays} strokeWidth="2" d="M33 7v4M23 10l2 3.5M43 10l-2 3.5M15 18.5l3.5 2M51 18.5l-3.5 2" />
      <path className={css.sheet} d="M17 56V31a5 5 0 0 1 5-5h22a5 5 0 0 1 5 5v25z" />
      <path className={css.lines} strokeWidth="2.5" d="M23 34h15M23 40h9" />
      <path className={css.sign} strokeWidth="2" d="M23 50c2.5-2 3-6 5-6s-1 4-1 6c1.5-2 2.5-3.5 3.5-3s0 2 2 2h11" />
    </svg>
  )
}
