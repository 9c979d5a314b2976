import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { useSession } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { useOnShow } from '../../router/page-context.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import css from './my-loan-screen.module.css'
import { OrdersOf } from './orders-of.tsx'

export function MyLoanScreen(): ReactNode {
  useLocale()
  const { isLogged } = useSession()
  return <div className={css.page}>{isLogged ? <Loans /> : <LogInFirst />}</div>
}

function LogInFirst(): ReactNode {
  return (
    <Card>
      <EmptyState
        drawing="padlock"
        title={m.orders_guest_title()}
        text={m.orders_guest_text()}
        action={<ButtonLink {...linkTo('/pages/account/get-code-page/get-code-page')}>{m.home_log_in()}</ButtonLink>}
      />
    </Card>
  )
}

const PROCESSING = 0
const COMPLETED = 1

const rememberedTab = (): number => (storage.get('my-loan-index') === COMPLETED ? COMPLETED : PROCESSING)

/** Two lists behind two tabs; the chosen one is there again next time. */
function Loans(): ReactNode {
  const [chosen, setChosen] = useState(rememberedTab)
  // The profile's "history" chooses the second tab while this page waits behind it.
  useOnShow(() => setChosen(rememberedTab()))
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const names = [m.orders_tab_processing(), m.orders_tab_completed()]

  const choose = (index: number): void => {
    storage.set('my-loan-index', index)
    setChosen(index)
  }
  const moveByKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (chosen + step + names.length) % names.length
    choose(next)
    tabs.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div ref={tabs} className={css.tabs} role="tablist" aria-label={m.orders_tabs()}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            className={css.tab}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={moveByKey}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${chosen}`}>
        <OrdersOf key={chosen} completed={chosen === COMPLETED} />
      </div>
    </>
  )
}
