import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { problemText } from '@hola/i18n/problem-text.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import css from './consumer.module.css'
import { focusFirstError } from './focus-first-error.ts'
import { RequestState } from './request-state.tsx'
import type { Kind, Request } from './request.ts'

const NUMBER_LENGTH_MAX = 30
const examples = {
  regret: 'ARR-20261116-7K3M',
  unsubscribe: 'BAJ-20261116-7K3M',
  complaint: 'REC-20261116-7K3M',
  data_access: 'ACC-20261116-7K3M',
  data_change: 'DAT-20261116-7K3M',
} as const

type Look =
  | { readonly status: 'none' | 'busy' | 'failed' }
  | { readonly status: 'found'; readonly request: Request }
  | { readonly status: 'refused'; readonly problem: string }

const lookUp = async (typed: string): Promise<Look> => {
  try {
    const { requests } = await api.call('consumer/state', { tracking_number: typed }, { quiet: true })
    const [request] = requests
    return request ? { status: 'found', request } : { status: 'failed' }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    return problem.kind === 'refused' ? { status: 'refused', problem: problem.message } : { status: 'failed' }
  }
}

/** How far a request is, by its number. One that came with the page's address is looked up at once. */
export function FollowRequest({ kind, number }: { kind: Kind; number: string | undefined }): ReactNode {
  const language = wireLanguageOf(useLocale())
  const [typed, setTyped] = useState(number ?? '')
  const [look, setLook] = useState<Look>({ status: number === undefined ? 'none' : 'busy' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (number === undefined) return undefined
    let left = false
    void lookUp(number).then((found) => {
      if (!left) setLook(found)
    })
    return () => {
      left = true
    }
  }, [number, language])

  const tell = (found: Look): void => {
    flushSync(() => setLook(found))
    focusFirstError(form.current)
  }
  const ask = async (text: string): Promise<void> => {
    if (text === '') return tell({ status: 'refused', problem: problemText('required_enter') })
    setLook({ status: 'busy' })
    tell(await lookUp(text))
  }

  return (
    <Card title={kind === 'complaint' ? m.consumer_follow_complaint() : m.consumer_follow()}>
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (look.status !== 'busy') void ask(typed.trim())
        }}
      >
        <TextField
          label={m.consumer_number()}
          hint={m.consumer_follow_hint({ example: examples[kind] })}
          error={look.status === 'refused' ? look.problem : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={NUMBER_LENGTH_MAX}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            if (look.status === 'refused') setLook({ status: 'none' })
          }}
        />
        <Button kind="secondary" type="submit" busy={look.status === 'busy'} busyText={m.consumer_follow_looking()}>
          {m.consumer_follow_look()}
        </Button>
        <div className={css.live} aria-live="polite">
          {look.status === 'found' && <RequestState request={look.request} />}
        </div>
        {look.status === 'failed' && (
          <Note tone="bad" icon={alertIcon} live>
            {m.consumer_follow_failed()}
          </Note>
        )}
      </form>
    </Card>
  )
}
