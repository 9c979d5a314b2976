import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Cause } from './causes.ts'

/** Something that is not the same on both sides, with what each side has of it on the day that is compared. */
export type Difference = {
  readonly cause: Cause
  /** Under what it is known to both: the key of a payout, the id of a payment. */
  readonly id: string
  /** What the provider calls it, as far as it has it. */
  readonly providerId: string | null
  readonly orderNumber: string | null
  readonly ours: Centavos
  readonly theirs: Centavos
  readonly ourDay: CivilDay | null
  readonly theirDay: CivilDay | null
}
