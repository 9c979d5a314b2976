import { brand } from '@hola/core/brand.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo, linkToTab } from '../lib/link.ts'
import { useSession } from '../lib/session.ts'
import { useRemote } from '../lib/use-remote.ts'
import type { RouteRow } from '../router/register.ts'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { chatIcon } from '@hola/ui/layout/icons.ts'
import { useTitle } from './later-pages.ts'
import { stateWords, type StateWords } from './state-words.tsx'
import css from './surround.module.css'

const rays = Array.from({ length: 15 }, (_, index) => 180 + (index + 1) * (180 / 16))

const Sun = (): ReactNode => (
  <svg className={css.sun} viewBox="-600 -460 1200 460" aria-hidden="true">
    <circle r="304" />
    {rays.map((angle, index) => (
      <path key={angle} d={`M${index % 2 ? 356 : 344} 0h${index % 2 ? 30 : 70}`} transform={`rotate(${angle})`} />
    ))}
  </svg>
)

/** What a desk has room for around the column. Everything here can also be reached from the pages. */
export const Surround = ({ row }: { row: RouteRow | undefined }): ReactNode => {
  useLocale()
  const { isLogged } = useSession()
  const title = useTitle(row)
  const { fromHour, toHour } = brand.support.hours
  const cuit = brand.cuitIsDemo ? m.shell_cuit_demo({ cuit: brand.cuit }) : m.shell_cuit({ cuit: brand.cuit })
  return (
    <>
      <Sun />
      <aside className={css.left} aria-label={brand.name}>
        <a className={css.brand} {...linkToTab('/')}>
          <BrandMark name={brand.name} />
        </a>
        <div className={css.state}>
          {title && <p className={css.support}>{title}</p>}
          {isLogged ? <UserState /> : <State title={m.shell_state_guest()} text={m.shell_state_guest_text()} />}
        </div>
        <p className={css.entity}>
          {brand.legalEntity}
          <br />
          {cuit}
        </p>
      </aside>
      <aside className={css.right} aria-label={m.shell_legal()}>
        <div className={css.help}>
          <p className={css.question}>{m.shell_help()}</p>
          <p className={css.support}>{m.shell_help_hours({ from: fromHour, to: toHour })}</p>
          <a className={css.talk} {...linkTo('/pages/custom-service/custom-service')}>
            <Icon shape={chatIcon} />
            <span>{m.shell_help_talk()}</span>
          </a>
        </div>
        <ul className={css.legal}>
          <li>
            <a {...linkTo('/pages/consumer/regret')}>{m.shell_regret()}</a>
          </li>
          <li>
            <a {...linkTo('/pages/consumer/unsubscribe')}>{m.shell_unsubscribe()}</a>
          </li>
          <li>
            <a {...linkTo('/pages/policy/policy?type=adhesion')}>{m.shell_adhesion()}</a>
          </li>
        </ul>
      </aside>
    </>
  )
}

const State = ({ title, text, drawing, badge }: StateWords): ReactNode => (
  <>
    {drawing && <Drawing of={drawing} />}
    {badge}
    <p className={css.sentence}>{title}</p>
    {text && <p className={css.support}>{text}</p>}
  </>
)

/** Where she stands, whatever page is open; Home's own answer, which the phone has anyway. */
const UserState = (): ReactNode => {
  const { remote } = useRemote('app/home')
  return remote.status === 'ready' && <State {...stateWords(remote.data)} />
}
