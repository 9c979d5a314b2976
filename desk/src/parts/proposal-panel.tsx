import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { alertIcon, lockIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { TimeLine, type TimeLineItem } from '@hola/ui/layout/time-line.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../lib/desk-client.ts'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { sayProposalKind } from '../proposal-words.ts'
import { ActForm } from './act-form.tsx'
import { ConfirmedForm } from './confirmed-form.tsx'
import { Dialog } from './dialog.tsx'
import { Effects } from './effects.tsx'
import css from './proposal-panel.module.css'
import { Failed, Waiting } from './state-words.tsx'
import { useWhy } from './why-field.tsx'

type Shown = DeskRetOf<'proposals/show'>
type Proposal = Shown['proposal']

const whenOf = (instant: string): string => `${formatDate(instant)} ${formatTime(instant)}`

const decided = {
  approved: m.desk_proposal_approved_by,
  declined: m.desk_proposal_declined_by,
  withdrawn: m.desk_proposal_withdrawn_by,
}

/** Who proposed it, who is missing, what happens then. */
const stepsOf = (proposal: Proposal): TimeLineItem[] => {
  const { state, proposer, decider, decided_at, expires_at, decision_why } = proposal
  const first: TimeLineItem = {
    state: 'done',
    title: m.desk_proposal_proposed_by({ name: proposer }),
    detail: whenOf(proposal.proposed_at),
  }
  if (state === 'open')
    return [
      first,
      {
        state: 'now',
        title: m.desk_proposal_second_missing(),
        detail: m.desk_proposal_until({ when: whenOf(expires_at) }),
      },
      { state: 'later', title: m.desk_proposal_then() },
    ]
  if (state === 'expired')
    return [first, { state: 'now', title: m.desk_proposal_expired(), detail: whenOf(expires_at) }]
  return [
    first,
    {
      state: 'done',
      title: decided[state]({ name: decider ?? '' }),
      detail: `${decided_at === null ? '' : whenOf(decided_at)} · ${decision_why ?? ''}`,
    },
  ]
}

type Asked = 'approve' | 'decline' | 'withdraw'

/** What the second person says, with her reason. Signing names what she saw: if that changes meanwhile, nothing happens. */
function Decision({
  me,
  asked,
  shown: { proposal, preview, problem },
  onClose,
  onTold,
}: {
  me: SignedIn
  asked: Asked
  shown: Shown
  onClose: () => void
  onTold: (told: Readonly<Record<string, string>>) => void
}): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const done = (words: string): void => {
    showToast(words)
    void queries.invalidateQueries()
    onClose()
  }
  const proposalId = proposal.proposal_id
  if (asked === 'approve')
    return (
      <Dialog title={m.desk_proposal_sign_title({ kind: sayProposalKind(proposal.kind) })} onDismiss={onClose}>
        <ConfirmedForm
          me={me}
          path="proposals/approve"
          onCancel={onClose}
          body={() => {
            const reason = why.read()
            // What cannot be done now stands above the button.
            if (reason === undefined || preview === null) return undefined
            return { proposal_id: proposalId, seen_sha256: preview.seen_sha256, why: reason }
          }}
          onDone={({ told }) => {
            onTold(told)
            done(m.desk_proposal_signed())
          }}
        >
          {preview ? (
            <Effects of={preview.effects} />
          ) : (
            <Note tone="warn" icon={alertIcon} live>
              {m.desk_proposal_problem({ problem: problem ?? '' })}
            </Note>
          )}
          {why.field}
        </ConfirmedForm>
      </Dialog>
    )
  const path = asked === 'decline' ? 'proposals/decline' : 'proposals/withdraw'
  const words = asked === 'decline' ? m.desk_proposal_decline() : m.desk_proposal_withdraw()
  return (
    <Dialog title={words} onDismiss={onClose}>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call(path, { proposal_id: proposalId, why: reason })
          done(asked === 'decline' ? m.desk_proposal_declined() : m.desk_proposal_withdrawn())
        }}
        says={words}
        danger
        onCancel={onClose}
      >
        {why.field}
      </ActForm>
    </Dialog>
  )
}

/** One proposal: why, what it does, who has signed and who is missing, and what this member can say to it. */
export function ProposalPanel({ me, proposalId }: { me: SignedIn; proposalId: string }): ReactNode {
  const { data, error, refetch } = useCall('proposals/show', { proposal_id: proposalId }, { isLive: true })
  const [asked, setAsked] = useState<Asked>()
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const proposal = data?.proposal
  const isOpen = proposal?.state === 'open'
  const isMine = proposal?.proposed_by === me.member_id
  const mayDecide = may(me.role, 'decide_proposals') && !isMine && isOpen
  const maySign = mayDecide && data?.preview !== null
  useShortcuts(
    maySign ? [{ keys: 'f', says: m.desk_proposal_sign(), inFoot: true, run: () => setAsked('approve') }] : [],
  )
  if (data === undefined || proposal === undefined)
    return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  return (
    <div className={css.panel}>
      <p className={css.why}>{proposal.why}</p>
      {data.preview && <Effects of={data.preview.effects} />}
      {data.problem && (
        <Note tone="warn" icon={alertIcon}>
          {m.desk_proposal_problem({ problem: data.problem })}
        </Note>
      )}
      <TimeLine items={stepsOf(proposal)} />
      {Object.keys(told).length > 0 && (
        <Note tone="good" live>
          {m.desk_proposal_told()}
          {Object.entries(told).map(([name, value]) => (
            <p key={name} className={css.told}>
              {name === 'invitation_token' ? `${location.origin}/#/invitation/${value}` : value}
            </p>
          ))}
        </Note>
      )}
      {isOpen && (
        <div className={css.buttons}>
          {maySign && <Button onClick={() => setAsked('approve')}>{m.desk_proposal_sign()}</Button>}
          {mayDecide && (
            <Button kind="secondary" onClick={() => setAsked('decline')}>
              {m.desk_proposal_decline()}
            </Button>
          )}
          {isMine && (
            <>
              <Note icon={lockIcon}>{m.desk_proposal_own()}</Note>
              {may(me.role, 'make_proposals') && (
                <Button kind="secondary" onClick={() => setAsked('withdraw')}>
                  {m.desk_proposal_withdraw()}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {asked && !isOpen && (
        // Somebody else was quicker, or its time is over: who says so stands behind it, too.
        <Dialog title={sayProposalKind(proposal.kind)} onDismiss={() => setAsked(undefined)}>
          <TimeLine items={stepsOf(proposal)} />
          <Button onClick={() => setAsked(undefined)}>{m.desk_cancel()}</Button>
        </Dialog>
      )}
      {asked && isOpen && (
        <Decision me={me} asked={asked} shown={data} onClose={() => setAsked(undefined)} onTold={setTold} />
      )}
    </div>
  )
}
