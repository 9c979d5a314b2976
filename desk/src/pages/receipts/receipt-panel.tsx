import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { eyeIcon, peopleIcon, searchIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { call, wordsOf } from '../../lib/desk-client.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EvidenceChip } from '../../parts/evidence-chip.tsx'
import { Facts } from '../../parts/peek.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import css from './receipts.module.css'
import type { Receipt } from './receipt.ts'

type Opened = DeskRetOf<'receipts/show'>
type Candidate = Opened['candidates'][number]
type EvidenceKind = Candidate['evidence'][number]['kind']

const evidenceWords: Readonly<Record<EvidenceKind, () => string>> = {
  reference: m.desk_money_evidence_reference,
  amount: m.desk_money_evidence_amount,
  cuil: m.desk_money_evidence_cuil,
  name: m.desk_money_evidence_name,
  due_day: m.desk_money_evidence_due_day,
}

function CandidateCard({
  of: candidate,
  isChosen,
  onChoose,
}: {
  of: Candidate
  isChosen: boolean
  onChoose: () => void
}): ReactNode {
  return (
    <label className={css.candidate} data-chosen={isChosen || undefined}>
      <input type="radio" name="candidate" checked={isChosen} onChange={onChoose} />
      <span className={css.candidateBody}>
        <span className={css.candidateHead}>
          <b>{candidate.order_number}</b>
          <span className={css.quiet}>{candidate.person_code}</span>
          <span>{m.desk_money_owes({ sum: formatPesos(candidate.owed_centavos) })}</span>
        </span>
        <span className={css.chips}>
          {candidate.evidence.map(({ kind, says }) => (
            <EvidenceChip key={kind} says={says}>
              {evidenceWords[kind]()}
            </EvidenceChip>
          ))}
        </span>
      </span>
      <span className={css.score} aria-hidden="true">
        <b>{candidate.match_count}</b>
        {m.desk_money_of({ most: candidate.evidence.length })}
      </span>
    </label>
  )
}

function SearchDialog({
  receipt: { provider, provider_payment_id },
  onFound,
  onClose,
}: {
  receipt: Receipt
  onFound: (candidate: Candidate) => void
  onClose: () => void
}): ReactNode {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog title={m.desk_money_search_title()} onDismiss={onClose}>
      <ActForm
        act={async () => {
          const order_number = number.trim()
          if (order_number === '') {
            setProblem(m.desk_money_field_missing())
            return
          }
          const why = m.desk_money_look_why()
          const { candidate } = await call('receipts/compare', { provider, provider_payment_id, order_number, why })
          if (candidate === null) {
            setProblem(m.desk_money_search_none())
            return
          }
          onFound(candidate)
          onClose()
        }}
        says={m.desk_money_search()}
        icon={searchIcon}
        onCancel={onClose}
      >
        <TextField
          label={m.desk_money_search_number()}
          hint={m.desk_money_search_hint()}
          maxLength={40}
          value={number}
          error={problem}
          data-autofocus
          onChange={({ target }) => {
            setNumber(target.value)
            setProblem(undefined)
          }}
        />
      </ActForm>
    </Dialog>
  )
}

/** What becomes of it, and what she still owes then. */
function Outcome({ of: { owed_centavos, left_centavos } }: { of: Candidate }): ReactNode {
  const left = Math.max(0, left_centavos)
  return (
    <div className={css.outcome}>
      <Facts
        of={[
          [m.desk_money_owed_that_day(), formatPesos(owed_centavos)],
          [
            m.desk_money_owed_then(),
            left === 0 ? m.desk_money_owed_cleared({ sum: formatPesos(centavos(0)) }) : formatPesos(centavos(left)),
          ],
          ...(left_centavos < 0 ? [[m.desk_money_credit(), formatPesos(centavos(-left_centavos))] as const] : []),
        ]}
      />
    </div>
  )
}

type Proposing = { readonly kind: 'place'; readonly order: string } | { readonly kind: Exclude<ReceiptKind, 'place'> }
type ReceiptKind = Extract<
  ProposalKind,
  'place' | 'unplacing' | 'transfer_reversal' | 'transfer_return' | 'transfer_restoration'
>

const titles: Readonly<Record<ReceiptKind, () => string>> = {
  place: m.desk_money_propose_place,
  unplacing: m.desk_money_propose_unplace,
  transfer_reversal: m.desk_money_propose_reverse,
  transfer_return: m.desk_money_propose_return,
  transfer_restoration: m.desk_money_propose_restore,
}

