import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { bankIcon, docIcon, shareIcon, slipIcon, walletIcon } from '@hola/ui/layout/icons.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { ConfirmedForm } from '../parts/confirmed-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Initials } from '../parts/initials.tsx'
import { ProposalPanel } from '../parts/proposal-panel.tsx'
import { ProposeDialog } from '../parts/propose-dialog.tsx'
import { Failed, Waiting } from '../parts/state-words.tsx'
import { useWhy } from '../parts/why-field.tsx'
import { sayHalt } from './payouts.tsx'
import css from './switches.module.css'

type Switches = DeskRetOf<'switches/list'>
type Stop = Switches['stops'][number]

type TargetWords = {
  readonly name: () => string
  /** What stopping it would do, and what it does. */
  readonly text: () => string
  readonly effect: () => string
  readonly icon: IconShape
}

const ofMethod = { text: m.desk_care_switch_method_text, effect: m.desk_care_switch_method_effect }

const targets: Readonly<Record<string, TargetWords>> = {
  applications: {
    name: m.desk_care_switch_applications,
    text: m.desk_care_switch_applications_text,
    effect: m.desk_care_switch_applications_effect,
    icon: docIcon,
  },
  payouts: {
    name: m.desk_care_switch_payouts,
    text: m.desk_care_switch_payouts_text,
    effect: m.desk_care_switch_payouts_effect,
    icon: shareIcon,
  },
  'method:transfer': { ...ofMethod, name: m.repay_method_transfer_name, icon: bankIcon },
  'method:checkout': { ...ofMethod, name: m.repay_method_checkout_name, icon: walletIcon },
  'method:rapipago': { ...ofMethod, name: m.repay_method_rapipago_name, icon: slipIcon },
  'method:pagofacil': { ...ofMethod, name: m.repay_method_pagofacil_name, icon: slipIcon },
}

/** A way to pay that this page does not know is called as the settings call it. */
const wordsOf = (target: string): TargetWords =>
  targets[target] ?? { ...ofMethod, name: () => target.replace(/^method:/, ''), icon: walletIcon }

const sayWhen = (instant: string): string => `${formatDate(instant)} ${formatTime(instant)}`

function SwitchRow({
  target,
  stop,
  halt,
  children,
}: {
  target: string
  stop: Stop | undefined
  /** It stands still by itself, and why. */
  halt: string | undefined
  children: ReactNode
}): ReactNode {
  const { name, text, effect, icon } = wordsOf(target)
  return (
    <li className={css.row} data-stopped={stop !== undefined || halt !== undefined || undefined}>
      <span className={css.icon}>
        <Icon shape={icon} />
      </span>
      <div className={css.words}>
        <h3>{name()}</h3>
        <p>
          {stop === undefined
            ? (halt ?? text())
            : `${m.desk_care_switch_stopped_by({ name: stop.stopper, when: sayWhen(stop.stopped_at), why: stop.why, until: sayWhen(stop.until_at) })} ${effect()}`}
        </p>
      </div>
      <span className={css.state}>
        {stop !== undefined
          ? m.desk_care_switch_stopped()
          : halt !== undefined
            ? m.desk_care_switch_halted()
            : m.desk_care_switch_runs()}
      </span>
      {children}
    </li>
  )
}

const HOURS_MAX = 168

