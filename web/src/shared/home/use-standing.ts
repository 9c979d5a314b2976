import type { RetOf } from '@hola/core/contract/contract.ts'
import { useEffect, useState } from 'react'
import type { Standing } from './standing.ts'

type StandingOf = (home: RetOf<'app/home'>) => Standing

/**
 * Where she stands, for pages that say so only now and then: the words come when they are needed, and cost nobody else
 * anything. Undefined until then, and where they cannot be loaded.
 */
export const useStanding = (home: RetOf<'app/home'> | undefined): Standing | undefined => {
  const [standingOf, setStandingOf] = useState<StandingOf>()
  useEffect(() => {
    let left = false
    import('./where-she-stands.ts').then(
      (words) => {
        if (!left) setStandingOf(() => words.standingOf)
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return home && standingOf?.(home)
}
