import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { formatDate, formatDay, formatLongDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { spanOf } from '../lib/span.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import css from './clock-card.module.css'
import { Older } from './older.tsx'
import { moveClock, resetClock, type ClockFace, type OpenLoan } from './sandbox-api.ts'
import { useAsk } from './use-ask.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Argentina keeps one offset all year, so a date and time typed here is an instant. */
const ARGENTINE_OFFSET = '-03:00'

const toInstant = (local: string): string => new Date(`${local}${ARGENTINE_OFFSET}`).toISOString()

/** Ten in the morning: reminders of the day have gone out, and there is time to pay. */
const onDueDay = (day: string): string => toInstant(`${day}T10:00`)

/** `2026-11-16T09:30`, as the browser's own field wants it. */
const toLocal = (instant: Date): string => {
  const [day, month, year] = formatDate(instant).split('/')
  return `${year}-${month}-${day}T${formatTime(instant)}`
}

/** What the product believes to be now, and the ways to make it later. */
export function ClockCard({
  clock,
  loans = [],
  onChange,
}: {
  clock: ClockFace | undefined
  loans?: readonly OpenLoan[] | undefined
  onChange: (clock: ClockFace) => void
}): ReactNode {
  const { busy, ask: change } = useAsk(onChange)
  const advance = (ms: number) => () =>
    void change((language) => moveClock(language, { advance_ms: ms }), m.sandbox_moved())
  const ahead = loans.filter(({ due_day: day }) => clock && onDueDay(day) > clock.now)
  const moveTo = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const local = new FormData(event.currentTarget).get('to')
    if (typeof local !== 'string' || local === '') return
    void change((language) => moveClock(language, { to: toInstant(local) }), m.sandbox_moved())
  }

  const steps = [
    [2 * MINUTE_MS, m.sandbox_add_two_minutes()],
    [HOUR_MS, m.sandbox_add_hour()],
    [DAY_MS, m.sandbox_add_day()],
    [7 * DAY_MS, m.sandbox_add_week()],
  ] as const

  return (
    <Card title={m.sandbox_clock()}>
      <div className={css.stack}>
        {clock ? <Face key={clock.now} clock={clock} /> : <FaceSkeleton />}
        <div className={css.steps}>
          {steps.map(([ms, name]) => (
            <Button key={ms} kind="secondary" blocked={busy || !clock} onClick={advance(ms)}>
              {name}
            </Button>
          ))}
        </div>
        {ahead.length > 0 && (
          <div className={css.due}>
            <h3>{m.sandbox_due()}</h3>
            <Older items={ahead} tight>
              {({ order_id: id, order_number: number, due_day: day }) => (
                <li key={id}>
                  <Button
                    kind="secondary"
                    full
                    blocked={busy}
                    onClick={() =>
                      void change((language) => moveClock(language, { to: onDueDay(day) }), m.sandbox_moved())
                    }
                  >
                    {m.sandbox_due_of({ number, day: formatDay(day) })}
                  </Button>
                </li>
              )}
            </Older>
          </div>
        )}
        <form className={css.form} onSubmit={moveTo}>
          <TextField
            // A new face brings a new earliest date; what was typed for the old one is over.
            key={clock?.offset_ms}
            label={m.sandbox_move_to()}
            name="to"
            type="datetime-local"
            required
            min={clock && toLocal(new Date(clock.now))}
            defaultValue={clock && toLocal(new Date(Date.parse(clock.now) + DAY_MS))}
          />
          <Button type="submit" blocked={busy || !clock}>
            {m.sandbox_move()}
          </Button>
        </form>
        <p className={css.note}>{m.sandbox_clock_forward()}</p>
        {clock !== undefined && clock.offset_ms > 0 && (
          <Button kind="quiet" blocked={busy} onClick={() => void change(resetClock, m.sandbox_was_reset())}>
            {m.sandbox_reset()}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Face({ clock }: { clock: ClockFace }): ReactNode {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    // This machine's own clock may be wrong; only how much time has passed since the answer is taken from it.
    const answeredAt = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - answeredAt), 1000)
    return () => clearInterval(timer)
  }, [])
  const now = new Date(Date.parse(clock.now) + elapsedMs)
  const real = new Date(now.getTime() - clock.offset_ms)
  return (
    <div>
      <p className={css.note}>{m.sandbox_clock_now()}</p>
      <p className={css.time}>{formatTime(now, { seconds: true })}</p>
      <p className={css.date}>{formatLongDate(now)}</p>
      {clock.offset_ms > 0 && (
        <p className={css.note}>
          {m.sandbox_clock_ahead({ span: m.sandbox_span(spanOf(clock.offset_ms)) })} · {m.sandbox_clock_real()}{' '}
          {formatDate(real)} {formatTime(real)}
        </p>
      )}
    </div>
  )
}

function FaceSkeleton(): ReactNode {
  return (
    <div>
      <Skeleton width="40%" />
      <Skeleton shape="figure" width="60%" />
      <Skeleton width="80%" />
    </div>
  )
}
