import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { chooseLocale, useLocale } from '@hola/i18n/locale.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Switch } from '@hola/ui/controls/switch.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { checkIcon, leaveIcon, terminalIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useState, type ReactNode } from 'react'
import type { SignedIn } from '../lib/session.ts'
import { leave } from '../lib/session.ts'
import { switchSingleKeys, useAreSingleKeysOn } from '../lib/shortcuts.ts'
import { ConfirmedForm } from '../parts/confirmed-form.tsx'
import { Initials } from '../parts/initials.tsx'
import { useWhy } from '../parts/why-field.tsx'
import { sayRole, sayWhatRoleDoes } from '../words.ts'
import css from './my-session.module.css'

const languages = ['es', 'en'] as const

/** Each language by its own name for itself. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

function CommandLineCard({ me }: { me: SignedIn }): ReactNode {
  const [code, setCode] = useState('')
  const why = useWhy()
  const [isTried, setIsTried] = useState(false)
  const [isDone, setIsDone] = useState(false)
  return (
    <section className={css.card} aria-labelledby="command-line">
      <h2 id="command-line" className={css.title}>
        <Icon shape={terminalIcon} />
        {m.desk_cli_title()}
      </h2>
      <p className={css.quiet}>{m.desk_cli_text()}</p>
      {isDone && (
        <Note tone="good" icon={checkIcon} live>
          {m.desk_cli_done()}
        </Note>
      )}
      <ConfirmedForm
        me={me}
        path="session/let_command_line_in"
        onDone={() => {
          setCode('')
          why.clear()
          setIsTried(false)
          setIsDone(true)
        }}
        body={() => {
          setIsTried(true)
          setIsDone(false)
          const reason = why.read()
          return code.trim() === '' || reason === undefined ? undefined : { code: code.trim(), why: reason }
        }}
      >
        <TextField
          label={m.desk_cli_code()}
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={isTried && code.trim() === '' ? m.desk_code_missing() : undefined}
          onChange={({ target }) => setCode(target.value)}
        />
        {why.field}
      </ConfirmedForm>
    </section>
  )
}

/** Who is signed in, until when, and what she can set for herself. */
export function MySessionPage({ me }: { me: SignedIn }): ReactNode {
  const locale = useLocale()
  const areKeysOn = useAreSingleKeysOn()
  return (
    <div className={css.page}>
      <section className={css.card} aria-labelledby="who">
        <div className={css.who}>
          <Initials name={me.name} large />
          <div>
            <h2 id="who">{me.name}</h2>
            <p className={css.quiet}>
              {m.desk_session_until({ time: formatTime(me.expires_at), date: formatDate(me.expires_at) })}
            </p>
          </div>
        </div>
        <div className={css.line}>
          <h3>
            {m.desk_session_role()}: {sayRole(me.role)}
          </h3>
          <p className={css.quiet}>{sayWhatRoleDoes(me.role)}</p>
        </div>
        <div className={css.line} role="radiogroup" aria-labelledby="language">
          <h3 id="language">{m.desk_session_language()}</h3>
          <div className={css.choices}>
            {languages.map((language) => (
              <label key={language} className={css.choice} lang={language}>
                <input
                  type="radio"
                  name="language"
                  checked={locale === language}
                  onChange={() => chooseLocale(language)}
                />
                {nameOf(language)}
              </label>
            ))}
          </div>
        </div>
        <div className={css.switch}>
          <div id="single-keys">
            <h3>{m.desk_session_keys()}</h3>
            <p className={css.quiet}>{m.desk_session_keys_text()}</p>
          </div>
          <Switch label={m.desk_session_keys()} describedBy="single-keys" on={areKeysOn} onChange={switchSingleKeys} />
        </div>
        <Button kind="secondary" icon={leaveIcon} onClick={() => void leave()}>
          {m.desk_sign_out()}
        </Button>
      </section>
      <CommandLineCard me={me} />
    </div>
  )
}
