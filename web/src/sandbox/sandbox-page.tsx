import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguage } from '@hola/i18n/locale.ts'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import { offlineIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { ClockCard } from './clock-card.tsx'
import { GuideCard } from './guide-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { PayoutsCard } from './payouts-card.tsx'
import { AccountsCard, PeopleCard } from './people-card.tsx'
import { readClock, readLoans, readMessages, readPayments, readPayouts } from './sandbox-api.ts'
import type { ClockFace, OpenLoan, Payments, SentMessage, SentPayout } from './sandbox-api.ts'
import css from './sandbox-page.module.css'
import { SpecimensCard } from './specimens-card.tsx'

const REFRESH_MS = 2000

/** A tool for whoever tries the product: what it would have sent, what time it believes to be, how its money moves. */
export function SandboxPage(): ReactNode {
  useLocale()
  const { messages, clock, setClock, loans, payouts, setPayouts, payments, setPayments, reachable } = useSandbox()
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
        <div className={css.guide}>
          <GuideCard />
        </div>
        <div className={css.cards}>
          <PeopleCard />
          <AccountsCard />
          <ClockCard clock={clock} loans={loans} onChange={setClock} />
          <MessagesCard messages={messages} />
          <PayoutsCard payouts={payouts} onChange={setPayouts} />
          <PaymentsCard payments={payments} today={clock && civilDayOf(new Date(clock.now))} onChange={setPayments} />
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
  const [loans, setLoans] = useState<readonly OpenLoan[]>()
  const [payouts, setPayouts] = useState<readonly SentPayout[]>()
  const [payments, setPayments] = useState<Payments>()
  const [reachable, setReachable] = useState(true)

  const read = useCallback(async () => {
    try {
      const language = wireLanguage()
      const [sent, face, open, out, money] = await Promise.all([
        readMessages(language),
        readClock(language),
        readLoans(language),
        readPayouts(language),
        readPayments(language),
      ])
      setMessages(sent)
      setClock(face)
      setLoans(open)
      setPayouts(out.payouts)
      setPayments(money)
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

  return { messages, clock, setClock, loans, payouts, setPayouts, payments, setPayments, reachable }
}
