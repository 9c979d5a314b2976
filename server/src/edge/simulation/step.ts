import type { Services } from '../services.ts'
import type { Chance } from './chance.ts'
import type { Visit } from './rails.ts'

/** What a happening has at hand. */
export type Step = {
  readonly services: Services
  readonly visit: Visit
  readonly chance: Chance
  readonly now: Date
}

/** What counts in the report, by name. */
export type Tally = (what: string) => void
