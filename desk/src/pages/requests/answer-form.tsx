import { isWritten } from '@hola/core/consumer.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Checkbox } from '@hola/ui/controls/checkbox.tsx'
import { TextArea } from '@hola/ui/controls/text-area.tsx'
import { chatIcon } from '@hola/ui/layout/icons.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '../../lib/desk-client.ts'
import { useKept } from '../../lib/kept.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useWhy } from '../../parts/why-field.tsx'
import css from './requests.module.css'
import type { Request } from './words.ts'
import { sayTemplate } from './words.ts'

const WORDS_MAX = 450

/**
 * Words to whoever asked, from a template or from scratch. What will be read is shown before it is sent: changing a word
 * shows it anew.
 */
export function AnswerForm({ request, templates }: { request: Request; templates: readonly string[] }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const form = useRef<HTMLDivElement>(null)
  const number = request.tracking_number
  const [template, setTemplate] = useState('')
  const [words, setWords] = useKept(`answer ${number}`, '')
  // What she had written before a template: choosing one by mistake costs her nothing.
  const [own, setOwn] = useState('')
  const [isEnd, setIsEnd] = useState(isWritten(request.kind))
  const [isMissing, setIsMissing] = useState(false)
  const [read, setRead] = useState<DeskRetOf<'requests/preview'> & { of: string }>()
  const whole = words.replaceAll(/\s+/g, ' ').trim()
  const isShown = read !== undefined && read.of === whole
  useShortcuts([
    {
      keys: 'r',
      says: m.desk_care_keys_answer(),
      inFoot: true,
      run: () => form.current?.querySelector('textarea')?.focus(),
    },
  ])

  const take = async (name: string): Promise<void> => {
    setTemplate(name)
    if (name === '') {
      setWords(own)
      return
    }
    if (template === '') setOwn(words)
    const { words: said } = await call('requests/template', { tracking_number: number, template: name })
    setWords(said)
  }
  const act = async (): Promise<void> => {
    setIsMissing(whole === '')
    if (whole === '') return
    if (!isShown) {
      setRead({ ...(await call('requests/preview', { tracking_number: number, words: whole })), of: whole })
      return
    }
    const reason = why.read()
    if (reason === undefined) return
    await call('requests/answer', { tracking_number: number, words: whole, is_end: isEnd, why: reason })
    showToast(m.desk_care_answer_done())
    setWords('')
    setTemplate('')
    setRead(undefined)
    why.clear()
    void queries.invalidateQueries()
  }
  return (
    <div ref={form}>
      <ActForm
        act={act}
        says={isShown ? m.desk_care_answer_send() : m.desk_care_answer_see()}
        {...(isShown ? { icon: chatIcon } : {})}
      >
        <SelectField
          label={m.desk_care_answer_template()}
          value={template}
          onChange={({ target }) => void take(target.value)}
        >
          <option value="">{m.desk_care_answer_template_none()}</option>
          {templates.map((name) => (
            <option key={name} value={name}>
              {sayTemplate(name)}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={m.desk_care_answer_words()}
          rows={5}
          maxLength={WORDS_MAX}
          value={words}
          error={isMissing ? m.desk_care_answer_words_missing() : undefined}
          onChange={({ target }) => {
            setWords(target.value)
            setIsMissing(false)
          }}
        />
        <Checkbox checked={isEnd} onChange={(event) => setIsEnd(event.target.checked)}>
          {m.desk_care_answer_is_end()}
        </Checkbox>
        {isEnd && (
          <p className={css.quiet}>
            {isWritten(request.kind) ? m.desk_care_answer_is_end_written() : m.desk_care_answer_is_end_other()}
          </p>
        )}
        {isShown && (
          <>
            <figure className={css.reads}>
              <figcaption>{m.desk_care_answer_preview()}</figcaption>
              <p>{read.text}</p>
            </figure>
            {why.field}
          </>
        )}
      </ActForm>
    </div>
  )
}
