import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { code128Widths } from './code-128.ts'
import css from './codes.module.css'

/** Readers need it quiet on both sides. */
const MARGIN = 10
const HEIGHT = 40

/** Bars and gaps in turn, each where the one before it ends. */
const barsOf = (widths: readonly number[]): { path: string; width: number } => {
  let at = MARGIN
  let path = ''
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${at} 0h${width}v${HEIGHT}h-${width}z`
    at += width
  }
  return { path, width: at + MARGIN }
}

/** The bars of a slip, as the counter reads them from the screen; nothing where other bars would be needed. */
export function BarCode({ digits }: { digits: string }): ReactNode {
  const widths = code128Widths(digits)
  if (!widths) return null
  const { path, width } = barsOf(widths)
  return (
    <figure className={css.figure} aria-label={m.repay_barcode()}>
      <svg className={css.bars} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.light} width={width} height={HEIGHT} />
        <path className={css.dark} d={path} shapeRendering="crispEdges" />
      </svg>
    </figure>
  )
}
