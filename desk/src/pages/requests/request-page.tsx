import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { eyeIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call, DeskError } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/peek.tsx'
import { Empty, Failed, Waiting } from '../../parts/state-words.tsx'
import { useWhy } from '../../parts/why-field.tsx'
import { AnswerForm } from './answer-form.tsx'
import { RequestFacts } from './request-facts.tsx'
import css from './requests.module.css'
import { kindWords, sayAnswered } from './words.ts'

type Opened = DeskRetOf<'requests/open'>

/** Opening says why, and is seen by the person. */
function OpenForm({ number, onOpened }: { number: string; onOpened: (opened: Opened) => void }): ReactNode {
  const why = useWhy()
  return (
    <ActForm
      act={async () => {
        const reason = why.read()
        if (reason === undefined) return
        onOpened(await call('requests/open', { tracking_number: number, why: reason }))
      }}
      says={m.desk_care_open_why()}
      icon={eyeIcon}
    >
      <p className={css.quiet}>{m.desk_care_open_text()}</p>
      {why.field}
    </ActForm>
  )
}

function OpenedData({ of, onHide }: { of: Opened; onHide: () => void }): ReactNode {
  return (
    <>
      <Facts
        of={[
          [m.desk_care_opened_address(), of.address],
          [m.desk_care_opened_loan(), of.typed_order_number || '–'],
        ]}
      />
      <h3>{m.desk_care_opened_note()}</h3>
      <p className={css.written}>{of.note || m.desk_care_opened_no_note()}</p>
      {of.said !== null && (
        <>
          <h3>{m.desk_care_opened_said()}</h3>
          <p className={css.written}>{of.said}</p>
        </>
      )}
      <Button kind="quiet" onClick={onHide}>
        {m.desk_care_hide()}
      </Button>
    </>
  )
}

function ConfirmDialog({ number, onClose }: { number: string; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const [loan, setLoan] = useState('')
  return (
    <Dialog title={m.desk_care_confirm_title({ number })} onDismiss={onClose}>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          const typed = loan.trim()
          const order = typed === '' ? {} : { order_number: typed }
          await call('requests/confirm', { tracking_number: number, ...order, why: reason })
          showToast(m.desk_care_confirm_done())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_care_confirm()}
        onCancel={onClose}
      >
        <p>{m.desk_care_confirm_text()}</p>
        <TextField
          label={m.desk_care_confirm_loan()}
          maxLength={40}
          value={loan}
          onChange={({ target }) => setLoan(target.value)}
        />
        {why.field}
      </ActForm>
    </Dialog>
  )
}

/** One request: its clock, who asked (opened with a reason), and the answer. */
export function RequestPage({ me, number }: { me: SignedIn; number: string }): ReactNode {
  const { data, error, refetch } = useCall('requests/show', { tracking_number: number }, { isLive: true })
  const now = useTicking(data?.now)
  const [opened, setOpened] = useState<Opened>()
  const [isConfirming, setIsConfirming] = useState(false)
  const request = data?.request
  const mayAnswer = may(me.role, 'answer_requests')
  const canConfirm = mayAnswer && request?.can_confirm === true
  useShortcuts(
    canConfirm ? [{ keys: 'c', says: m.desk_care_keys_confirm(), inFoot: true, run: () => setIsConfirming(true) }] : [],
  )
  if (data === undefined || request === undefined) {
    if (error instanceof DeskError && error.kind === 'refused')
      return <Empty title={m.desk_care_request_not_found()} text={m.desk_care_request_not_found_text()} />
    return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  }
  return (
    <div className={css.record}>
      <section className={css.panel} aria-label={kindWords(request.kind).name()}>
        <h2>{kindWords(request.kind).name()}</h2>
        <RequestFacts of={request} now={now} />
        {canConfirm && (
          <Button kind="secondary" onClick={() => setIsConfirming(true)}>
            {m.desk_care_confirm()}
          </Button>
        )}
      </section>
      <section className={css.panel} aria-label={m.desk_care_opened_shown()}>
        <h2>{m.desk_care_opened_shown()}</h2>
        {opened === undefined ? (
          <OpenForm number={request.tracking_number} onOpened={setOpened} />
        ) : (
          <OpenedData of={opened} onHide={() => setOpened(undefined)} />
        )}
      </section>
      <section className={css.panel} aria-label={m.desk_care_answer()}>
        <h2>{m.desk_care_answer()}</h2>
        {mayAnswer && request.can_answer ? (
          <AnswerForm key={request.tracking_number} request={request} templates={data.templates} />
        ) : (
          <Note>{sayAnswered(request)}</Note>
        )}
      </section>
      {isConfirming && <ConfirmDialog number={request.tracking_number} onClose={() => setIsConfirming(false)} />}
    </div>
  )
}
