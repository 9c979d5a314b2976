import type { ReactNode } from 'react'
import css from './drawing.module.css'

/** Good news, no connection, nothing here, closed or private, a matter of days, and signed. */
export type DrawingName = 'sunrise' | 'night' | 'drawer' | 'padlock' | 'calendar' | 'signed'

// Six drawings in one hand, on a ground of 120 by 84: ink, a gold sun or moon, paper, one green stroke; no outlines.

const Sunrise = (): ReactNode => (
  <>
    <path className={css.land} d="M0 60h120v24H0z" />
    <path className={css.sun} d="M37 60a23 23 0 0 1 46 0z" />
    <path
      className={css.rays}
      strokeWidth="3"
      d="M60 18v9M38 24.5l4.5 7.5M82 24.5l-4.5 7.5M22.5 41l7.5 4M97.5 41l-7.5 4"
    />
    <path className={css.chalk} strokeWidth="3" d="M16 60h88" />
    <path className={css.field} strokeWidth="3" d="M36 69h48M48 77h24" />
  </>
)

const Night = (): ReactNode => (
  <>
    <path className={css.sun} d="M74 12a22 22 0 1 0 21.5 29.5A18 18 0 0 1 74 12z" />
    <path className={css.chalk} strokeWidth="2.5" d="M27 16v6M24 19h6M43 35v4M41 37h4M103 16v4M101 18h4" />
    <path className={css.land} d="M0 84V66c16-8 30-8 46-1s40 5 74-5v24z" />
    <path className={css.chalk} strokeWidth="2.5" d="M24 73l5-23 5 23M26 64h6" />
    <path
      className={css.field}
      strokeWidth="2.5"
      strokeDasharray="0.1 5"
      d="M20.5 55a12 12 0 0 1 0-12M37.5 55a12 12 0 0 0 0-12M14 59a20 20 0 0 1 0-20M44 59a20 20 0 0 0 0-20"
    />
  </>
)

const Drawer = (): ReactNode => (
  <>
    <path className={css.land} d="M0 76h120v8H0z" />
    <rect className={css.sun} x="33" y="12" width="54" height="64" rx="6" />
    <rect className={css.sheet} x="39" y="18" width="42" height="14" rx="3" />
    <path className={css.arrival} d="M39 38h42v14H39z" />
    <rect className={css.sheet} x="35" y="49" width="50" height="20" rx="4" />
    <path className={css.lines} strokeWidth="5" d="M60 25h.01" />
    <path className={css.sign} strokeWidth="6" d="M60 59h.01" />
  </>
)

const Padlock = (): ReactNode => (
  <>
    <path className={css.land} d="M0 76h120v8H0z" />
    <path className={css.chalk} strokeWidth="7" d="M46 42V31a14 14 0 0 1 28 0v11" />
    <rect className={css.sun} x="36" y="38" width="48" height="38" rx="8" />
    <circle className={css.arrival} cx="60" cy="53" r="4.5" />
    <path className={css.lines} strokeWidth="4" d="M60 54v9" />
    <path className={css.field} strokeWidth="3" d="M18 76h10M92 76h10" />
  </>
)

const Calendar = (): ReactNode => (
  <>
    <path className={css.land} d="M0 76h120v8H0z" />
    <path className={css.sheet} d="M33 36h54v34a6 6 0 0 1-6 6H39a6 6 0 0 1-6-6z" />
    <path className={css.sun} d="M33 36v-9a7 7 0 0 1 7-7h40a7 7 0 0 1 7 7v9z" />
    <path className={css.chalk} strokeWidth="4" d="M47 13v12M73 13v12" />
    <path
      className={css.rule}
      strokeWidth="4.5"
      d="M43 47h.01M54 47h.01M65.5 47h.01M77 47h.01M43 57h.01M54 57h.01M43 67h.01M54 67h.01"
    />
    <circle className={css.seal} cx="71" cy="61" r="9.5" />
    <path className={css.chalk} strokeWidth="2.5" d="M66.5 61.5l3 3 6-6.5" />
  </>
)

const Signed = (): ReactNode => (
  <>
    <circle className={css.sun} cx="60" cy="34" r="21" />
    <path
      className={css.rays}
      strokeWidth="3"
      d="M60 3.5v5M39.5 9.5l3 4.5M80.5 9.5l-3 4.5M25.5 24.5l5 3M94.5 24.5l-5 3"
    />
    <path className={css.sheet} d="M31 84V39a8 8 0 0 1 8-8h42a8 8 0 0 1 8 8v45z" />
    <path className={css.lines} strokeWidth="3.5" d="M41 43h24M41 52h15" />
    <path className={css.rule} strokeWidth="2.5" d="M41 77h28" />
    <path
      className={css.sign}
      strokeWidth="3"
      d="M42 73c4-4 5.5-10.5 9-10.5s-.5 7.5-1.5 10.5c2-3.5 4-5.5 5.5-5s0 4.5 2.5 4.5 2-1 9-1"
    />
    <circle className={css.seal} cx="85" cy="62" r="11" />
    <path className={css.chalk} strokeWidth="3" d="M79.5 62.5l4 4 7-8" />
  </>
)

const shapes: Record<DrawingName, () => ReactNode> = {
  sunrise: Sunrise,
  night: Night,
  drawer: Drawer,
  padlock: Padlock,
  calendar: Calendar,
  signed: Signed,
}

export function Shape({ of }: { of: DrawingName }): ReactNode {
  return shapes[of]()
}
