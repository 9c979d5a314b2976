import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { m } from '../i18n/compiled/messages.js'
import { useLocale, wireLanguage } from '../i18n/locale.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { offlineIcon } from '../ui/icons.ts'
import { InkSurface } from '../ui/ink-surface.tsx'
import { Note } from '../ui/note.tsx'
import { ClockCard } from './clock-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { readClock, readMessages, type ClockFace, type SentMessage } from './sandbox-api.ts'
import css from './sandbox-page.module.css'
import { SpecimensCard } from './specimens-card.tsx'

const REFRESH_MS = 2000

/** A tool for whoever tries the product: what it would have sent, and what time it believes to be. */
export function SandboxPage(): ReactNode {
  useLocale()
  const { messages, clock, setClock, reachable } = useSandbox()
  return (
    <>
      <InkSurface as="header">
        <div className={css.inner}>
          <div className={css.top}>
            <BrandMark name={brand.name} />
            <nav className={css.links}>
              <a href="/">{m.sandbox_open_app()}</a>
              <a href="/openapi.json">{m.sandbox_open_contract()}</a>
            </nav>
          </div>
          <h1>{m.sandbox_title()}</h1>
          <p className={css.intro}>{m.sandbox_intro()}</p>
        </div>
      </InkSurface>
      <main className={css.inner}>
        {!reachable && (
          <Note tone="warn" icon={offlineIcon} live>
            {m.sandbox_unreachable()}
          </Note>
        )}
        <div className={css.cards}>
          <ClockCard clock={clock} onChange={setClock} />
          <MessagesCard messages={messages} />
          <SpecimensCard />
        </div>
      </main>
    </>
  )
}

/** Asks again and again while somebody looks; a failed round is followed by the next. */
const useSandbox = () => {
  const [messages, setMessages] = useState<readonly SentMessage[]>()
  const [clock, setClock] = useState<ClockFace>()
  const [reachable, setReachable] = useState(true)

  const read = useCallback(async () => {
    try {
      const [sent, face] = await Promise.all([readMessages(wireLanguage()), readClock(wireLanguage())])
      setMessages(sent)
      setClock(face)
      setReachable(true)
    } catch {
      setReachable(false)
    }
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const round = async (): Promise<void> => {
      if (!document.hidden) await read()
      if (!left) timer = setTimeout(round, REFRESH_MS)
    }
    void round()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [read])

  return { messages, clock, setClock, reachable }
}
