import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import css from './privacy.module.css'
import { actors, categories, countWords, kinds, purposes, whenOf, type PrivacyState } from './words.ts'

/** So many at first; the rest on demand. */
const SHOWN_FIRST = 3

type Line = { readonly title: string; readonly detail?: string; readonly at: string; readonly aside?: string }

export function SentCard({ sent }: { sent: PrivacyState['sent'] }): ReactNode {
  return (
    <Card title={m.privacy_sent()}>
      <Lines
        empty={m.privacy_sent_none()}
        lines={sent.map(({ kind, sent_at: at, stored_count: count }) => ({
          title: kinds[kind].name(),
          at,
          aside: countWords(count),
        }))}
      />
    </Card>
  )
}

export function AccessCard({ accesses }: { accesses: PrivacyState['accesses'] }): ReactNode {
  return (
    <Card title={m.privacy_accesses()}>
      <div className={css.stack}>
        <p className={css.soft}>{m.privacy_accesses_text()}</p>
        <Lines
          empty={m.privacy_accesses_none()}
          lines={accesses.map(({ actor, purpose, category, at }) => ({
            title: actors[actor](),
            detail: `${purposes[purpose]()} · ${category === null ? m.privacy_everything() : categories[category].name()}`,
            at,
          }))}
        />
      </div>
    </Card>
  )
}

/** Things that happened, the newest first; a few at first. */
export function Lines({ lines, empty }: { lines: readonly Line[]; empty: string }): ReactNode {
  const [isWhole, setIsWhole] = useState(false)
  if (lines.length === 0) return <p className={css.soft}>{empty}</p>
  const shown = isWhole ? lines : lines.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className={css.list}>
        {shown.map(({ title, detail, at, aside }, index) => (
          <li key={`${at} ${index}`} className={css.item}>
            <h3 className={css.name}>{title}</h3>
            {detail !== undefined && <p className={css.soft}>{detail}</p>}
            <p className={css.line}>
              <time className={css.small} dateTime={at}>
                {m.privacy_at(whenOf(at))}
              </time>
              <span className={css.small}>{aside}</span>
            </p>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button kind="quiet" className={css.read} onClick={() => setIsWhole(true)}>
          {m.privacy_show_all({ count: lines.length })}
        </Button>
      )}
    </>
  )
}
