import { whole } from '../contract/fields.ts'

/** Nothing is counted further than this: a larger number takes longer to count and tells nobody more. */
export const COUNT_MAX = 1_000

/** How many there are; `COUNT_MAX` stands for that many or more. */
export const cappedCount = whole(0, COUNT_MAX)
