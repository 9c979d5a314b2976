import { HomeScreen } from '../features/home/home-screen.tsx'
import type { RouteRow } from '../router/register.ts'
import { table } from './route-table.ts'

/**
 * Nearly every visit begins at Home: the entry brings it along, so that a slow phone saves a round trip. Where the
 * others lie is a list of its own, which the first screen would otherwise carry.
 */
export const routes: readonly RouteRow[] = table.map((row) => ({
  ...row,
  screen: async () => (row.path === '/' ? HomeScreen : (await import('./screens.ts')).screens[row.path]()),
}))
