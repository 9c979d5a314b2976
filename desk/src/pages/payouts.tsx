import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { PAYOUT_LATE_MS, type PayoutFaultCode, type PayoutStanding } from '@hola/core/desk-contract/payouts.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, bankIcon, chatIcon, clockIcon, peopleIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { call } from '../lib/desk-client.ts'
import type { SignedIn } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useTicking } from '../lib/ticking.ts'
import { readPages, usePages } from '../lib/use-pages.ts'
import { useSelected } from '../lib/use-selected.ts'
import { ActForm } from '../parts/act-form.tsx'
import { Clock } from '../parts/clock.tsx'
import type { Column } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FilterChips, useChosenFilter } from '../parts/filter-chips.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { Facts, Peek, usePeek } from '../parts/peek.tsx'
import { ProposeDialog } from '../parts/propose-dialog.tsx'
import { Empty } from '../parts/state-words.tsx'
import { useWhy } from '../parts/why-field.tsx'
import css from './list-page.module.css'

type Payout = DeskRetOf<'payouts/list'>['payouts'][number]

const standings: Readonly<Record<PayoutStanding, { readonly name: () => string; readonly text: () => string }>> = {
  not_sent: { name: m.desk_money_payout_not_sent, text: m.desk_money_payout_not_sent_text },
  unknown: { name: m.desk_money_payout_unknown, text: m.desk_money_payout_unknown_text },
  accepted: { name: m.desk_money_payout_accepted, text: m.desk_money_payout_accepted_text },
  held: { name: m.desk_money_payout_held, text: m.desk_money_payout_held_text },
  failed: { name: m.desk_money_payout_failed, text: m.desk_money_payout_failed_text },
}

const failures: Readonly<Record<string, () => string>> = {
  wrong_account: m.desk_money_failure_wrong_account,
  account_closed: m.desk_money_failure_account_closed,
  holder_mismatch: m.desk_money_failure_holder_mismatch,
  limit: m.desk_money_failure_limit,
}
const sayFailure = (code: string): string => failures[code]?.() ?? m.desk_money_failure_other()

const faults: Readonly<Record<PayoutFaultCode, () => string>> = {
  balance: m.desk_money_fault_balance,
  access: m.desk_money_fault_access,
  request: m.desk_money_fault_request,
  rail: m.desk_money_fault_rail,
}

/** Why payouts stand still by themselves, in the provider's own words. */
export const sayHalt = ({ fault, words, since_at }: NonNullable<DeskRetOf<'payouts/list'>['halt']>): string =>
  m.desk_money_halt({ when: `${formatDate(since_at)} ${formatTime(since_at)}`, fault: faults[fault](), words })

const sayByItself = ({ fault, is_too_old }: Payout): string => {
  if (is_too_old) return m.desk_money_payout_by_itself_too_old()
  if (fault === 'balance' || fault === 'access') return m.desk_money_payout_by_itself_common()
  return fault === null ? m.desk_money_payout_by_itself() : m.desk_money_payout_by_itself_held()
}

function Standing({ of: { standing, is_late } }: { of: Payout }): ReactNode {
  const isBad = standing === 'failed' || standing === 'held' || is_late
  return (
    <Badge tone={isBad ? 'failed' : 'neutral'} icon={isBad ? alertIcon : clockIcon}>
      {standings[standing].name()}
    </Badge>
  )
}

/** Ours is the quarter of an hour; hers the days in which she can name another account. */
function Left({ of: { since_at, cancelled_at }, now }: { of: Payout; now: Date }): ReactNode {
  return cancelled_at === null ? (
    <Clock
      since={since_at}
      until={new Date(Date.parse(since_at) + PAYOUT_LATE_MS).toISOString()}
      limit={m.desk_money_payout_limit({ minutes: PAYOUT_LATE_MS / 60_000 })}
      now={now}
    />
  ) : (
    <Clock since={since_at} until={cancelled_at} ends="lapses" now={now} />
  )
}

