import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Listbox, Option } from './listbox.tsx'
import { plainText } from '../format/plain-text.ts'
import css from './wheel.module.css'

const SETTLE_MS = 100
const TYPE_AHEAD_MS = 900
const PAGE_ROWS = 5

export function Wheels({ children }: { children: ReactNode }): ReactNode {
  return <div className={css.wheels}>{children}</div>
}

/**
 * One column: turned by a finger with scroll snap, by tapping a row, by the arrows, or by typing what one looks for
 * ("1983" goes straight to that year). To a reader it is a list with one choice.
 */
export function Wheel({
  label,
  options,
  index,
  wide,
  focusFirst,
  onChange,
}: {
  label: string
  options: readonly string[]
  index: number
  wide?: boolean | undefined
  focusFirst?: boolean | undefined
  onChange: (index: number) => void
}): ReactNode {
  const id = useId()
  const wheel = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typed = useRef({ text: '', atMs: 0 })

  const rowHeight = (): number => wheel.current?.firstElementChild?.getBoundingClientRect().height || 1
  const restingIndex = (): number =>
    Math.min(options.length - 1, Math.max(0, Math.round((wheel.current?.scrollTop ?? 0) / rowHeight())))

  const go = (next: number): void => {
    const bounded = Math.min(options.length - 1, Math.max(0, next))
    if (bounded !== index) onChange(bounded)
  }

  // What happens at the end of a scroll must look at what is chosen by then: a tap may have come in between.
  const latest = useRef({ settle: () => {}, align: () => {} })
  useEffect(() => {
    latest.current = {
      settle: () => go(restingIndex()),
      align() {
        if (wheel.current && restingIndex() !== index) wheel.current.scrollTop = index * rowHeight()
      },
    }
  })
  // Not a layout effect: those run before the sheet around is open, when nothing has a height yet.
  useEffect(() => latest.current.align(), [index, options.length])
  useEffect(() => () => clearTimeout(timer.current), [])

  const onScroll = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      latest.current.settle()
      // When the owner did not take the row, the wheel turns back to the one that holds.
      timer.current = setTimeout(() => latest.current.align(), SETTLE_MS)
    }, SETTLE_MS)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      PageUp: index - PAGE_ROWS,
      PageDown: index + PAGE_ROWS,
      Home: 0,
      End: options.length - 1,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      go(step)
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      const fresh = event.timeStamp - typed.current.atMs > TYPE_AHEAD_MS
      const text = plainText((fresh ? '' : typed.current.text) + event.key)
      typed.current = { text, atMs: event.timeStamp }
      const found = options.findIndex((option) => plainText(option).startsWith(text))
      if (found >= 0) go(found)
    }
  }

  return (
    <div className={classes(css.column, wide && css.wide)}>
      <Listbox
        id={id}
        ref={wheel}
        className={css.wheel}
        aria-label={label}
        active={index}
        focusFirst={focusFirst}
        onPick={go}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        {options.map((option, each) => (
          <Option key={option} listId={id} index={each} selected={each === index} className={css.option}>
            {option}
          </Option>
        ))}
      </Listbox>
    </div>
  )
}
