import type { ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import css from './contract-screen.module.css'

type Proof = NonNullable<RetOf<'loan/contract'>['evidence']>

/** The time in UTC, from the instant as the contract writes it: `2026-11-16T13:31:05.000Z`. */
const utcOf = (instant: string): { date: string; time: string } => ({
  date: formatDay(instant.slice(0, 10)),
  time: instant.slice(11, 19),
})

/** What proves the signature, each thing with what it is for. */
export function Evidence({ evidence }: { evidence: Proof }): ReactNode {
  const at = evidence.signed_at
  return (
    <Card title={m.sign_evidence()}>
      <p className={css.small}>{m.sign_evidence_text()}</p>
      <dl className={css.evidence}>
        <Fact name={m.sign_ev_when()}>
          <p>{m.sign_ev_when_argentina({ date: formatDate(at), time: formatTime(at, { seconds: true }) })}</p>
          <p className={css.small}>{m.sign_ev_when_utc(utcOf(at))}</p>
        </Fact>
        <Fact name={m.sign_ev_contact()}>{evidence.contact_masked}</Fact>
        <Fact name={m.sign_ev_challenge()} why={m.sign_ev_challenge_text()} isExact>
          {evidence.code_challenge_id}
        </Fact>
        <Fact name={m.sign_ev_address()} why={m.sign_ev_address_text()} isExact>
          {evidence.network_address}
        </Fact>
        <Fact name={m.sign_ev_device()} why={m.sign_ev_device_text()} isExact>
          {evidence.user_agent}
        </Fact>
        <Fact name={m.sign_ev_entry()} why={m.sign_ev_entry_text()} isExact>
          {evidence.entry_sha256}
        </Fact>
        {evidence.previous_entry_sha256 === null ? (
          <Fact name={m.sign_ev_previous()}>{m.sign_ev_first()}</Fact>
        ) : (
          <Fact name={m.sign_ev_previous()} why={m.sign_ev_previous_text()} isExact>
            {evidence.previous_entry_sha256}
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({
  name,
  why,
  isExact,
  children,
}: {
  name: string
  why?: string
  /** Letter by letter, as it is stored. */
  isExact?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <div>
      <dt className={css.name}>{name}</dt>
      <dd className={isExact ? css.hash : undefined}>{children}</dd>
      {why && <dd className={css.small}>{why}</dd>}
    </div>
  )
}
