import { followHome } from '../../shared/home/follow-home.ts'
import { useEvery } from '../../lib/use-every.ts'

const FIRST_MS = 10_000

/** Where something is under way that she waits for: Home asks by itself how it goes, less and less often. */
export const useFollowHome = (): void => useEvery(FIRST_MS, followHome)