function StopDialog({ me, target, onClose }: { me: SignedIn; target: string; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const [hours, setHours] = useState('4')
  const [isWrong, setIsWrong] = useState(false)
  const what = wordsOf(target).name()
  return (
    <Dialog title={m.desk_care_switch_stop_title({ what })} onDismiss={onClose}>
      <p>{wordsOf(target).text()}</p>
      <ConfirmedForm
        me={me}
        path="switches/stop"
        danger
        onCancel={onClose}
        onDone={() => {
          showToast(m.desk_care_switch_stop_done({ what }))
          void queries.invalidateQueries()
          onClose()
        }}
        body={() => {
          const count = /^\d{1,3}$/.test(hours.trim()) ? Number(hours) : 0
          const isGood = count >= 1 && count <= HOURS_MAX
          setIsWrong(!isGood)
          const reason = why.read()
          return isGood && reason !== undefined ? { target, hours_count: count, why: reason } : undefined
        }}
      >
        <TextField
          label={m.desk_care_switch_hours()}
          hint={m.desk_care_switch_hours_hint({ min: 1, max: HOURS_MAX })}
          error={isWrong ? m.desk_care_switch_hours_wrong({ min: 1, max: HOURS_MAX }) : undefined}
          inputMode="numeric"
          value={hours}
          onChange={({ target: { value } }) => {
            setHours(value)
            setIsWrong(false)
          }}
        />
        {why.field}
      </ConfirmedForm>
    </Dialog>
  )
}

function History({ of }: { of: Switches }): ReactNode {
  const lines = of.history
    .flatMap(({ stop_id, target, why, stopper, stopped_at, until_at, ended_at }) => {
      const what = wordsOf(target).name()
      const stopped = {
        key: `${stop_id} stopped`,
        at: stopped_at,
        text: m.desk_care_history_stopped({ what, why }),
        note: '',
        who: stopper,
      }
      const end = ended_at ?? (until_at <= of.now ? until_at : null)
      if (end === null) return [stopped]
      const note = ended_at === null ? m.desk_care_history_by_time() : m.desk_care_history_two()
      return [
        { key: `${stop_id} started`, at: end, text: m.desk_care_history_started({ what }), note, who: null },
        stopped,
      ]
    })
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
  if (lines.length === 0) return <p className={css.quiet}>{m.desk_care_switches_history_none()}</p>
  return (
    <ul className={css.list}>
      {lines.map(({ key, at, text, note, who }) => (
        <li key={key} className={css.line}>
          <span className={css.quiet}>{sayWhen(at)}</span>
          <span className={css.grow}>
            {text} <span className={css.quiet}>{note}</span>
          </span>
          {who !== null && (
            <span className={css.who}>
              <Initials name={who} /> {who}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What runs and what is stopped. One member stops, with a reason and for a time; starting sooner takes two. */
export function SwitchesPage({ me }: { me: SignedIn }): ReactNode {
  const { data, error, refetch } = useCall('switches/list', {}, { isLive: true })
  const proposals = useCall('proposals/list', {}, { isLive: true })
  const [stopping, setStopping] = useState<string>()
  const [starting, setStarting] = useState<string>()
  if (data === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const stopOf = (target: string): Stop | undefined => data.stops.findLast((one) => one.target === target)
  const waiting = proposals.data?.proposals.filter(({ kind }) => kind === 'start') ?? []
  const rows = (list: readonly string[]): ReactNode => (
    <ul className={css.list}>
      {list.map((target) => {
        const stop = stopOf(target)
        const what = wordsOf(target).name()
        return (
          <SwitchRow
            key={target}
            target={target}
            stop={stop}
            halt={target === 'payouts' && data.payout_halt ? sayHalt(data.payout_halt) : undefined}
          >
            {stop === undefined && may(me.role, 'stop') && (
              <Button
                kind="secondary"
                aria-label={m.desk_care_switch_stop_title({ what })}
                onClick={() => setStopping(target)}
              >
                {m.desk_care_switch_stop()}
              </Button>
            )}
            {stop !== undefined && mayPropose(me.role, 'start') && (
              <Button kind="secondary" onClick={() => setStarting(target)}>
                {m.desk_care_switch_start()}
              </Button>
            )}
          </SwitchRow>
        )
      })}
    </ul>
  )
  // What is stopped and no longer offered by the settings is still shown.
  const all = [...new Set([...data.targets, ...data.stops.map(({ target }) => target)])]
  return (
    <div className={css.page}>
      <div className={css.head}>
        <p className={css.quiet}>{m.desk_care_switches_text()}</p>
      </div>
      <section className={css.panel} aria-label={m.desk_care_switches_general()}>
        <h2>{m.desk_care_switches_general()}</h2>
        {rows(all.filter((target) => !target.startsWith('method:')))}
      </section>
      <section className={css.panel} aria-label={m.desk_care_switches_methods()}>
        <h2>{m.desk_care_switches_methods()}</h2>
        {rows(all.filter((target) => target.startsWith('method:')))}
      </section>
      {waiting.map(({ proposal_id }) => (
        <section key={proposal_id} className={css.panel} data-waits="" aria-label={m.desk_care_switch_start()}>
          <ProposalPanel me={me} proposalId={proposal_id} />
        </section>
      ))}
      <section className={css.panel} aria-label={m.desk_care_switches_history()}>
        <h2>{m.desk_care_switches_history()}</h2>
        <History of={data} />
      </section>
      {stopping !== undefined && <StopDialog me={me} target={stopping} onClose={() => setStopping(undefined)} />}
      {starting !== undefined && (
        <ProposeDialog
          kind="start"
          title={m.desk_care_switch_start_title({ what: wordsOf(starting).name() })}
          details={() => ({ target: starting })}
          onClose={() => setStarting(undefined)}
        />
      )}
    </div>
  )
}
