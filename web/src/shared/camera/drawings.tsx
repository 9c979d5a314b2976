import type { ReactNode } from 'react'
import type { PhotoKind } from '../photo-queue/photo-queue.ts'
import css from './drawings.module.css'

/** What the photo should show. Dashed while it is missing; the words beside it name it. */
export function PhotoDrawing({ kind, missing }: { kind: PhotoKind; missing: boolean }): ReactNode {
  if (kind === 'selfie') return <Selfie missing={missing} />
  return (
    <svg className={css.picture} viewBox="0 0 112 76" aria-hidden="true">
      <rect className={missing ? css.dashed : css.card} x="1" y="1" width="110" height="74" rx="10" />
      {kind === 'id_front' ? <Front missing={missing} /> : <Back />}
    </svg>
  )
}

function Front({ missing }: { missing: boolean }): ReactNode {
  return (
    <>
      {!missing && <path className={css.band} d="M11 1h90a10 10 0 0 1 10 10v4H1v-4A10 10 0 0 1 11 1z" />}
      <rect className={css.portrait} x="9" y="23" width="29" height="37" rx="4" />
      <circle className={css.figure} cx="23.5" cy="36" r="6.5" />
      <path className={css.figure} d="M12 59c.6-8.5 5-12.5 11.5-12.5S34.4 50.5 35 59z" />
      <path className={css.lines} d="M47 27h34M47 36h48M47 45h26" />
      <path className={css.strong} d="M48 58h46" />
    </>
  )
}

function Back(): ReactNode {
  return (
    <>
      <path
        className={css.bars}
        d="M12 10v17M17 10v17M23 10v17M27 10v17M33 10v17M40 10v17M45 10v17M51 10v17M57 10v17"
      />
      <rect className={css.portrait} x="84" y="9" width="18" height="21" rx="3" />
      <path className={css.lines} d="M11 37h38" />
      <path className={css.letters} d="M11 49h90M11 57h90M11 65h90" />
    </>
  )
}

function Selfie({ missing }: { missing: boolean }): ReactNode {
  return (
    <svg className={css.picture} viewBox="0 0 112 76" aria-hidden="true">
      <rect className={missing ? css.dashed : css.card} x="1" y="1" width="110" height="74" rx="10" />
      <ellipse className={css.outline} cx="56" cy="34" rx="18.5" ry="23" />
      <path
        className={css.outline}
        d="M33 70c2.5-5 6.5-7.5 12-9M79 70c-2.5-5-6.5-7.5-12-9M49.5 41c3.5 4.5 9.5 4.5 13 0"
      />
      <path className={css.eyes} d="M49 31h.01M63 31h.01" />
    </svg>
  )
}

/** A card on a dark table by a window, the phone held flat above it. The sentences beside it say the same. */
export function HowToDrawing(): ReactNode {
  return (
    <svg className={css.how} viewBox="0 0 320 150" aria-hidden="true">
      <rect className={css.table} x="0" y="0" width="320" height="150" rx="14" />
      <circle className={css.sun} cx="38" cy="34" r="13" />
      <path className={css.rays} d="M38 8v7M38 53v7M12 34h7M57 34h7M20 16l5 5M51 47l5 5M56 16l-5 5M25 47l-5 5" />
      <path className={css.beam} d="M62 48l34 22M54 58l30 34" />
      <g className={css.laid}>
        <rect className={css.card} x="104" y="45" width="96" height="62" rx="8" />
        <path className={css.band} d="M112 45h80a8 8 0 0 1 8 8v3h-96v-3a8 8 0 0 1 8-8z" />
        <rect className={css.portrait} x="112" y="63" width="24" height="30" rx="3" />
        <circle className={css.figure} cx="124" cy="74" r="5" />
        <path className={css.figure} d="M115 92c.5-6.5 4-10 9-10s8.5 3.5 9 10z" />
        <path className={css.lines} d="M145 67h28M145 75h42M145 83h22" />
        <path className={css.strong} d="M146 95h42" />
      </g>
      <path
        className={css.corners}
        d="M94 50v-7a8 8 0 0 1 8-8h9M193 35h9a8 8 0 0 1 8 8v7M210 102v7a8 8 0 0 1-8 8h-9M111 117h-9a8 8 0 0 1-8-8v-7"
      />
      <rect className={css.phone} x="240" y="18" width="58" height="114" rx="10" />
      <rect className={css.screen} x="245" y="26" width="48" height="90" rx="4" />
      <rect className={css.card} x="250" y="58" width="38" height="25" rx="3" />
      <path
        className={css.corners}
        d="M247 60v-2a3 3 0 0 1 3-3h4M284 55h4a3 3 0 0 1 3 3v2M291 81v2a3 3 0 0 1-3 3h-4M254 86h-4a3 3 0 0 1-3-3v-2"
      />
      <circle className={css.shutter} cx="269" cy="124" r="4" />
    </svg>
  )
}
