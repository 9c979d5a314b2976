import { brand } from '@hola/core/brand.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, clockIcon, eyeIcon, keyIcon, phoneIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useState, type ReactNode } from 'react'
import { call, wordsOf } from '../lib/desk-client.ts'
import type { PasskeyPlace } from '../lib/passkey.ts'
import { signInByPasskey } from '../lib/passkey.ts'
import { useSandboxMembers } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { enter } from '../lib/session.ts'
import { Initials } from '../parts/initials.tsx'
import { sayRole } from '../words.ts'
import css from './sign-in.module.css'

/** One way in at a time: what is under way and what went wrong with the last one. */
const useWayIn = () => {
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const go = async (name: string, way: () => Promise<void>): Promise<void> => {
    if (busy !== undefined) return
    setBusy(name)
    setProblem(undefined)
    await way().catch((failure: unknown) => setProblem(wordsOf(failure)))
    setBusy(undefined)
  }
  return { busy, problem, go }
}

/** The buttons of signing in, and of the sandbox its made-up people. */
export function WaysIn({ only }: { only?: SignedIn }): ReactNode {
  const { busy, problem, go } = useWayIn()
  const { members } = useSandboxMembers()
  const passkey = (place: PasskeyPlace) => () => void go(place, () => signInByPasskey(place))
  const offered = only === undefined ? members : members.filter(({ member_id }) => member_id === only.member_id)
  return (
    <>
      {problem && (
        <Note tone="bad" icon={alertIcon} live>
          {problem}
        </Note>
      )}
      {only?.is_made_up !== true && (
        <div className={css.keys}>
          <Button
            className={css.main}
            full
            icon={keyIcon}
            busy={busy === 'client-device'}
            busyText={m.desk_sign_in_busy()}
            onClick={passkey('client-device')}
          >
            {m.desk_sign_in()}
          </Button>
          <Button kind="secondary" icon={phoneIcon} busy={busy === 'hybrid'} onClick={passkey('hybrid')}>
            {m.desk_sign_in_phone()}
          </Button>
          <Button kind="secondary" icon={shieldIcon} busy={busy === 'security-key'} onClick={passkey('security-key')}>
            {m.desk_sign_in_usb()}
          </Button>
        </div>
      )}
      {offered.length > 0 && (
        <section className={css.madeUp} aria-label={m.desk_sign_in_made_up()}>
          {only === undefined && (
            <>
              <h2 className={css.subtitle}>{m.desk_sign_in_made_up()}</h2>
              <p className={css.quiet}>{m.desk_sign_in_made_up_text()}</p>
            </>
          )}
          <ul className={css.members}>
            {offered.map(({ member_id, name, role }) => (
              <li key={member_id}>
                <button
                  type="button"
                  className={css.member}
                  aria-disabled={busy !== undefined || undefined}
                  onClick={() =>
                    void go(member_id, async () => enter(await call('session/sandbox_sign_in', { member_id })))
                  }
                >
                  <Initials name={name} large />
                  <span>
                    <span className={css.name}>{name}</span>
                    <span className={css.quiet}>{sayRole(role)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The page around a card, before anybody is in. */
export function Outside({ children, below }: { children: ReactNode; below?: ReactNode }): ReactNode {
  return (
    <main className={css.outside}>
      <div className={css.column}>
        <p className={css.brand}>
          <BrandMark name={brand.name} />
          <span className={css.quiet}>{m.desk_name_long()}</span>
        </p>
        <div className={css.card}>{children}</div>
        {below}
      </div>
      <svg className={css.sun} viewBox="0 0 340 170" aria-hidden="true">
        <path d="M50 170a120 120 0 0 1 240 0M170 0v44M74 24l22 38M266 24l-22 38M4 96l38 22M336 96l-38 22M124 8l8 28M216 8l-8 28M36 56l26 26M304 56l-26 26M0 144l28 8M340 144l-28 8" />
      </svg>
    </main>
  )
}

export function SignInPage(): ReactNode {
  return (
    <Outside
      below={
        <div className={css.below}>
          <p>{m.desk_sign_in_lost()}</p>
          <p>{m.desk_sign_in_network({ entity: brand.legalEntity })}</p>
        </div>
      }
    >
      <h1>{m.desk_sign_in_title()}</h1>
      <p className={css.text}>{m.desk_sign_in_text()}</p>
      <WaysIn />
      <ul className={css.facts}>
        <li>
          <Icon shape={clockIcon} size="small" />
          {m.desk_sign_in_lasts()}
        </li>
        <li>
          <Icon shape={eyeIcon} size="small" />
          {m.desk_sign_in_noted()}
        </li>
      </ul>
    </Outside>
  )
}
