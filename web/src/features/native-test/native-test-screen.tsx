import type { BridgeMessage, DataMode } from '@hola/core/bridge/protocol.ts'
import { useState, type ReactNode } from 'react'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { sayDeviceProblem } from '../../shared/device/problem-words.ts'
import { uploadCredentials } from '../../shared/device/upload-credentials.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { alertIcon, checkIcon, infoIcon, lockIcon, phoneIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { checkGroups, checkWords, isUploadable, messageFor, quietChecks, UNKNOWN_CHECK, type Check } from './checks.ts'
import css from './native-test-screen.module.css'
import { runCheck, showJson, type Outcome } from './run-check.ts'

type Run = { readonly message: BridgeMessage; readonly outcome: Outcome | undefined }

/** Every event of the wrapper, one by one: what was asked, and what came back. For support, and for the curious. */
export function NativeTestScreen(): ReactNode {
  useLocale()
  const [runs, setRuns] = useState<Partial<Record<Check, Run>>>({})
  const [mode, setMode] = useState<DataMode>('not_upload')
  const [isBusy, setBusy] = useState(false)

  const run = async (check: Check): Promise<void> => {
    const message = messageFor(check, mode, uploadCredentials())
    const note = (outcome: Outcome | undefined): void =>
      setRuns((before) => ({ ...before, [check]: { message, outcome } }))
    note(undefined)
    note(await runCheck(check, message))
  }

  const runQuiet = async (): Promise<void> => {
    setBusy(true)
    for (const check of quietChecks) await run(check)
    setBusy(false)
    showToast({ title: m.native_quiet_done({ count: quietChecks.length }), icon: 'none' })
  }

  return (
    <div className={css.page}>
      <p className={css.lead}>{m.native_lead()}</p>
      {isInWrapper() ? (
        <Note tone="good" icon={phoneIcon}>
          {m.native_inside()}
        </Note>
      ) : (
        <Note icon={infoIcon}>{m.native_outside()}</Note>
      )}
      <Note icon={lockIcon}>{m.native_private()}</Note>
      {checkGroups.map(({ title, checks }) => (
        <Card key={checks[0]} title={title()}>
          {checks.some(isUploadable) && (
            <div className={css.mode}>
              <Chips
                label={m.native_mode()}
                options={[
                  { value: 'not_upload', text: m.native_not_upload(), detail: 'not_upload' },
                  { value: 'native_upload', text: m.native_native_upload(), detail: 'native_upload' },
                ]}
                value={mode}
                onChange={setMode}
              />
              <p className={css.small}>{mode === 'not_upload' ? m.native_mode_here() : m.native_mode_sent()}</p>
            </div>
          )}
          <ul>
            {checks.map((check) => (
              <CheckItem key={check} check={check} run={runs[check]} onRun={() => void run(check)} />
            ))}
          </ul>
        </Card>
      ))}
      <Dock note={m.native_quiet_note()}>
        <Button busy={isBusy} busyText={m.native_running()} onClick={() => void runQuiet()}>
          {m.native_quiet()}
        </Button>
      </Dock>
    </div>
  )
}

const nameOf = (check: Check): string => (check === UNKNOWN_CHECK ? 'nobodyKnowsThis' : check.replace('.', ' · '))

function CheckItem({ check, run, onRun }: { check: Check; run: Run | undefined; onRun: () => void }): ReactNode {
  const isWaiting = run !== undefined && run.outcome === undefined
  return (
    <li className={css.item}>
      <div className={css.head}>
        <div className={css.words}>
          <h3 className={css.name}>{nameOf(check)}</h3>
          <p className={css.small}>{checkWords[check]()}</p>
        </div>
        <Button
          kind="secondary"
          className={css.run}
          busy={isWaiting}
          aria-label={m.native_run_one({ name: nameOf(check) })}
          onClick={onRun}
        >
          {m.native_run()}
        </Button>
      </div>
      <div aria-live="polite">{run?.outcome && <Result message={run.message} outcome={run.outcome} />}</div>
    </li>
  )
}

function Result({ message, outcome }: { message: BridgeMessage; outcome: Outcome }): ReactNode {
  return (
    <div className={css.result}>
      <div className={css.verdict}>
        <Verdict outcome={outcome} />
        <span className={css.small}>{m.native_took({ count: outcome.tookMs })}</span>
      </div>
      {outcome.ended === 'refused' && <p className={css.small}>{sayDeviceProblem(outcome.problem)}</p>}
      <Text label={m.native_request()} text={showJson(message)} />
      {outcome.ended === 'threw' ? (
        <Text label={m.native_error()} text={outcome.message} />
      ) : (
        <Text label={m.native_answer()} text={outcome.raw ?? m.native_no_answer()} />
      )}
      {outcome.ended === 'answered' && <Photo value={outcome.value} />}
    </div>
  )
}

function Verdict({ outcome }: { outcome: Outcome }): ReactNode {
  if (outcome.ended === 'answered')
    return (
      <Badge tone="done" icon={checkIcon}>
        {m.native_answered()}
      </Badge>
    )
  return (
    <Badge tone={outcome.ended === 'threw' ? 'failed' : 'late'} icon={alertIcon}>
      {outcome.ended === 'threw' ? m.native_not_sent() : outcome.problem}
    </Badge>
  )
}

function Text({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <figure>
      <figcaption className={css.label}>{label}</figcaption>
      <pre className={css.text}>{text}</pre>
    </figure>
  )
}

/** A photo is shown as one; it is kept nowhere. */
function Photo({ value }: { value: unknown }): ReactNode {
  const { photo } = value as { photo?: { mime_type: string; base64: string } }
  if (!photo) return null
  return <img className={css.photo} src={`data:${photo.mime_type};base64,${photo.base64}`} alt={m.native_photo()} />
}
