import { brand } from '@hola/core/brand.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import css from './printed-head.module.css'

/** Whose paper it is: stands at the head of a page that is printed, and only there. */
export function PrintedHead(): ReactNode {
  return (
    <div className={css.head}>
      <BrandMark name={brand.name} />
      <p className={css.lender}>
        {m.lib_lender({ lender: brand.legalEntity, cuit: brand.cuit })}
        <br />
        {brand.address}
      </p>
    </div>
  )
}
