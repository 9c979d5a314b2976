import { brand } from '@hola/core/brand.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { chooseLocale, locale } from '@hola/i18n/locale.ts'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { leaveIcon, offlineIcon, rightIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { useReachable } from '../lib/connection.ts'
import { useCall, useSandboxMembers } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { leave } from '../lib/session.ts'
import type { Shortcut } from '../lib/shortcuts.ts'
import { switchSingleKeys, useAreSingleKeysOn, useShortcutList, useShortcuts } from '../lib/shortcuts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { formatCount } from '../parts/filter-chips.tsx'
import { SwitchState } from '../parts/switch-state.tsx'
import { Initials } from '../parts/initials.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { sayRole } from '../words.ts'
import { FillDesk } from './fill-desk.tsx'
import type { DeskPage } from './pages.tsx'
import type { Command } from './palette.tsx'
import { Palette } from './palette.tsx'
import { SearchBox } from './search-box.tsx'
import css from './shell.module.css'

function Rail({ me, pages }: { me: SignedIn; pages: readonly DeskPage[] }): ReactNode {
  const groups = Map.groupBy(pages, ({ group }) => group())
  const { data: counts } = useCall('queue/counts', {}, { isLive: true })
  const countOf = (badge: DeskPage['badge']): number => {
    if (badge === undefined || counts === undefined) return 0
    return badge === 'all' ? counts.all : (counts.kinds[badge] ?? 0)
  }
  return (
    <nav className={css.rail} aria-label={m.desk_pages()}>
      <p className={css.brand}>
        <BrandMark name={undefined} />
        <span className={css.words}>
          <b>{brand.name}</b> <span className={css.quiet}>{m.desk_name()}</span>
        </span>
      </p>
      <div className={css.pages}>
        {[...groups].map(([group, list]) => (
          <div key={group}>
            <p className={css.group}>{group}</p>
            {list.map(({ path, name, icon, badge }) => (
              <NavLink key={path} to={path} className={css.link ?? ''} title={name()}>
                <Icon shape={icon} />
                <span className={css.words}>{name()}</span>
                {countOf(badge) > 0 && (
                  <span className={css.count} data-late={(badge === 'all' && (counts?.past ?? 0) > 0) || undefined}>
                    {formatCount(countOf(badge))}
                  </span>
                )}
              </NavLink>
            ))}
          </div>
        ))}
      </div>
      <div className={css.me}>
        <span title={`${me.name} · ${sayRole(me.role)}`}>
          <Initials name={me.name} large />
        </span>
        <span className={css.words}>
          <span className={css.name}>{me.name}</span>
          <span className={css.quiet}>{sayRole(me.role)}</span>
        </span>
        <button
          type="button"
          className={css.leave}
          title={m.desk_sign_out()}
          aria-label={m.desk_sign_out()}
          onClick={() => void leave()}
        >
          <Icon shape={leaveIcon} size="small" />
        </button>
      </div>
    </nav>
  )
}

function FootKeys({ onAll }: { onAll: () => void }): ReactNode {
  const shown = useShortcutList().filter(({ inFoot }) => inFoot)
  const areOn = useAreSingleKeysOn()
  return (
    <footer className={css.foot}>
      {areOn &&
        shown.map(({ keys, says }) => (
          <span key={keys} className={css.key}>
            <Kbd keys={keys} /> {says}
          </span>
        ))}
      <button type="button" className={css.all} onClick={onAll}>
        <Kbd keys="?" /> {m.desk_keys_all()}
      </button>
    </footer>
  )
}

