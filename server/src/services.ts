import type { Clock, Random } from '@hola/core/clock.ts'
import type { Printer } from './agreement/printer.ts'
import type { Photos } from './application/photos.ts'
import type { Pool } from './db/pool.ts'
import type { Reference } from './catalog/reference.ts'
import type { CouponGifts } from './coupon/gifts.ts'
import type { Jobs } from './jobs/queue.ts'
import type { ImageCleaner } from './identity/image-cleaner.ts'
import type { IdentityReader } from './identity/reader.ts'
import type { IdentityRules } from './identity/rules.ts'
import type { Log } from './log.ts'
import type { NamedLevel } from './membership/levels.ts'
import type { Bureau } from './providers/bureau/port.ts'
import type { Collector } from './providers/collection/port.ts'
import type { Files } from './providers/files/port.ts'
import type { Messages } from './providers/messages/port.ts'
import type { Payouts } from './providers/payout/port.ts'
import type { LoadedRules } from './review/load-rules.ts'
import type { SandboxClock } from './sandbox/clock.ts'
import type { Sealer } from './sealed/sealer.ts'
import type { Settings } from './settings.ts'

/**
 * Everything the application is given. No room reaches for the environment, the machine's clock or chance by itself:
 * what is not in here does not exist for a handler, and a test replaces any of it.
 */
export type Services = {
  readonly settings: Settings
  readonly pool: Pool
  readonly clock: Clock
  /** The same clock with its handle to move it; only in sandbox mode. */
  readonly sandboxClock: SandboxClock | undefined
  readonly random: Random
  readonly sealer: Sealer
  readonly jobs: Jobs
  readonly messages: Messages
  readonly photos: Photos
  readonly files: Files
  readonly printer: Printer
  readonly identity: {
    readonly cleaner: ImageCleaner
    readonly reader: IdentityReader
    readonly rules: IdentityRules
    /** Ends the process of the one and the thread of the other. */
    readonly close: () => Promise<void>
  }
  readonly bureau: Bureau
  readonly payouts: Payouts
  /** Everybody who takes the borrowers' payments. */
  readonly collectors: readonly Collector[]
  /** The decision table of the review. */
  readonly review: LoadedRules
  readonly reference: Reference
  readonly membershipLevels: readonly NamedLevel[]
  /** So many days after its payout a loan that is paid off counts: for the level, its coupon and the limit. */
  readonly loanCountsFromDays: number
  readonly couponGifts: CouponGifts
  readonly log: Log
}
