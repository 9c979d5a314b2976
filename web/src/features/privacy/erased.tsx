import { useEffect, useRef, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { reLaunch } from '../../router/navigation.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { KeptByLaw } from './kept-by-law.tsx'
import css from './privacy.module.css'
import { whenOf } from './words.ts'

/** The account is gone. */
export function Erased({ erased: { erased_at: at, kept } }: { erased: RetOf<'privacy/erase'> }): ReactNode {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form is gone: reading goes on here.
    window.scrollTo({ top: 0 })
    title.current?.focus()
  }, [])
  return (
    <>
      <InkSurface shape="card">
        <h2 ref={title} className={css.title} tabIndex={-1}>
          {m.privacy_erased()}
        </h2>
        <p className={css.soft}>{m.privacy_erased_at(whenOf(at))}</p>
      </InkSurface>
      <p className={css.lead}>{m.privacy_erased_text()}</p>
      <KeptByLaw kept={kept} />
      <Dock>
        <Button onClick={() => void reLaunch('/')}>{m.privacy_erased_home()}</Button>
      </Dock>
    </>
  )
}
