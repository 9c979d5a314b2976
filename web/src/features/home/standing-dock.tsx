import type { ReactNode } from 'react'
import type { Standing } from '../../shared/home/standing.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'

/** The one way on, at the thumb. */
export function StandingDock({ standing: { action } }: { standing: Standing }): ReactNode {
  const { name, ...link } = action
  return (
    <Dock>
      <ButtonLink {...link}>{name}</ButtonLink>
    </Dock>
  )
}
