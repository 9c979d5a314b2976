import { HomeScreen } from '../features/home/home-screen.tsx'
import type { RouteRow } from '../router/register.ts'
import { laterTitle, loadLaterPages } from './later-pages.ts'
import { table } from './route-table.ts'

/** Nearly every visit begins at Home: the entry brings it along, so that a slow phone saves a round trip. */
export const routes: readonly RouteRow[] = table.map((row) => ({
  title: () => (row.path === '/' ? '' : laterTitle(row.path)),
  ...row,
  screen: async () => (row.path === '/' ? HomeScreen : (await loadLaterPages())[row.path].screen()),
}))
