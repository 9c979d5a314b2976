import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { refusalReasons } from '@hola/core/review/reasons.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, minusIcon, plusIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sayReason } from '../../case-words.ts'
import { call, wordsOf } from '../../lib/desk-client.ts'
import { useKept } from '../../lib/kept.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Kbd } from '../../parts/kbd.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import css from './case.module.css'
import type { Answer } from './same-panel.tsx'

type Shown = DeskRetOf<'cases/show'>
type What = 'approve' | 'refuse' | 'retake'
type PhotoKind = 'front' | 'back' | 'selfie'

const photoNames: Readonly<Record<PhotoKind, () => string>> = {
  front: m.desk_queue_decide_photo_front,
  back: m.desk_queue_decide_photo_back,
  selfie: m.desk_queue_decide_photo_selfie,
}

const amountOf = (limit: Centavos): string => formatPesos(limit, { centavos: false })

/** Why a case cannot be approved now; undefined when it can. */
const blockOf = ({ needs_same_person: needs }: Shown, answer: Answer | null): string | undefined => {
  if (!needs || answer === 'no') return undefined
  return answer === 'yes' ? m.desk_queue_decide_blocked_same() : m.desk_queue_decide_blocked()
}

/**
 * What becomes of a case. A letter only prepares; Ctrl Enter does it. What the rules do not allow is drawn and says why;
 * a limit above theirs is proposed to a second person.
 */
