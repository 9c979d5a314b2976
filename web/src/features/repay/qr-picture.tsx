import { useMemo, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import css from './codes.module.css'
import { CopyRow } from './copy-row.tsx'
import { qrSquares } from './qr.ts'

/** Readers need it quiet around the code. */
const MARGIN = 4

/** The QR code of a payment, and its text for whoever pays on the phone that shows it. */
export function QrPicture({ text }: { text: string }): ReactNode {
  const squares = useMemo(() => qrSquares(text), [text])
  const side = (squares?.length ?? 0) + MARGIN * 2
  const path = squares
    ?.flatMap((row, down) =>
      row.flatMap((isDark, right) => (isDark ? `M${right + MARGIN} ${down + MARGIN}h1v1h-1z` : [])),
    )
    .join('')
  return (
    <>
      {path && (
        <figure className={css.figure} aria-label={m.repay_qr()}>
          <svg className={css.qr} viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
            <rect className={css.light} width={side} height={side} />
            <path className={css.dark} d={path} shapeRendering="crispEdges" />
          </svg>
          <figcaption className={css.caption}>{m.repay_qr_text()}</figcaption>
        </figure>
      )}
      <details className={css.more}>
        <summary>{m.repay_qr_as_text()}</summary>
        <dl>
          <CopyRow name={m.repay_qr_code_text()} text={text} />
        </dl>
      </details>
    </>
  )
}
