import type { CallPath } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Services as PersonServices } from '../person/services.ts'
import type {
  CallContext as ContextWith,
  ContextOf as ContextOfWith,
  Handler as HandlerWith,
} from '../platform/handler.ts'
import type { Tx } from '../platform/db/public.ts'
import type { Printer } from './agreement/printer.ts'
import type { CouponGifts } from './coupon/gifts.ts'
import type { NamedLevel } from './membership/levels.ts'
import type { OrderKey } from './order/store.ts'
import type { LoadedRules } from './review/load-rules.ts'

/** What lending asks of the room that keeps the requests of consumers, always in the caller's `tx`. */
export type ConsumerRequests = {
  /** An order was settled or cancelled: requests that waited for it are ended. */
  readonly settle: (tx: Tx, services: Services, order: OrderKey) => Promise<void>
  /** A borrower who is logged in withdraws: she gets the same number and message as by the button of the law. */
  readonly fileWithdrawal: (tx: Tx, services: Services, order: OrderKey, language: WireLanguage) => Promise<void>
  /** The money of a loan that was withdrawn from has arrived: she is told how much goes back, and by when. */
  readonly announcePayout: (tx: Tx, services: Services, order: OrderKey) => Promise<void>
}

/** What the rooms of lending are given. */
export type Services = PersonServices & {
  /** The decision table of the review. */
  readonly review: LoadedRules
  readonly printer: Printer
  readonly membershipLevels: readonly NamedLevel[]
  /** So many days after its payout a loan that is paid off counts: for the level, its coupon and the limit. */
  readonly loanCountsFromDays: number
  readonly couponGifts: CouponGifts
  readonly consumerRequests: ConsumerRequests
}

export type CallContext = ContextWith<Services>
export type ContextOf<P extends CallPath> = ContextOfWith<P, Services>
export type Handler<P extends CallPath> = HandlerWith<P, Services>
