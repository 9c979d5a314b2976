import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { personCode } from '@hola/core/desk-contract/codes.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { searchIcon } from '@hola/ui/layout/icons.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, wordsOf } from '../lib/desk-client.ts'
import type { SignedIn } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { Kbd } from '../parts/kbd.tsx'
import type { DeskPage } from './pages.tsx'
import css from './search-box.module.css'

type Found = DeskRetOf<'search/find'>['found'][number]

/** Where what was found stands, as far as this member sees it: a request, a loan, else the person. */
const pathOf = ({ user_id, order_number, tracking_number }: Found, pages: readonly DeskPage[]): string | undefined => {
  const has = (path: string): boolean => pages.some((page) => page.path === path && page.record !== undefined)
  if (tracking_number !== null && has('/requests')) return `/requests/${encodeURIComponent(tracking_number)}`
  if (order_number !== null && has('/loans')) return `/loans/${encodeURIComponent(order_number)}`
  return user_id !== null && has('/people') ? `/people/${user_id}` : undefined
}

/** Finds one thing by exactly what it is known by and goes there. What can be searched is said when there is nothing. */
export function SearchBox({ me, pages }: { me: SignedIn; pages: readonly DeskPage[] }): ReactNode {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<{ words: string; found: readonly Found[] }>()
  useShortcuts([{ keys: '/', says: m.desk_people_keys_search(), inFoot: true, run: () => field.current?.focus() }])
  const how = may(me.role, 'see_people') ? m.desk_people_search_how() : m.desk_people_search_how_loans()

  const leave = (): void => {
    setAnswer(undefined)
    setText('')
    field.current?.blur()
  }
  const find = async (): Promise<void> => {
    if (text.trim() === '' || isBusy) return
    setIsBusy(true)
    setAnswer(undefined)
    try {
      const { by, found } = await call('search/find', { text: text.trim() })
      const reachable = found.filter((one) => pathOf(one, pages) !== undefined)
      const [only, ...others] = reachable
      if (only !== undefined && others.length === 0) {
        leave()
        return void navigate(pathOf(only, pages) ?? '/')
      }
      const none = by.length === 0 ? m.desk_people_search_unknown() : m.desk_people_search_none()
      setAnswer({
        words: reachable.length === 0 ? `${none} ${how}` : m.desk_people_search_many({ count: reachable.length }),
        found: reachable,
      })
    } catch (problem) {
      setAnswer({ words: wordsOf(problem), found: [] })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <search className={css.search}>
      <form
        className={css.box}
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <Icon shape={searchIcon} size="small" />
        <input
          ref={field}
          className={css.input}
          type="search"
          aria-label={m.desk_people_search()}
          aria-busy={isBusy}
          placeholder={may(me.role, 'see_people') ? m.desk_people_search_hint() : m.desk_people_search_hint_loans()}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAnswer(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') leave()
          }}
        />
        <Kbd keys="/" />
      </form>
      <output className={css.answer} hidden={answer === undefined}>
        {answer?.words}
        {answer?.found.map((one) => (
          <Link key={`${one.user_id} ${one.order_number}`} to={pathOf(one, pages) ?? '/'} onClick={leave}>
            {one.tracking_number ?? one.order_number ?? personCode(one.user_id ?? '')}
          </Link>
        ))}
      </output>
    </search>
  )
}