function AllKeys({ onClose }: { onClose: () => void }): ReactNode {
  const list = useShortcutList()
  const areOn = useAreSingleKeysOn()
  return (
    <Dialog title={m.desk_keys_title()} onDismiss={onClose}>
      {!areOn && <Note>{m.desk_keys_off_text()}</Note>}
      <ul className={css.keys}>
        <li>
          <span>{m.desk_keys_commands()}</span>
          <span className={css.caps}>
            <Kbd keys="ctrl" /> <Kbd keys="k" />
          </span>
        </li>
        {list
          .filter(({ keys }) => !keys.startsWith('arrow'))
          .map(({ keys, says }) => (
            <li key={`${keys}${says}`}>
              <span>{says}</span>
              <span className={css.caps}>
                <Kbd keys={keys} />
              </span>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

/** Which page stands at an address, and which of its records. */
const shownAt = (pages: readonly DeskPage[], pathname: string) => {
  const page = pages.find(({ path }) => path === pathname || pathname.startsWith(`${path}/`))
  const id = page === undefined ? '' : decodeURIComponent(pathname.slice(page.path.length + 1))
  return { page, recordName: id === '' ? undefined : page?.record?.name(id) }
}

const useWindowTitle = (title: string): void =>
  useEffect(() => {
    document.title = title
  }, [title])

/** Rail, bars and keys around the page of a member. */
export function Shell({
  me,
  pages,
  children,
}: {
  me: SignedIn
  pages: readonly DeskPage[]
  children: ReactNode
}): ReactNode {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { isSandbox } = useSandboxMembers()
  const switches = useCall('switches/list', {}, { isLive: true })
  const isReachable = useReachable()
  const areKeysOn = useAreSingleKeysOn()
  const close = (): void => setOpen(undefined)
  const { page, recordName } = shownAt(pages, pathname)
  const title = recordName ?? page?.name() ?? m.desk_not_found()

  useWindowTitle(m.desk_window_title({ page: title, brand: brand.name }))

  const going = pages.map(({ path, name, letter }): Shortcut => ({
    keys: `g ${letter}`,
    says: m.desk_keys_go({ page: name() }),
    run: () => void navigate(path),
  }))
  useShortcuts([...going, { keys: '?', says: m.desk_keys_all(), run: () => setOpen('keys') }])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setOpen('palette')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const commands: readonly Command[] = [
    ...pages.map(({ path, name, icon, letter }) => ({
      name: m.desk_palette_go({ page: name() }),
      icon,
      keys: `g ${letter}`,
      run: () => void navigate(path),
    })),
    { name: m.desk_keys_title(), keys: '?', run: () => setOpen('keys') },
    { name: m.desk_palette_language(), run: () => chooseLocale(locale() === 'es' ? 'en' : 'es') },
    {
      name: areKeysOn ? m.desk_palette_keys_off() : m.desk_palette_keys_on(),
      run: () => switchSingleKeys(!areKeysOn),
    },
    { name: m.desk_sign_out(), icon: leaveIcon, run: () => void leave() },
  ]

  return (
    <div className={css.shell}>
      <Rail me={me} pages={pages} />
      <header className={css.top}>
        {page && recordName !== undefined && (
          <>
            <Link to={page.path} className={css.crumb ?? ''}>
              {page.name()}
            </Link>
            <Icon shape={rightIcon} size="small" />
          </>
        )}
        <h1 className={css.title} title={title}>
          {title}
        </h1>
        <SearchBox me={me} pages={pages} />
        <button type="button" className={css.commands} title={m.desk_palette()} onClick={() => setOpen('palette')}>
          <VisuallyHidden>{m.desk_palette()}</VisuallyHidden>
          <Kbd keys="ctrl" /> <Kbd keys="k" />
        </button>
        {isSandbox && <FillDesk />}
        {isSandbox && <span className={css.demo}>{m.desk_demo()}</span>}
        <Link to="/switches" className={css.switches ?? ''}>
          <SwitchState stops={switches.data?.stops ?? []} isHalted={Boolean(switches.data?.payout_halt)} />
        </Link>
      </header>
      <main className={css.main}>
        {!isReachable && (
          <Note tone="warn" icon={offlineIcon} live>
            {m.desk_offline()}
          </Note>
        )}
        {children}
      </main>
      <FootKeys onAll={() => setOpen('keys')} />
      {open === 'palette' && <Palette commands={commands} onClose={close} />}
      {open === 'keys' && <AllKeys onClose={close} />}
    </div>
  )
}