const columnsAt = (now: Date): readonly Column<Payout>[] => [
  {
    id: 'amount',
    head: m.desk_money_amount,
    width: '16%',
    isNumber: true,
    cell: (one) => <b>{formatPesos(one.amount_centavos)}</b>,
    csv: ({ amount_centavos }) => ({ centavos: amount_centavos }),
  },
  { id: 'loan', head: m.desk_money_loan, width: '20%', cell: ({ order_number }) => order_number },
  { id: 'person', head: m.desk_money_person, width: '14%', isExtra: true, cell: ({ person_code }) => person_code },
  {
    id: 'state',
    head: m.desk_column_state,
    width: '24%',
    cell: (one) => <Standing of={one} />,
    csv: ({ standing }) => standings[standing].name(),
  },
  {
    id: 'left',
    head: m.desk_money_clock,
    width: '26%',
    cell: (one) => <Left of={one} now={now} />,
    csv: ({ since_at }) => since_at,
  },
]

const acts = {
  ask: {
    path: 'payouts/ask',
    title: m.desk_money_payout_ask_title,
    text: m.desk_money_payout_ask_text,
    says: m.desk_money_payout_ask,
    done: m.desk_money_payout_asked,
    icon: chatIcon,
  },
  send: {
    path: 'payouts/send',
    title: m.desk_money_payout_send_title,
    text: m.desk_money_payout_send_text,
    says: m.desk_money_payout_send,
    done: m.desk_money_payout_sent,
    icon: refreshIcon,
  },
  account: {
    path: 'payouts/account',
    title: m.desk_money_payout_account_title,
    text: m.desk_money_payout_account_text,
    says: m.desk_money_payout_account,
    done: m.desk_money_payout_account_done,
    icon: bankIcon,
  },
} as const

function ActDialog({
  of: { order_number, provider_payout_id },
  act,
  onClose,
}: {
  of: Payout
  act: keyof typeof acts
  onClose: () => void
}): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const [foundId, setFoundId] = useState('')
  const { path, title, text, says, done, icon } = acts[act]
  const isNamed = act === 'ask' && provider_payout_id === null
  return (
    <Dialog title={title({ loan: order_number })} onDismiss={onClose}>
      <p>{text()}</p>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          const id = foundId.trim()
          if (isNamed && id !== '') await call('payouts/ask', { order_number, why: reason, provider_payout_id: id })
          else await call(path, { order_number, why: reason })
          showToast(done())
          void queries.invalidateQueries()
          onClose()
        }}
        says={says()}
        icon={icon}
        onCancel={onClose}
      >
        {isNamed && (
          <TextField
            label={m.desk_money_payout_id()}
            hint={m.desk_money_payout_id_hint()}
            value={foundId}
            onChange={({ target: { value } }) => setFoundId(value)}
          />
        )}
        {why.field}
      </ActForm>
    </Dialog>
  )
}

