import { installRouter } from './navigation.ts'
import type { Router } from './router.ts'

/** Lets whoever wants to go somewhere go nowhere. Answers how and where they wanted to go, in their order. */
export const goNowhere = (): string[][] => {
  const asked: string[][] = []
  const open: Router['open'] = async (api, url) => {
    asked.push([api, url])
    return { refused: 'a test goes nowhere' }
  }
  installRouter({ open } as Router)
  return asked
}