/** One receipt: what it is, whose it may be, and what two people can do about it. */
export function ReceiptPanel({
  me,
  receipt,
  onHold,
}: {
  me: SignedIn
  receipt: Receipt
  /** Whether a dialog about it is open: until it is closed no other receipt takes its place. */
  onHold: (isHeld: boolean) => void
}): ReactNode {
  const { provider, provider_payment_id, state, is_by_hand } = receipt
  const key = { provider, provider_payment_id }
  const [opened, setOpened] = useState<Opened>()
  const [more, setMore] = useState<readonly Candidate[]>([])
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isSearching, setIsSearching] = useState(false)
  const [proposing, setProposing] = useState<Proposing>()
  const isHeld = isSearching || proposing !== undefined
  useEffect(() => onHold(isHeld), [isHeld, onHold])
  const candidates = [...more, ...(opened?.candidates ?? [])]
  const selected = candidates.find(({ order_number }) => order_number === chosen)
  const isSuspense = state === 'suspense'
  const mayAct = mayPropose(me.role, 'place')

  const open = (): void => {
    setProblem(undefined)
    call('receipts/show', { ...key, why: m.desk_money_look_why() }).then(
      (answer) => {
        setOpened(answer)
        setChosen(answer.candidates[0]?.order_number)
      },
      (failure: unknown) => setProblem(wordsOf(failure)),
    )
  }
  const place = (): void => {
    if (mayAct && selected) setProposing({ kind: 'place', order: selected.order_number })
  }
  const choose = (index: number) => (): void => setChosen(candidates[index]?.order_number ?? chosen)
  useShortcuts(
    isSuspense
      ? [
          ...(opened === undefined
            ? [{ keys: 'enter', says: m.desk_money_look(), inFoot: true, run: open }]
            : [1, 2, 3].map((number) => ({
                keys: String(number),
                says: m.desk_money_keys_choose(),
                inFoot: number === 1,
                run: choose(number - 1),
              }))),
          ...(mayAct
            ? [
                { keys: 'b', says: m.desk_money_search(), inFoot: true, run: () => setIsSearching(true) },
                ...(is_by_hand
                  ? [
                      {
                        keys: 'd',
                        says: m.desk_money_return(),
                        inFoot: true,
                        run: () => setProposing({ kind: 'transfer_return' }),
                      },
                    ]
                  : []),
                { keys: 'p', says: m.desk_money_propose_place(), run: place },
              ]
            : []),
        ]
      : [],
  )

  return (
    <>
      <p className={css.quiet}>
        {m.desk_money_came({ day: formatDay(receipt.paid_day), provider })}
        {' · '}
        {formatDate(receipt.heard_at)} {formatTime(receipt.heard_at)}
      </p>
      <Money text={formatPesos(receipt.amount_centavos)} />
      {receipt.order_number !== null && (
        <Facts
          of={[
            [
              m.desk_money_loan(),
              <Link key="loan" to={`/loans/${receipt.order_number}`}>
                {receipt.order_number}
              </Link>,
            ],
          ]}
        />
      )}
      {opened === undefined ? (
        <>
          <Button kind={isSuspense ? 'primary' : 'secondary'} icon={eyeIcon} onClick={open}>
            {isSuspense ? m.desk_money_look() : m.desk_money_look_words()}
          </Button>
          <p className={css.quiet}>{m.desk_money_look_noted()}</p>
        </>
      ) : (
        <p className={css.words}>{opened.reference ?? m.desk_money_no_words()}</p>
      )}
      {problem && (
        <Note tone="bad" live>
          {problem}
        </Note>
      )}
      {isSuspense && (opened !== undefined || more.length > 0) && (
        <fieldset className={css.candidates}>
          <legend>{m.desk_money_whose()}</legend>
          {candidates.length === 0 && <p className={css.quiet}>{m.desk_money_whose_none()}</p>}
          {candidates.map((one) => (
            <CandidateCard
              key={one.order_number}
              of={one}
              isChosen={one.order_number === chosen}
              onChoose={() => setChosen(one.order_number)}
            />
          ))}
        </fieldset>
      )}
      {selected && <Outcome of={selected} />}
      {mayAct && (
        <div className={css.buttons}>
          {isSuspense && (
            <>
              <Button kind="secondary" icon={searchIcon} onClick={() => setIsSearching(true)}>
                {m.desk_money_search()}
              </Button>
              {is_by_hand ? (
                <Button kind="secondary" icon={undoIcon} onClick={() => setProposing({ kind: 'transfer_return' })}>
                  {m.desk_money_return()}
                </Button>
              ) : (
                <p className={css.quiet}>{m.desk_money_return_by_provider()}</p>
              )}
              {is_by_hand && (
                <Button kind="quiet" onClick={() => setProposing({ kind: 'transfer_reversal' })}>
                  {m.desk_money_propose_reverse()}
                </Button>
              )}
            </>
          )}
          {state === 'credited' && (
            <Button kind="secondary" icon={undoIcon} onClick={() => setProposing({ kind: 'unplacing' })}>
              {m.desk_money_propose_unplace()}
            </Button>
          )}
          {state === 'reversed' && is_by_hand && (
            <Button kind="secondary" icon={undoIcon} onClick={() => setProposing({ kind: 'transfer_restoration' })}>
              {m.desk_money_propose_restore()}
            </Button>
          )}
          {selected && (
            <>
              <Note icon={peopleIcon}>{m.desk_money_two()}</Note>
              <Button icon={peopleIcon} onClick={place}>
                {m.desk_money_propose_place()}
              </Button>
            </>
          )}
        </div>
      )}
      {isSearching && (
        <SearchDialog
          receipt={receipt}
          onFound={(found) => {
            setMore([found, ...more.filter((one) => one.order_number !== found.order_number)])
            setChosen(found.order_number)
          }}
          onClose={() => setIsSearching(false)}
        />
      )}
      {proposing?.kind === 'place' && (
        <ProposeDialog
          kind="place"
          title={titles.place()}
          details={() => ({ ...key, order_number: proposing.order })}
          onClose={() => setProposing(undefined)}
        >
          <p>{m.desk_money_place_on({ loan: proposing.order })}</p>
        </ProposeDialog>
      )}
      {proposing !== undefined && proposing.kind !== 'place' && (
        <ProposeDialog
          kind={proposing.kind}
          title={titles[proposing.kind]()}
          details={() => key}
          onClose={() => setProposing(undefined)}
        />
      )}
    </>
  )
}
