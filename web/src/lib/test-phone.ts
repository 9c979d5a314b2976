import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import type {} from '@vitest/browser-playwright'
import { run } from 'axe-core'
import { afterEach, beforeEach, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { closePopups, hideToast } from '@hola/ui/overlay/feedback.ts'
import { queryClient } from './query.ts'
import { logIn, logOut } from './session.ts'

type Owner = Parameters<typeof logIn>[0]

export const somebody: Owner = { token: 'a-token', userId: 'user-1' }

/**
 * Before each test a phone in English that knows nothing of anybody but its owner and asks again without waiting; after
 * it nothing is left of what the test put in the way.
 */
export const freshPhone = (owner: Owner | 'guest' = 'guest'): void => {
  beforeEach(async () => {
    // A colour on its way to another is judged at rest.
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
    localStorage.clear()
    sessionStorage.clear()
    logOut()
    closePopups()
    hideToast()
    queryClient.clear()
    queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } })
    chooseLocale('en')
    if (owner !== 'guest') logIn(owner)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await cleanup()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** What axe finds in a part of a page, a line for each place. Its frame is judged where whole pages are. */
export const axe = async (part: Element = document.body): Promise<string[]> =>
  (await run(part, { rules: { region: { enabled: false } } })).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id} ${String(target)}`),
  )
