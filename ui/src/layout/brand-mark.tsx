import type { ReactNode } from 'react'
import css from './brand-mark.module.css'

/** The h with the sun above its arch, and the name beside it when it is given. */
export function BrandMark({ name }: { name?: string | undefined }): ReactNode {
  return (
    <span className={css.brand}>
      <svg className={css.mark} viewBox="0 0 26 32" aria-hidden="true">
        <path strokeWidth="5" d="M3.5 3v26M3.5 21.5v-1.2a6 6 0 0 1 6-6h5.6a6 6 0 0 1 6 6V29" />
        <circle className={css.dot} cx="20" cy="5" r="4.6" />
      </svg>
      {name}
    </span>
  )
}
