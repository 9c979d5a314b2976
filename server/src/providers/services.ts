import type { Services as PlatformServices } from '../platform/services.ts'
import type { Bureau } from './bureau/port.ts'
import type { Collector } from './collection/port.ts'
import type { Files } from './files/port.ts'
import type { Messages } from './messages/port.ts'
import type { Payouts } from './payout/port.ts'

/** The platform with what others do for us. */
export type Services = PlatformServices & {
  readonly messages: Messages
  readonly files: Files
  readonly bureau: Bureau
  readonly payouts: Payouts
  /** Everybody who takes the borrowers' payments. */
  readonly collectors: readonly Collector[]
}