export function PayoutsPage({ me, chosen: first }: { me: SignedIn; chosen?: string }): ReactNode {
  const [only, choose] = useChosenFilter(['all', 'held', 'late', 'failed', 'under_way'])
  const body = only === 'all' ? {} : { only }
  const { pages, error, refetch, more, isWhole } = usePages('payouts/list', body)
  const page = pages?.[0]
  const rows = useMemo(() => pages?.flatMap(({ payouts }) => payouts), [pages])
  const now = useTicking(page?.now_at)
  const peek = usePeek()
  const [asked, setAsked] = useState<keyof typeof acts | 'resend'>()
  const [selected, setChosen] = useSelected(rows, ({ order_number }) => order_number, {
    first,
    isHeld: asked !== undefined,
  })
  const mayAct = may(me.role, 'retry_jobs')
  const canAsk = mayAct && selected?.can_ask === true
  const canSend = mayAct && selected?.can_send === true
  const canResend = mayPropose(me.role, 'payout_resend') && selected?.is_too_old === true
  const canAskAccount = mayAct && selected?.can_ask_account === true
  useShortcuts(
    mayAct
      ? [
          { keys: 'q', says: m.desk_money_payout_ask(), inFoot: true, run: () => canAsk && setAsked('ask') },
          {
            keys: 'v',
            says: canResend ? m.desk_money_payout_resend() : m.desk_money_payout_send(),
            inFoot: true,
            run: () => (canResend ? setAsked('resend') : canSend && setAsked('send')),
          },
        ]
      : [],
  )

  const list = (
    <ListBody
      rows={rows}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_money_payouts_empty()} text={m.desk_money_payouts_empty_text()} />}
      label={m.desk_money_payouts_label()}
      columns={columnsAt(now)}
      idOf={({ order_number }) => order_number}
      selectedId={selected?.order_number}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
    />
  )

  return (
    <div className={css.page}>
      <div className={css.filters}>
        <FilterChips
          label={m.desk_money_payouts_show()}
          value={only}
          onChange={choose}
          chips={[
            { value: 'all', name: m.desk_money_all() },
            { value: 'held', name: m.desk_money_payouts_held(), count: page?.held_count },
            { value: 'late', name: m.desk_money_payouts_late(), count: page?.late_count },
            { value: 'failed', name: m.desk_money_payouts_failed(), count: page?.failed_count },
            { value: 'under_way', name: m.desk_money_payouts_under_way(), count: page?.under_way_count },
          ]}
        />
        <span className={css.file}>
          <ListFile
            name="desembolsos"
            columns={columnsAt(now)}
            read={(told) => readPages('payouts/list', body, ({ payouts }) => payouts, told)}
          />
        </span>
      </div>
      {page?.halt && (
        <Note tone="warn" icon={alertIcon}>
          {sayHalt(page.halt)}
        </Note>
      )}
      <div className={css.split}>
        {list}
        {selected && peek.isOpen && (
          <Peek title={selected.order_number} isOver={peek.isOver} onClose={peek.close}>
            <p className={css.why}>
              {selected.is_too_old ? m.desk_money_payout_too_old() : standings[selected.standing].text()}
            </p>
            <Facts
              of={[
                [m.desk_money_amount(), formatPesos(selected.amount_centavos)],
                [m.desk_money_since(), `${formatDate(selected.since_at)} ${formatTime(selected.since_at)}`],
                [m.desk_money_provider(), selected.provider ?? '–'],
                [m.desk_money_provider_id(), selected.provider_payout_id ?? '–'],
                [
                  m.desk_money_payout_asks(),
                  m.desk_money_payout_asks_of({ count: selected.ask_count, most: selected.asks_max }),
                ],
                ...(selected.failure_reason === null
                  ? []
                  : [[m.desk_money_failure(), sayFailure(selected.failure_reason)] as const]),
                ...(selected.fault === null ? [] : [[m.desk_money_fault(), faults[selected.fault]()] as const]),
                ...(selected.provider_words === null
                  ? []
                  : [[m.desk_money_provider_words(), selected.provider_words] as const]),
              ]}
            />
            <Note icon={clockIcon}>
              {selected.cancelled_at === null
                ? sayByItself(selected)
                : m.desk_money_payout_by_itself_failed({
                    when: `${formatDate(selected.cancelled_at)} ${formatTime(selected.cancelled_at)}`,
                  })}
            </Note>
            <div className={css.buttons}>
              {canAsk && (
                <Button icon={chatIcon} onClick={() => setAsked('ask')}>
                  {m.desk_money_payout_ask()}
                </Button>
              )}
              {canAskAccount && (
                <Button kind="secondary" icon={bankIcon} onClick={() => setAsked('account')}>
                  {m.desk_money_payout_account()}
                </Button>
              )}
              {canResend && (
                <Button kind="secondary" icon={peopleIcon} onClick={() => setAsked('resend')}>
                  {m.desk_money_payout_resend()}
                </Button>
              )}
              {canSend && (
                <Button icon={refreshIcon} onClick={() => setAsked('send')}>
                  {m.desk_money_payout_send()}
                </Button>
              )}
            </div>
          </Peek>
        )}
      </div>
      {asked === 'resend' && selected && (
        <ProposeDialog
          kind="payout_resend"
          title={m.desk_money_payout_resend_title({ loan: selected.order_number })}
          details={() => ({ order_number: selected.order_number })}
          onClose={() => setAsked(undefined)}
        >
          <p>{m.desk_money_payout_resend_text()}</p>
        </ProposeDialog>
      )}
      {asked && asked !== 'resend' && selected && (
        <ActDialog of={selected} act={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
