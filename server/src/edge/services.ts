import type { CallPath } from '@hola/core/contract/contract.ts'
import type {
  CallContext as ContextWith,
  ContextOf as ContextOfWith,
  Handler as HandlerWith,
} from '../platform/handler.ts'
import type { Services as RightsServices } from '../rights/services.ts'
import type { SandboxClock } from '../platform/sandbox-clock.ts'
import type { Settings } from './settings.ts'

/** Everything the application is given. */
export type Services = RightsServices & {
  readonly settings: Settings
  /** The same clock with its handle to move it; only in sandbox mode. */
  readonly sandboxClock: SandboxClock | undefined
}

export type CallContext = ContextWith<Services>
export type ContextOf<P extends CallPath> = ContextOfWith<P, Services>
export type Handler<P extends CallPath> = HandlerWith<P, Services>
