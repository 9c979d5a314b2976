import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { formatPesos } from '@hola/core/money.ts'
import { writtenNumber } from '@hola/core/written.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, infoIcon } from '@hola/ui/layout/icons.ts'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import type { CSSProperties, ReactNode } from 'react'
import { sayReason } from '../../case-words.ts'
import { Facts } from '../../parts/peek.tsx'
import css from './case.module.css'

type Shown = DeskRetOf<'cases/show'>
type Identity = NonNullable<Shown['identity']>

const outcomes = {
  approved: m.desk_queue_case_outcome_approved,
  refused: m.desk_queue_case_outcome_refused,
  manual: m.desk_queue_case_outcome_manual,
} as const

/** "0,38": two decimals, with the comma of the country. */
export const sayDistance = (distance: number): string => {
  const hundredths = Math.round(distance * 100)
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`
}

const SCALE_MAX = 1

/** A distance between two faces among the limits that decide by it. */
function FaceScale({ distance, match, refuse }: { distance: number; match: number; refuse: number }): ReactNode {
  const share = (value: number): string => `${Math.min(1, value / SCALE_MAX) * 100}%`
  return (
    <div className={css.scale}>
      <p className={css.line}>
        <span>{m.desk_queue_case_face()}</span>
        <b>{sayDistance(distance)}</b>
      </p>
      <VisuallyHidden>
        {m.desk_queue_case_face_scale({
          distance: sayDistance(distance),
          match: sayDistance(match),
          refuse: sayDistance(refuse),
        })}
      </VisuallyHidden>
      <span
        className={css.scaleBar}
        aria-hidden="true"
        style={{ '--match': share(match), '--refuse': share(refuse), '--at': share(distance) } as CSSProperties}
      />
      <p className={css.scaleWords}>
        <span>{m.desk_queue_case_face_same()}</span>
        <span>{m.desk_queue_case_face_doubt()}</span>
        <span>{m.desk_queue_case_face_other()}</span>
      </p>
    </div>
  )
}

const sayRead = ({ is_zone_read: zone, is_barcode_read: barcode }: Identity): string => {
  if (zone && barcode) return m.desk_queue_case_read_yes()
  if (zone) return m.desk_queue_case_read_zone()
  return barcode ? m.desk_queue_case_read_barcode() : m.desk_queue_case_read_none()
}

function Replays({ of: { replays } }: { of: Shown }): ReactNode {
  return (
    <section className={css.replays} aria-label={m.desk_queue_case_decisions()}>
      {replays.map(({ decided_at, decided_by, outcome, is_same, again }) => (
        <div key={decided_at} className={css.replay}>
          <p className={css.line}>
            <span>
              {decided_by === null
                ? m.desk_queue_case_decision_rules({ outcome: outcomes[outcome]() })
                : m.desk_queue_case_decision_person({ name: decided_by, outcome: outcomes[outcome]() })}
            </span>
            <span className={css.quiet}>
              {formatDate(decided_at)} {formatTime(decided_at)}
            </span>
          </p>
          <p className={css.line}>
            <span>{m.desk_queue_case_replay()}</span>
            <span className={is_same ? css.match : css.differs}>
              <Icon shape={is_same ? checkIcon : alertIcon} size="small" />
              {is_same
                ? m.desk_queue_case_replay_same()
                : m.desk_queue_case_replay_differs({ outcome: outcomes[again.outcome]() })}
            </span>
          </p>
        </div>
      ))}
    </section>
  )
}

/** Why the case waits or was decided, in words with the code beside them, and the numbers behind it. */
export function RulesPanel({ shown }: { shown: Shown }): ReactNode {
  const { identity, reasons, score, limit_by_rules_centavos: limit, replays, state } = shown
  const version = replays[0]?.rules_version ?? 1
  return (
    <section className={css.panel} aria-label={m.desk_queue_case_why()}>
      <header className={css.head}>
        <h2 className={css.title}>{state === 'waiting' ? m.desk_queue_case_why() : m.desk_queue_case_why_decided()}</h2>
        <span className={css.quiet}>{m.desk_queue_case_rules({ version })}</span>
      </header>
      <div className={css.body}>
        <ul className={css.reasons}>
          {reasons.toReversed().map((code) => (
            <li key={code}>
              <Icon shape={infoIcon} size="small" />
              <span>
                <b>{sayReason(code)}</b> <span className={css.code}>{code}</span>
              </span>
            </li>
          ))}
        </ul>
        {typeof identity?.face_distance === 'number' && (
          <FaceScale
            distance={identity.face_distance}
            match={identity.face_match_distance}
            refuse={identity.face_refuse_distance}
          />
        )}
        <Facts
          of={[
            ...(identity?.sharpness
              ? [
                  [
                    m.desk_queue_case_sharpness(),
                    (['front', 'back', 'selfie'] as const)
                      .map((kind) => writtenNumber(Math.round(identity.sharpness?.[kind] ?? 0)))
                      .join(' · '),
                  ] as const,
                ]
              : []),
            ...(identity ? [[m.desk_queue_case_read(), sayRead(identity)] as const] : []),
            ...(typeof identity?.liveness === 'number'
              ? [[m.desk_queue_case_liveness(), sayDistance(identity.liveness)] as const]
              : []),
            [
              m.desk_queue_case_score({ score: formatNumber(score) }),
              limit === 0 ? m.desk_queue_case_no_limit() : formatPesos(limit, { centavos: false }),
            ],
          ]}
        />
        <Replays of={shown} />
        <details>
          <summary>{m.desk_queue_case_hits()}</summary>
          <ul className={css.code}>
            {(replays[0]?.again.hits ?? []).map((hit) => (
              <li key={hit}>{hit}</li>
            ))}
          </ul>
        </details>
      </div>
    </section>
  )
}
