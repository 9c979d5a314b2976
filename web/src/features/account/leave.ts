import { redirectTo, switchTab } from '../../router/navigation.ts'
import type { PageUrl, TabUrl } from '../../router/register.ts'

/** To the page that asked for the log-in, or Home. The router refuses an address that is none of its own. */
export const leaveTo = async (back: string | undefined): Promise<void> => {
  const ways = [() => redirectTo((back ?? '') as PageUrl), () => switchTab((back ?? '') as TabUrl)]
  for (const go of back === undefined ? [] : ways) {
    try {
      await go()
      return
    } catch {
      // A tab is no page to redirect to, and what is neither leads Home.
    }
  }
  await switchTab('/').catch(() => undefined)
}
