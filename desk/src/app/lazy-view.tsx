import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { call, DeskError } from '../lib/desk-client.ts'
import { Waiting } from '../parts/state-words.tsx'

type Draw<Props> = (props: Props) => ReactNode

/** A page whose code comes when it is opened, or in a quiet moment before that. */
export type LazyView<Props> = {
  readonly load: () => Promise<Draw<Props>>
  readonly arrived: () => Draw<Props> | undefined
}

export const lazyView = <Props, Module>(
  load: () => Promise<Module>,
  draw: (module: Module, props: Props) => ReactNode,
): LazyView<Props> => {
  let arrived: Draw<Props> | undefined
  return {
    arrived: () => arrived,
    load: async () => {
      const module = await load()
      arrived ??= (props) => draw(module, props)
      return arrived
    },
  }
}

/** Without an answer a reload would leave her with the browser's own error page instead of ours. */
const isServerThere = async (): Promise<boolean> => {
  try {
    await call('session/me', {})
    return true
  } catch (problem) {
    return problem instanceof DeskError && problem.kind !== 'unreachable'
  }
}

/**
 * A page, its place while its code is on the way, or the way to try again. A page that has arrived once is drawn at once,
 * where Suspense would show its place first.
 */
export function Lazy<Props>({ of, props }: { of: LazyView<Props>; props: Props }): ReactNode {
  const [draw, setDraw] = useState(of.arrived)
  const [isLost, setIsLost] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (draw !== undefined) return undefined
    let isLeft = false
    const show = async (): Promise<void> => {
      try {
        const arrived = await of.load()
        if (!isLeft) setDraw(() => arrived)
      } catch {
        // Some browsers remember that a file did not come, and another version of the desk has other files: then only a
        // reload helps, which keeps the address.
        if (attempt > 0 && (await isServerThere()) && !isLeft) location.reload()
        else if (!isLeft) setIsLost(true)
      }
    }
    void show()
    return () => {
      isLeft = true
    }
  }, [of, draw, attempt])

  if (draw !== undefined) return draw(props)
  if (!isLost) return <Waiting />
  return (
    <EmptyState
      title={m.desk_page_lost()}
      text={m.desk_page_lost_text()}
      action={
        <Button
          onClick={() => {
            setIsLost(false)
            setAttempt(attempt + 1)
          }}
        >
          {m.desk_try_again()}
        </Button>
      }
    />
  )
}

const QUIET_MS = 2_000

type Opened = { readonly view: LazyView<never>; readonly record?: { readonly view: LazyView<never> } }

/**
 * Loads the pages that may be opened next, one after the other, once the first one is there. What does not come now is asked
 * for again when it is opened.
 */
export const usePreloading = (pages: readonly Opened[]): void => {
  useEffect(() => {
    let isLeft = false
    const timer = setTimeout(async () => {
      for (const { view, record } of pages)
        for (const one of record ? [view, record.view] : [view]) if (!isLeft) await one.load().catch(() => undefined)
    }, QUIET_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [pages])
}