export function DecisionBar({
  shown,
  answer,
  onDone,
}: {
  shown: Shown
  answer: Answer | null
  onDone: () => void
}): ReactNode {
  const { grid, limit_by_rules_centavos: byRules, case_id: caseId } = shown
  const step = (limit: number): Centavos => centavos(Math.min(grid.max_centavos, Math.max(grid.min_centavos, limit)))
  const [what, setWhat] = useState<What>()
  const [limit, setLimit] = useState(step(byRules))
  const [reason, setReason] = useState('')
  const [photo, setPhoto] = useState<PhotoKind>()
  const [why, setWhy] = useKept(`case ${caseId}`, '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isProposing, setIsProposing] = useState(false)
  const whyField = useRef<HTMLInputElement>(null)
  const block = blockOf(shown, answer)
  const isAbove = limit > byRules

  const prepare = (next: What): void => {
    setProblem(undefined)
    if (next === 'approve' && block !== undefined) {
      setProblem(block)
      return
    }
    setWhat(next)
    whyField.current?.focus()
  }
  useShortcuts([
    { keys: 'a', says: m.desk_queue_decide_approve(), inFoot: true, run: () => prepare('approve') },
    { keys: 'r', says: m.desk_queue_decide_refuse(), inFoot: true, run: () => prepare('refuse') },
    { keys: 'o', says: m.desk_queue_decide_retake(), inFoot: true, run: () => prepare('retake') },
  ])

  const missing = (): string | undefined => {
    if (what === 'approve' && block !== undefined) return block
    if (what === 'refuse' && reason === '') return m.desk_queue_decide_missing_reason()
    if (what === 'retake' && photo === undefined) return m.desk_queue_decide_missing_photo()
    return why.trim() === '' && !(what === 'approve' && isAbove) ? m.desk_why_missing() : undefined
  }
  const act = async (): Promise<void> => {
    const body = { case_id: caseId, why: why.trim() }
    if (what === 'approve') {
      await call('cases/approve', { ...body, limit_centavos: limit, same_person: answer })
      showToast(m.desk_queue_decide_done_approve())
    } else if (what === 'refuse') {
      const code = refusalReasons.find((one) => one === reason)
      if (code === undefined) return
      await call('cases/refuse', { ...body, reason: code, same_person: answer })
      showToast(m.desk_queue_decide_done_refuse())
    } else if (photo !== undefined) {
      await call('cases/retake', { ...body, photo })
      showToast(m.desk_queue_decide_done_retake())
    }
    onDone()
  }
  const send = async (): Promise<void> => {
    if (what === undefined || isBusy) return
    const lacks = missing()
    setProblem(lacks)
    if (lacks !== undefined) return
    if (what === 'approve' && isAbove) {
      setIsProposing(true)
      return
    }
    setIsBusy(true)
    try {
      await act()
    } catch (failure) {
      setProblem(wordsOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  const sent = useRef(send)
  useEffect(() => {
    sent.current = send
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      void sent.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const words = {
    approve: isAbove
      ? m.desk_queue_decide_propose_button({ amount: amountOf(limit) })
      : m.desk_queue_decide_approve_button({ amount: amountOf(limit) }),
    refuse: m.desk_queue_decide_refuse_button(),
    retake: m.desk_queue_decide_retake_button(),
  }
  const option = (name: What, keys: string, title: string, inside: ReactNode): ReactNode => (
    <fieldset className={css.option} data-chosen={what === name || undefined}>
      <legend className={css.srOnly}>{title}</legend>
      <button type="button" className={css.optionHead} aria-pressed={what === name} onClick={() => prepare(name)}>
        <Kbd keys={keys} /> {title}
      </button>
      {inside}
    </fieldset>
  )
  return (
    <section className={css.decision} aria-label={m.desk_queue_decide_why()}>
      {option(
        'approve',
        'a',
        m.desk_queue_decide_approve(),
        <div className={css.limit}>
          <span className={css.stepper}>
            <button
              type="button"
              className={css.tool}
              aria-label={m.desk_queue_decide_limit_less()}
              disabled={block !== undefined || limit <= grid.min_centavos}
              onClick={() => setLimit(step(limit - grid.step_centavos))}
            >
              <Icon shape={minusIcon} size="small" />
            </button>
            <output className={css.amount}>{amountOf(limit)}</output>
            <button
              type="button"
              className={css.tool}
              aria-label={m.desk_queue_decide_limit_more()}
              disabled={block !== undefined || limit >= grid.max_centavos}
              onClick={() => setLimit(step(limit + grid.step_centavos))}
            >
              <Icon shape={plusIcon} size="small" />
            </button>
          </span>
          <span className={css.hint}>
            {block === undefined ? (
              isAbove ? (
                m.desk_queue_decide_above()
              ) : (
                m.desk_queue_decide_by_rules()
              )
            ) : (
              <span className={css.differs}>
                <Icon shape={alertIcon} size="small" />
                {block} <Kbd keys="n" />
              </span>
            )}
          </span>
        </div>,
      )}
      {option(
        'refuse',
        'r',
        m.desk_queue_decide_refuse(),
        <select
          className={css.select}
          aria-label={m.desk_queue_decide_reason()}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setWhat('refuse')
            setProblem(undefined)
          }}
        >
          <option value="">{m.desk_queue_decide_choose()}</option>
          {refusalReasons.map((code) => (
            <option key={code} value={code}>
              {sayReason(code)}
            </option>
          ))}
        </select>,
      )}
      {option(
        'retake',
        'o',
        m.desk_queue_decide_retake(),
        <span className={css.choices}>
          {(Object.keys(photoNames) as PhotoKind[]).map((kind) => (
            <button
              key={kind}
              type="button"
              className={css.choice}
              aria-pressed={photo === kind && what === 'retake'}
              onClick={() => {
                setPhoto(kind)
                setWhat('retake')
                setProblem(undefined)
              }}
            >
              {photoNames[kind]()}
            </button>
          ))}
        </span>,
      )}
      <div className={css.confirm}>
        <label className={css.whyField}>
          <span className={css.quiet}>{m.desk_queue_decide_why()}</span>
          <input
            ref={whyField}
            value={why}
            maxLength={500}
            onChange={({ target }) => {
              setWhy(target.value)
              setProblem(undefined)
            }}
          />
        </label>
        {problem && (
          <Note tone="bad" icon={alertIcon} live>
            {problem}
          </Note>
        )}
        <Button
          kind={what === 'refuse' ? 'danger' : 'primary'}
          blocked={what === undefined}
          busy={isBusy}
          onClick={() => void send()}
        >
          {words[what ?? 'approve']} <Kbd keys="ctrl" /> <Kbd keys="enter" />
        </Button>
      </div>
      {isProposing && (
        <ProposeDialog
          kind="limit"
          title={m.desk_queue_decide_limit_title({ amount: amountOf(limit) })}
          details={() => ({
            user_id: shown.user_id,
            limit_centavos: limit,
            ...(answer === 'no' ? { same_person: answer } : {}),
          })}
          onClose={() => setIsProposing(false)}
          onDone={onDone}
        />
      )}
    </section>
  )
}
