import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { alertIcon, keyIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { wordsOf } from '../lib/desk-client.ts'
import { acceptInvitation } from '../lib/passkey.ts'
import { Outside } from './sign-in.tsx'
import css from './invitation.module.css'

const wholeToken = /^[\w-]{43}$/

/** The link brings half of the secret, another person the other half; the passkey is made here. */
export function InvitationPage(): ReactNode {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isWhole = wholeToken.test(token)

  const accept = async (): Promise<void> => {
    setIsMissing(code.trim() === '')
    if (code.trim() === '' || isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await acceptInvitation({ token, code: code.trim() })
      await navigate('/', { replace: true })
    } catch (failure) {
      setProblem(wordsOf(failure))
      setIsBusy(false)
    }
  }

  return (
    <Outside>
      <h1>{m.desk_invitation_title()}</h1>
      {isWhole ? (
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void accept()
          }}
        >
          <p>{m.desk_invitation_text()}</p>
          <TextField
            label={m.desk_invitation_code()}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={isMissing ? m.desk_code_missing() : undefined}
            onChange={({ target }) => {
              setCode(target.value)
              setIsMissing(false)
            }}
          />
          {problem && (
            <Note tone="bad" icon={alertIcon} live>
              {problem}
            </Note>
          )}
          <Button type="submit" full icon={keyIcon} busy={isBusy} busyText={m.desk_invitation_busy()}>
            {m.desk_invitation_make()}
          </Button>
        </form>
      ) : (
        <Note tone="bad" icon={alertIcon}>
          {m.desk_invitation_bad_link()}
        </Note>
      )}
      <Link to="/">{m.desk_invitation_sign_in()}</Link>
    </Outside>
  )
}
