import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import css from './drawing.module.css'
import type { DrawingName } from './shapes.tsx'

type ShapeProps = { of: DrawingName }

/** Asked for after the first screen, so that the drawing for a lost connection is there without one. */
export const loadDrawings = async (): Promise<ComponentType<ShapeProps>> => (await import('./shapes.tsx')).Shape

/** A tile that stays dark is no loss: what there is to know stands beside it in words. */
const Shape = lazy(async () => ({ default: await loadDrawings().catch((): ComponentType<ShapeProps> => () => null) }))

/** The one drawing of a state. Its tile is there at once, so that nothing moves when the lines come. */
export function Drawing({ of }: ShapeProps): ReactNode {
  return (
    <svg className={css.tile} data-drawing={of} viewBox="0 0 120 84" aria-hidden="true">
      <Suspense>
        <Shape of={of} />
      </Suspense>
    </svg>
  )
}
